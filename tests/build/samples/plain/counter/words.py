def split(text):
    return [word.strip(".,<>&") for word in text.lower().split()]
