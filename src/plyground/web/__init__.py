"""The web server: live games and analysis over WebSockets, the rest over REST, static pages."""
