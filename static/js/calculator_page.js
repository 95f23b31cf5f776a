// What the calculator of hands runs: one file where files are collected (web/joined_files.py).
import "./calculator.js";
