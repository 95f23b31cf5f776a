"""The manual, followed in a bare Debian 12 with systemd: what `make install-test` does."""
