"""Schedules of labels, constructed algebraically or stored; players are assigned later."""
