"""The web app's server: games over sockets, everything else over REST, pages as files."""
