"""One module per subcommand of `bfcl-audio`."""
