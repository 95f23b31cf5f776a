"""The manual, followed in a bare Debian with systemd: `make install-test`."""
