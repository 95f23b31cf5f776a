// All that a phone's pages run: one file where files are collected (web/joined_files.py).
import "./phone.js";
import "./outbox.js";
import "./send.js";
import "./preview.js";
import "./entry.js";
import "./dock.js";
import "./pad.js";
import "./live.js";
import "./clock.js";
import "./phone_gong.js";
import "./own_row.js";
