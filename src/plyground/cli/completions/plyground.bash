# Completion of plyground for bash.
_plyground_complete() {
    local IFS=$'\n'
    COMPREPLY=($(_PLYGROUND_COMPLETE=bash _PLYGROUND_LINE="${COMP_LINE:0:COMP_POINT}" \
        _PLYGROUND_BREAKS="$COMP_WORDBREAKS" "$1" 2>/dev/null))
    # What still wants a value is not a whole word yet.
    if [[ "${COMPREPLY[0]-}" == *[=:] ]]; then compopt -o nospace 2>/dev/null; fi
}
complete -o default -F _plyground_complete plyground
