"""Makes the BFCL-Audio dataset: read, paraphrase, speak, transcribe, check, write."""
