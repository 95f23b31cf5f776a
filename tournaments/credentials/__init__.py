"""Who is asking: by sign-in, by a code, or by the secret a device keeps after claiming one."""
