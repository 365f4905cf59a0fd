# Completion of plyground for fish.
function __plyground_complete
    set -l found (env _PLYGROUND_COMPLETE=fish _PLYGROUND_LINE=(commandline -cp | string collect) plyground 2>/dev/null)
    if test (count $found) -gt 0
        printf '%s\n' $found
    else
        __fish_complete_path (commandline -ct)
    end
end
complete --command plyground --no-files --arguments '(__plyground_complete)'
