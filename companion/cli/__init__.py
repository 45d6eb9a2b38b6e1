"""The command line: wording, options and exit codes; everything else lives in the rooms before it."""
