"""The Space: hear a clip, follow an agent, compare agents, score a file, try it yourself."""
