// What the public pages of an event run, the same on all: one file where files are collected (web/joined_files.py).
import "./live.js";
import "./continued.js";
import "./clock.js";
import "./find.js";
import "./own_row.js";
