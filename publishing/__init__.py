"""What leaves the server: tables as downloads. Reads tournaments; imported only by `config`."""
