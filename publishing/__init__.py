"""What leaves the house: tables to take home as files. Reads tournaments; nothing but `config` imports it."""
