"""Who is asking: by signing in, by a code that is shown, or by the secret that a device keeps since."""
