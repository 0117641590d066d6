import os

from transfers import Account, Refused, journal, transfer

ada, bob = Account("ada", 30), Account("bob")
os.makedirs("book")
