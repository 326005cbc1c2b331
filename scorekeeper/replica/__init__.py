"""The replica: a second copy of the database that Litestream keeps up to date beside the running server."""
