"""Games that leave and come back: documents, zips and tables to download, files to import, another app."""
