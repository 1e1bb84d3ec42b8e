"""BFCL-Audio: does a voice agent still make exactly the right function calls when spoken to?"""
