// What the page of hands runs besides what every page of a phone does.
import "./phone_page.js";
import "./hands.js";
import "./hands_ahead.js";
