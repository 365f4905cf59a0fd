"""Where tasks are worked on: in this process, in others of this machine, or on a Ray cluster.

A task and its answer are JSON documents; the work is a function, given as `module:function`.
"""
