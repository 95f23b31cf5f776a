"""The manual, followed in a bare Debian with systemd: what `make install-test` does."""
