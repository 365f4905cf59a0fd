"""The protocol of Gomocup's engines, spoken both ways: as an engine, and to one."""
