"""The version, where a copied metric folder finds it too."""

__version__ = "0.1.0"
