"""Speech engines and recognisers behind two small protocols."""
