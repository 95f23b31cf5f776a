"""What opens a seat, a table or the API: codes on paper, and the devices and programs that took them."""
