"""What stands around every page: how it is drawn, sent, followed and refused, in which language, with which files."""
