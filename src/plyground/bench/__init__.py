"""How fast are we, beside others, in the same minute on the same machine?"""
