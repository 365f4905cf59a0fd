#compdef plyground
# Completion of plyground for zsh.
_plyground() {
    local line value
    local -a whole open whole_shown open_shown
    for line in "${(@f)$(_PLYGROUND_COMPLETE=zsh _PLYGROUND_LINE="${(j: :)words[1,CURRENT]}" \
            ${words[1]} 2>/dev/null)}"; do
        value="${line%%$'\t'*}"
        [[ -z "$value" ]] && continue
        # What still wants a value is not a whole word yet.
        if [[ "$value" == *[=:] ]]; then
            open+=("$value"); open_shown+=("${line/$'\t'/  -- }")
        else
            whole+=("$value"); whole_shown+=("${line/$'\t'/  -- }")
        fi
    done
    if (( $#whole + $#open == 0 )); then _files; return; fi
    (( $#whole )) && compadd -l -d whole_shown -a whole
    (( $#open )) && compadd -l -S '' -d open_shown -a open
    return 0
}
if (( ! $+functions[compdef] )); then autoload -Uz compinit && compinit; fi
compdef _plyground plyground
