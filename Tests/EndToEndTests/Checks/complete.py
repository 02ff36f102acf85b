"""Types a line into a running shell, presses Tab, and waits for the offered words.

usage: complete.py SHELL SCRIPT LINE EXPECTED [EXPECTED ...]

SHELL is bash, zsh or fish, and SCRIPT its completion script. Each EXPECTED must appear after the key was pressed, and
must not be part of LINE; one that begins with an exclamation mark must not appear. The commands must be on the PATH.
Prints the shell's output on failure.
"""
import os
import pty
import re
import select
import signal
import sys
import time

shell, script, line, *expected = sys.argv[1:]
PROMPT = "ready>"
CALLS = {
    "bash": (["bash", "--noprofile", "--norc", "-i"], f"PS1='{PROMPT}'; bind 'set enable-bracketed-paste off'; bind 'set show-all-if-ambiguous on'; source '{script}'"),
    "zsh": (["zsh", "-f", "-i"], f"unsetopt zle_bracketed_paste; autoload -Uz compinit; compinit -u -D; source '{script}'; LISTMAX=999; unsetopt list_ambiguous; PS1='{PROMPT}'"),
    "fish": (["fish", "--no-config", "-i"], f"function fish_prompt; echo -n '{PROMPT}'; end; source '{script}'"),
}
arguments, setup = CALLS[shell]
process, terminal = pty.fork()
if process == 0:
    os.environ.update(TERM="xterm", COLUMNS="120", LINES="60", SHELL=f"/bin/{shell}")
    os.execvp(arguments[0], arguments)
shown = b""


def text():
    return re.sub(r"\x1b(\[[0-9;?>=]*[A-Za-z]|[()][A-Z0-9]|[=>]|\][^\x07]*\x07)", "", shown.decode("utf-8", "replace"))


def read_until(is_there):
    """Reads the shell's output until it meets the condition, for up to 30 seconds."""
    global shown
    deadline = time.monotonic() + 30
    while not is_there(text()):
        ready, _, _ = select.select([terminal], [], [], max(0, deadline - time.monotonic()))
        if not ready:
            return False
        try:
            shown += os.read(terminal, 65536)
        except OSError:
            return False
    return True


os.write(terminal, (setup + "\n").encode())
# Waits for the prompt itself, not for its echo: fish and zsh redraw it.
if not read_until(lambda seen: re.search(rf"(^|[\r\n]){PROMPT}", seen.split(setup[-12:])[-1])):
    sys.exit(f"{shell} did not start:\n{text()}")
shown = b""
os.write(terminal, line.encode() + b"\t")
wanted = [word for word in expected if not word.startswith("!")]
found = read_until(lambda seen: all(word in seen for word in wanted))
unwanted = [word[1:] for word in expected if word.startswith("!") and word[1:] in text()]
os.kill(process, signal.SIGKILL)
os.waitpid(process, 0)
if not found or unwanted:
    sys.exit(f"{shell} showed after `{line}`:\n{text()}")
