# Completion of plyground for PowerShell.
Register-ArgumentCompleter -Native -CommandName plyground -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $line = $commandAst.ToString()
    $length = $cursorPosition - $commandAst.Extent.StartOffset
    # The cursor may stand behind spaces, which are not part of the command.
    if ($length -gt $line.Length) { $line = $line + ' ' } else { $line = $line.Substring(0, $length) }
    $env:_PLYGROUND_COMPLETE = 'powershell'
    $env:_PLYGROUND_LINE = $line
    try {
        plyground 2>$null | ForEach-Object {
            $value, $about = $_ -split "`t", 2
            if (-not $about) { $about = $value }
            [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $about)
        }
    } finally {
        Remove-Item Env:_PLYGROUND_COMPLETE, Env:_PLYGROUND_LINE
    }
}
