SECRET_KEY = "placeholder"
