"""Drawing a scene: as text, and as SVG."""
