"""A small good case, and one way to break each invariant in it."""
import json
import sqlite3
import uuid

from check import derived_id

APP = "com.example.doctored"
START = 1_800_000_000_000_000
WANTED = [["offer", f"l{n}", f"Header {n}", f"Body {n}"] for n in range(6)]
IDS = [derived_id(APP, *texts) for texts in WANTED]
SCHEMA = """
CREATE TABLE run (number INTEGER PRIMARY KEY, app TEXT, pid INTEGER, exit_code INTEGER);
CREATE TABLE item (number INTEGER PRIMARY KEY, app TEXT, id TEXT, message TEXT, locale TEXT, state TEXT, proof TEXT, reason TEXT);
CREATE TABLE attempt (number INTEGER PRIMARY KEY, app TEXT, endpoint TEXT, item TEXT, run INTEGER, started_us INTEGER,
    finished_us INTEGER, outcome TEXT);
INSERT INTO run VALUES (1, 'com.example.doctored', 11, NULL), (2, 'com.example.doctored', 12, 0);
INSERT INTO attempt VALUES (1, 'com.example.doctored', 'listMessages', NULL, 1, 1800000000000000, 1800000000001000, 'accepted');
"""


def make_good_case(folder):
    """Six messages; the first run was throttled once at the second and killed after the fourth."""
    folder.mkdir()
    database = sqlite3.connect(folder / "journal.sqlite")
    database.executescript(SCHEMA)
    log = [entry(1, START, "listMessages", None)]
    ends = {0: ["accepted"], 1: ["throttled", "accepted"], 2: ["unknown", "already-present"], 3: [None, "already-present"]}
    at = START
    for number, identifier in enumerate(IDS):
        outcomes = ends.get(number, ["accepted"])
        proof = "confirmed" if outcomes[-1] == "already-present" else "response"
        database.execute("INSERT INTO item VALUES (?, ?, ?, ?, ?, 'uploaded', ?, NULL)",
                         (number + 1, APP, identifier, *WANTED[number][:2], proof))
        for place, outcome in enumerate(outcomes):
            at += 3_000_000
            database.execute(
                "INSERT INTO attempt (app, endpoint, item, run, started_us, finished_us, outcome) "
                "VALUES (?, 'uploadMessage', ?, ?, ?, ?, ?)",
                (APP, identifier, 1 if place == 0 and number < 4 else 2, at, at + 9_000 if outcome else None, outcome))
            status = {"accepted": 200, "already-present": 409, "throttled": 429}.get(outcome)
            log.append(entry(len(log) + 1, at + 4_000, "uploadMessage", identifier, status))
    database.commit()
    database.close()
    (folder / "requests.jsonl").write_text("".join(json.dumps(e) + "\n" for e in log))
    messages = [{"messageIdentifier": i, "header": w[2], "body": w[3]} for i, w in zip(IDS, WANTED)]
    state = {"apps": [{"bundleId": APP, "environment": "sandbox", "messages": messages}]}
    (folder / "state.json").write_text(json.dumps(state))
    events = [{"event": "begin", "run": 1}, {"event": "plan"}]
    events += [{"event": "item", "item": {"id": IDS[0]}, "state": "uploaded", "proof": "response"}]
    (folder / "events.jsonl").write_text("".join(json.dumps(e) + "\n" for e in events))
    report = {"outcome": "done", "exitCode": 0, "planned": 6, "done": 4, "alreadyThere": 2, "failed": 0, "unknown": 0,
              "notYet": 0}
    (folder / "report.json").write_text(json.dumps(report))
    (folder / "status.json").write_text(json.dumps({"items": {"uploaded": 6}}))
    (folder / "AuthKey.p8").write_text("-----BEGIN PRIVATE KEY-----\n" + "QUJD" * 45 + "\n-----END PRIVATE KEY-----\n")
    runs = [dict(app=APP, journal="journal.sqlite", pid=11 + n, exit=code, concurrency=1, report=text, status=status)
            for n, (code, text, status) in enumerate([(-9, "events.jsonl", None), (0, "report.json", "status.json")])]
    runs[0]["events"] = True
    (folder / "case.json").write_text(json.dumps({
        "apps": [{"app": APP, "environment": "sandbox", "wanted": WANTED, "complete": True}],
        "journals": ["journal.sqlite"], "runs": runs, "allowance": 20, "steady": {"burst": 2, "perSecond": 1}}))


