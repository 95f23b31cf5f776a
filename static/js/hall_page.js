// What a hall's screen runs: one file where files are collected (web/joined_files.py).
import "./clock.js";
import "./hall.js";
