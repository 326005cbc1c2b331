"""What the commands of the command line do; `cli.py` reads the arguments."""