def entry(number, at, endpoint, identifier, status=200):
    return {"seq": number, "at": at, "endpoint": endpoint, "bundleId": APP, "identifier": identifier, "status": status,
            "retryAfter": str((at + 2_500_000) // 1_000) if status == 429 else None, "fault": None,
            "committed": status in (200, None), "commitAt": None, "answered": status is not None,
            "bodySha256": identifier, "inFlight": 1}


DOCTORS = []


def breaks(name):
    return lambda doctor: DOCTORS.append((name, doctor)) or doctor


def edit(folder, name, change):
    path = folder / name
    value = json.loads(path.read_text())
    change(value)
    path.write_text(json.dumps(value))


def edit_log(folder, change):
    path = folder / "requests.jsonl"
    entries = [json.loads(line) for line in path.read_text().splitlines()]
    change(entries)
    path.write_text("".join(json.dumps(e) + "\n" for e in entries))


def sql(folder, *statements):
    database = sqlite3.connect(folder / "journal.sqlite")
    for statement in statements:
        database.execute(statement)
    database.commit()
    database.close()


def messages(state):
    return state["apps"][0]["messages"]


@breaks("I1")
def missing(folder):
    """a wanted message is not there"""
    edit(folder, "state.json", lambda s: messages(s).pop())


@breaks("I1")
def garbled(folder):
    """a message has another text"""
    edit(folder, "state.json", lambda s: messages(s)[0].update(body="something else"))


@breaks("I1")
def doubled(folder):
    """a text exists under two ids"""
    edit(folder, "state.json", lambda s: messages(s).append(messages(s)[0] | {"messageIdentifier": str(uuid.uuid4())}))


@breaks("I2")
def claimed(folder):
    """the journal contains an upload that the service does not have"""
    edit(folder, "state.json", lambda s: messages(s).pop(2))


@breaks("I3")
def own_success(folder):
    """an item is in conflict with our own earlier upload"""
    sql(folder, "UPDATE item SET state = 'conflict', proof = NULL WHERE number = 3")


@breaks("I4")
def unwanted(folder):
    """an unwanted id was sent"""
    edit_log(folder, lambda log: log[3].update(identifier=str(uuid.uuid4())))


@breaks("I4")
def two_bodies(folder):
    """one id was sent with two bodies"""
    edit_log(folder, lambda log: log[4].update(bodySha256="other"))


@breaks("I5")
def crowded_hour(folder):
    """an hour holds more uploads than allowed"""
    edit(folder, "case.json", lambda c: c.update(allowance=8))


@breaks("I5")
def crowded_second(folder):
    """a second holds more uploads than the steady pace allows"""
    edit_log(folder, lambda log: [e.update(at=START + 3_004_000) for e in log[1:]])


@breaks("I6")
def impatient(folder):
    """an upload starts before Retry-After"""
    edit_log(folder, lambda log: [e.update(retryAfter=str((e["at"] + 9_000_000) // 1_000)) for e in log if e["status"] == 429])


@breaks("I7")
def no_row(folder):
    """a request has no attempt row"""
    sql(folder, f"DELETE FROM attempt WHERE item = '{IDS[5]}'")


@breaks("I7")
def late_row(folder):
    """an attempt row was written after its request"""
    sql(folder, f"UPDATE attempt SET started_us = started_us + 8000 WHERE item = '{IDS[5]}'")


@breaks("I7")
def unbooked_list(folder):
    """a list call has no attempt row"""
    sql(folder, "DELETE FROM attempt WHERE endpoint = 'listMessages'")


@breaks("I8")
def wrong_fold(folder):
    """attempts do not add up to the state"""
    sql(folder, "UPDATE item SET proof = 'response' WHERE number = 3")


@breaks("I8")
def needless(folder):
    """an item was attempted again after it was accepted"""
    sql(folder, "INSERT INTO attempt SELECT 99, app, endpoint, item, run, started_us + 1, finished_us, outcome "
                f"FROM attempt WHERE item = '{IDS[5]}'")


@breaks("I8")
def dangling(folder):
    """an attempt refers to an item that is not there"""
    sql(folder, "UPDATE attempt SET item = '77' WHERE endpoint = 'listMessages'")


@breaks("I8")
def corrupt(folder):
    """pages of the journal are damaged"""
    path = folder / "journal.sqlite"
    data = bytearray(path.read_bytes())
    data[4096 * 3 + 8 : 4096 * 5] = b"\x55" * (4096 * 2 - 8)
    path.write_bytes(data)


@breaks("I9")
def repeats(folder):
    """answered uploads are sent again, more than were in flight"""
    def change(log):
        for copy in [dict(log[1]), dict(log[1])]:
            copy.update(seq=90 + len(log), at=START + 60_000_000)
            log.append(copy)
    edit_log(folder, change)


@breaks("I10")
def exit_code(folder):
    """the exit code differs from the report"""
    edit(folder, "report.json", lambda r: r.update(exitCode=3))


@breaks("I10")
def crashed(folder):
    """a process crashed"""
    edit(folder, "case.json", lambda c: c["runs"][0].update(exit=-4))


@breaks("I10")
def wrong_sum(folder):
    """the counts of the report do not add up"""
    edit(folder, "report.json", lambda r: r.update(planned=7))


@breaks("I10")
def wrong_status(folder):
    """status differs from the journal"""
    edit(folder, "status.json", lambda r: r.update(items={"uploaded": 5, "planned": 1}))


@breaks("I11")
def unfinished(folder):
    """the last run did not complete"""
    edit(folder, "case.json", lambda c: c["runs"][1].update(exit=10))


@breaks("I11")
def left_open(folder):
    """an item stays open forever"""
    sql(folder, "UPDATE item SET state = 'sending', proof = NULL WHERE number = 4")


@breaks("I12")
def key_in_output(folder):
    """the output contains a line of the key"""
    (folder / "run.err").write_text("refused: " + "QUJD" * 45)


@breaks("I12")
def token_in_log(folder):
    """a log contains a token"""
    (folder / "run.err").write_text("Bearer eyJhbGciOiJFUzI1NiJ9.eyJiaWQiOiJjb20uZXhhbXBsZSJ9.c2ln")


@breaks("I12")
def token_in_request_log(folder):
    """the file of --log contains a token"""
    (folder / "log").mkdir(exist_ok=True)
    (folder / "log/run-0.jsonl").write_text('{"path":"/x?token=eyJhbGciOiJFUzI1NiJ9.eyJiaWQiOiJjb20uZXhhbXBsZSJ9.c2ln"}\n')


@breaks("I12")
def core_file(folder):
    """a core file was left"""
    (folder / "core.123").write_bytes(b"\x7fELF")


@breaks("I13")
def cut_event(folder):
    """a stream of events ends in the middle of a line"""
    path = folder / "events.jsonl"
    path.write_text(path.read_text()[:-9])


@breaks("I13")
def early_event(folder):
    """an event reports an upload that the journal does not contain"""
    with open(folder / "events.jsonl", "a") as stream:
        stream.write(json.dumps({"event": "item", "item": {"id": str(uuid.uuid4())}, "state": "uploaded", "proof": "response"}) + "\n")


@breaks("I13")
def second_end(folder):
    """a stream of events continues after its end"""
    with open(folder / "events.jsonl", "a") as stream:
        stream.write('{"event": "end"}\n{"event": "progress"}\n')
