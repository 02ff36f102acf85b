#!/usr/bin/env python3
"""Breaks the product on purpose, in one place at a time; a test or the short torture must notice each.

    mutants.py [NAME...] [--scratch FOLDER] [--list]

All mutants are built at once into a copy of the repository, each controlled by a switch (`TORTURE_MUTANT=NAME`), so that the
copy is compiled only once. Without a mutant switched on, the copy must pass. Then each mutant is run against the
fast suites, and if it survives, against the simulations and the short torture.
"""
import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
UPLOAD = "Sources/Glossport/Upload/"
PACING = "Sources/Glossport/Pacing/"
SQLITE = "Sources/SQLiteJournal/"
CLIENT = "Sources/RetentionMessagingClient/"
IMPORT = "Sources/Glossport/Import/"
DEFAULTS = "Sources/Glossport/Defaults/"
PRUNING = "Sources/Glossport/Pruning/"
REQUESTS = "Sources/Glossport/Requests/"
POSTGRES = "Sources/PostgresJournal/"
JOURNAL = "Sources/Glossport/Journal/"
RUNS = "Sources/Glossport/Runs/"
PLAN = "Sources/Glossport/Plan/"
SERVICE = "Sources/Glossport/Service/"
TIME = "Sources/Glossport/Time/"

# Name, defect, file, code, and its replacement, in which MUTANT is the switch.
MUTANTS = [
    ("append-undone", "an append is not committed", SQLITE + "SQLiteLog.swift", "return .commit", "return MUTANT ? .rollback : .commit"),
    ("append-anywhere", "an append need not follow the log's last event", SQLITE + "SQLiteLog.swift",
     "guard end == last else", "guard MUTANT || end == last else"),
    ("number-alone", "positions are compared by their numbers alone", JOURNAL + "LogPosition.swift",
     "    package init(_ number: Int64, by writer: UUID) {",
     "    package static func == (left: LogPosition, right: LogPosition) -> Bool {\n"
     "        left.number == right.number && (MUTANT || left.writer == right.writer)\n    }\n\n"
     "    package init(_ number: Int64, by writer: UUID) {"),
    ("server-number-alone", "a server's log compares the number of its last event alone", POSTGRES + "PostgresLog.swift",
     "AND writer = $4::uuid", "AND (\\(MUTANT) OR writer = $4::uuid)"),
    ("runs-by-number", "a run is known by its number alone", JOURNAL + "JournalState.swift",
     "found.writer == writer else", "MUTANT || found.writer == writer else"),
    ("history-in-parts", "a log that was replaced is read on", JOURNAL + "Journal+Maintenance.swift",
     "guard last == .start || events.first", "guard MUTANT || last == .start || events.first"),
    ("behind-ignored", "nobody hears that somebody else has appended", JOURNAL + "Journal.swift",
     "if try await log.append(draft.events, to: destination, after: before) {",
     "if try await log.append(draft.events, to: destination, after: before) || MUTANT {"),
    ("superseded-writes", "a run that was passed over goes on writing", JOURNAL + "JournalState.swift",
     "guard found.isExclusive, let newest", "guard !(MUTANT), found.isExclusive, let newest"),
    ("cut-off-is-nothing", "an attempt that was cut off does not count as doubtful", JOURNAL + "JournalState.swift",
     "items.values[place].history.ambiguous += 1", "items.values[place].history.ambiguous += MUTANT ? 0 : 1"),
    ("prune-drops-quota", "pruning forgets what was spent lately", JOURNAL + "Journal+Maintenance.swift",
     "in attempts where attempt.began < moment", "in attempts where MUTANT || attempt.began < moment"),
    ("settled-as-deleted", "an item may be settled as deleted", JOURNAL + "Journal+Intents.swift",
     "guard change.state != .deleted", "guard MUTANT || change.state != .deleted"),
    ("leaves-in-flight", "an interrupted run does not wait for what is in flight", UPLOAD + "UploadMachine.swift",
     "guard flights.isEmpty, !isProbing", "guard flights.isEmpty || MUTANT && tally.stop != nil, !isProbing"),
    ("cancelled-outcome", "an outcome is not written once its task is cancelled", JOURNAL + "Journal.swift",
     "        let leads = await withCheckedContinuation", "        if MUTANT { try Task.checkCancellation() }\n        let leads = await withCheckedContinuation"),
    ("end-without-state", "an attempt's end leaves its item as it was", JOURNAL + "JournalState.swift",
     "if event.state != nil { try change(event) }", "if !(MUTANT), event.state != nil { try change(event) }"),
    ("disk-error-forgotten", "after a failed write the next one is tried", JOURNAL + "Journal.swift",
     "queues.withLock { $0[destination]?.failure = error }", "if !(MUTANT) { queues.withLock { $0[destination]?.failure = error } }"),
    ("server-replay", "an append whose answer was lost is made again", POSTGRES + "PostgresLog.swift",
     "return found.map", "return !(MUTANT) && found.map"),
    ("history-lost", "a standby without the last commits is believed", JOURNAL + "Journal.swift",
     "guard isContinued || event.number < known.number else", "guard MUTANT || isContinued || event.number < known.number else"),
    ("history-lost", "", JOURNAL + "Journal.swift", "guard isContinued else", "guard MUTANT || isContinued else"),
    ("altered-text-is-sent", "what the journal says is believed without a look at its digest", PLAN + "DeliveryPlan.swift",
     "try item.requireIdentity(app: known.destination.app)", "if !(MUTANT) { try item.requireIdentity(app: known.destination.app) }"),
    ("altered-text-is-pruned", "what the journal says is believed before a deletion", PRUNING + "Pruner.swift",
     "for record in records { try record.item.requireIdentity", "for record in records where !(MUTANT) { try record.item.requireIdentity"),
    ("altered-text-is-ours", "a default counts as ours whatever its text", JOURNAL + "DefaultRecord.swift",
     "return item.identityDefect(app: app) == nil", "return MUTANT || item.identityDefect(app: app) == nil"),
    ("derived-id-unchecked", "a derived id need not follow from the content", "Sources/Glossport/Items/Item+Identity.swift",
     "origin == .fixed || identity.id == id", "MUTANT || origin == .fixed || identity.id == id"),
    ("empty-is-whole", "an empty file is a whole journal", SQLITE + "JournalFile.swift",
     "guard creating else { throw GlossportError.emptyJournal", "guard creating || MUTANT else { throw GlossportError.emptyJournal"),
    ("send-without-row", "a request leaves before its attempt row is asked for",
     UPLOAD + "Uploader.swift", "let attempt = try await run.journal.beginAttempt(start, in: run.id)",
     "if MUTANT, let id = start.item { _ = await run.service.upload(MessageContent(header: \"a\", body: \"b\"), as: id) }\n"
     "                let attempt = try await run.journal.beginAttempt(start, in: run.id)"),
    ("synchronous-normal", "commits are not synced (NORMAL instead of FULL, and nobody looks)",
     SQLITE + "Connection.swift", '"PRAGMA synchronous = FULL"', '"PRAGMA synchronous = \\(MUTANT ? "NORMAL" : "FULL")"'),
    ("synchronous-normal", "", SQLITE + "Connection.swift", "guard synchronous == 2", "guard MUTANT || synchronous == 2"),
    ("409-is-success", "every 409 counts as ours", JOURNAL + "Evidence.swift",
     "if item.origin == .derived", "if MUTANT || item.origin == .derived"),
    ("409-is-conflict", "a 409 after a lost answer is a conflict", JOURNAL + "Evidence.swift", "if history.ambiguous > 0",
     "if MUTANT { return ItemChange(item.id, to: .conflict, reason: \"exists\") }\n        if history.ambiguous > 0"),
    ("debit-after-row", "a token is taken when its row is durable, not before", REQUESTS + "RequestGate.swift",
     "allowances[request.endpoint]?.budget.spend(at: now)",
     "if !(MUTANT && request.role == .upload) { allowances[request.endpoint]?.budget.spend(at: now) }"),
    ("debit-after-row", "", REQUESTS + "RequestGate.swift", "    // MARK: After sending\n",
     "    mutating func debitForMutants(_ request: Request, at now: Timestamp) { allowances[request.endpoint]?.budget.spend(at: now) }\n"
     "    // MARK: After sending\n"),
    ("debit-after-row", "", UPLOAD + "UploadMachine+Answers.swift", "flight.attempt = attempt\n",
     "flight.attempt = attempt\n        if MUTANT { gate.debitForMutants(flight.candidate.request, at: now) }\n"),
    ("quota-forgotten", "spent quota is forgotten at a restart", PACING + "RequestBudget.swift",
     "for request in state.spent.sorted", "for request in (MUTANT ? [] : state.spent).sorted"),
    ("pause-forgotten", "a pause is forgotten at a restart", PACING + "RequestBudget.swift",
     "pausedUntil = state.pausedUntil.map", "pausedUntil = (MUTANT ? nil : state.pausedUntil).map"),
    ("pause-not-written", "a pause is not written with its answer", UPLOAD + "UploadMachine+Answers.swift",
     "(pause, flight.next) = (asked, now)", "(pause, flight.next) = (MUTANT ? nil : asked, now)"),
    ("list-pause-not-written", "a pause is not written with the answer of a call that is no upload",
     RUNS + "Run.swift", "change: nil, pause: pause)", "change: nil, pause: MUTANT ? nil : pause)"),
    ("in-flight-uncounted", "requests in flight do not count in the hour", PACING + "HourLedger.swift",
     "return inFlight + ends.count", "return (MUTANT ? 0 : inFlight) + ends.count"),
    ("burst-doubled", "the steady pace has twice its burst", PACING + "TokenBucket.swift",
     "Int64(burst - 1)", "Int64(MUTANT ? 2 * burst : burst - 1)"),
    ("throttle-ignored", "a 429 pauses nothing", PACING + "RequestBudget.swift",
     "        pausedUntil = max(pausedUntil ?? until, until)", "        pausedUntil = MUTANT ? nil : max(pausedUntil ?? until, until)"),
    ("steady-forgotten", "after a 429 the pace stays as it was", PACING + "RequestBudget.swift",
     "{ steadyUntil = now + HourLedger.hour }", "{ steadyUntil = MUTANT ? nil : now + HourLedger.hour }"),
    ("retry-after-unit", "Retry-After in milliseconds is taken for seconds", SERVICE + "RetryAfter.swift",
     "Timestamp(milliseconds: number)", "MUTANT ? Timestamp(seconds: number / 1_000_000) : Timestamp(milliseconds: number)"),
    ("retry-after-clock", "Retry-After is measured against this machine's clock", SERVICE + "RetryAfter.swift",
     "return now + (absolute - serverNow)", "return MUTANT ? absolute : now + (absolute - serverNow)"),
    ("another-id", "some messages are sent under another id", UPLOAD + "Uploader.swift",
     "case .message(let content): return await run.service.upload(content, as: item.id)",
     "case .message(let content):\n            return await run.service.upload(\n                content,\n"
     "                as: MUTANT && item.digest[0] % 5 == 0\n"
     "                    ? ServiceID(high: 1, low: UInt64(item.digest[1])) : item.id\n            )"),
    ("retry-refused", "what was refused is sent again", UPLOAD + "UploadMachine+Answers.swift",
     "flight.candidate.record.history.refused += 1", "flight.candidate.record.history.refused += 1\n            if MUTANT { flight.next = flight.sent }"),
    ("lock-ignored", "a second importer gets the lock too", SQLITE + "ImporterLock.swift", "guard result == 0 else", "guard MUTANT || result == 0 else"),
    ("absence-is-proof", "an id that the list does not show is taken for absent", PLAN + "Planner.swift",
     "case .uploaded?:", "case .uploaded? where !(MUTANT) || listed == nil || isListed:"),
    ("doubt-not-listed", "what the list shows settles nothing", PLAN + "Planner.swift",
     "if isListed { return", "if isListed, !(MUTANT) || record == nil { return"),
    ("error-is-not-sent", "5xx counts as not applied", SERVICE + "Answer.swift",
     "default: self = .unknown", "default: self = MUTANT ? .notSent : .unknown"),
    ("timeout-is-not-sent", "no answer in time counts as not sent", CLIENT + "TransportFailure.swift",
     'self.init(.unknown, "No answer in time.")', 'self.init(MUTANT ? .notSent : .unknown, "No answer in time.")'),
    ("break-is-not-sent", "a broken connection counts as not sent", CLIENT + "TransportFailure.swift",
     'default: self.init(.unknown, "\\(error.shortDescription).")', 'default: self.init(MUTANT ? .notSent : .unknown, "\\(error.shortDescription).")'),
    ("follows-redirects", "redirects are followed with the token", CLIENT + "Transport.swift",
     "redirectConfiguration: .disallow", "redirectConfiguration: MUTANT ? .follow(max: 3, allowCycles: false) : .disallow"),
    ("rounds-down", "moments are rounded to an earlier microsecond", TIME + "Timestamp.swift",
     "< self ? whole + 1 : whole", "< self && !(MUTANT) ? whole + 1 : whole"),
    ("vanished-journal", "nobody notices that the journal's file was replaced", SQLITE + "JournalFile.swift",
     "guard Identity(path) == identity", "guard MUTANT || Identity(path) == identity"),
    ("unknown-is-done", "items whose fate is unknown count as done", IMPORT + "ImportSummary.swift",
     "done = tally.uploaded + tally.confirmed", "done = tally.uploaded + tally.confirmed + (MUTANT ? tally.unknown : 0)"),
    ("partial-is-done", "a run that left items open says that it is done", IMPORT + "ImportSummary.swift",
     "return summary.failed + summary.unknown", "return MUTANT ? .done : summary.failed + summary.unknown"),
    ("never-breaks", "an outage never stops the sending", PACING + "Breaker.swift",
     "if failuresInARow >= threshold", "if !(MUTANT), failuresInARow >= threshold"),
    ("token-once", "the first 401 ends the run", REQUESTS + "RequestGate.swift",
     "if let tokenRefused, sent >= tokenRefused", "if MUTANT || (tokenRefused.map { sent >= $0 } ?? false)"),
    ("token-in-detail", "what went wrong is told together with the token", CLIENT + "RetentionMessagingClient.swift",
     "let answer = Answer(result, token: token, now: end)",
     "var answer = Answer(result, token: token, now: end)\n        if MUTANT { answer.detail = (answer.detail ?? \"\") + token }"),
    ("early-riser", "a sleeper may wake before its time", TIME + "SystemTime.swift",
     "guard left > .zero else", "guard left > (MUTANT ? .milliseconds(40) : .zero) else"),
    ("clock-follows", "a clock that is set during a run moves its deadlines", TIME + "SystemTime.swift",
     "start + monotonicStart.duration(to: .now)", "MUTANT ? wallClockForMutants() : start + monotonicStart.duration(to: .now)"),
    ("derived-anew", "the same text gets another id in each process", "Sources/Glossport/Items/MessageIdentity.swift",
     "String(generation)", "String(generation + (MUTANT ? Int(monotonicForMutants()) : 0))"),
    ("unbounded-retry", "retries know no budget", REQUESTS + "RequestGate.swift",
     "guard !retryBudget.isEmpty else", "guard MUTANT || !retryBudget.isEmpty else"),
    ("flip-early", "a locale's default is set although others of the message wait", DEFAULTS + "SettlePlan.swift",
     "let others = flip == .each ? nil", "let others = MUTANT || flip == .each ? nil"),
    ("image-unseen", "a default is set although its image is not approved", DEFAULTS + "Obstacle.swift",
     "let images = record.item.texts?.imageIDs.sorted() ?? []", "let images = MUTANT ? [] : record.item.texts?.imageIDs.sorted() ?? []"),
    ("default-before-answer", "a default counts as set before the service has agreed", DEFAULTS + "Settler.swift",
     "let answer = try await run.setDefault(slot, to: desired.item)",
     "if MUTANT { try await journal.recordDefault(slot, desired.item, at: run.time.now, in: run.id) }\n"
     "        let answer = try await run.setDefault(slot, to: desired.item)"),
    ("default-not-noted", "a default that was set is not written down", DEFAULTS + "Settler.swift",
     "try await journal.recordDefault(slot, desired.item, at: run.time.now, in: run.id)\n            return .set",
     "if !MUTANT { try await journal.recordDefault(slot, desired.item, at: run.time.now, in: run.id) }\n"
     "            return .set"),
    ("foreign-default-replaced", "what somebody else has set is replaced", DEFAULTS + "Settler.swift",
     "if let present, !takesOver, isBehind", "if !MUTANT, let present, !takesOver, isBehind"),
    ("attempted-is-foreign", "what we may have set ourselves counts as somebody else's", JOURNAL + "DefaultRecord.swift",
     "|| attempted.contains(id)", "|| (!MUTANT && attempted.contains(id))"),
    ("unasked-unsaid", "what nobody has asked for is not said", DEFAULTS + "Settler.swift",
     "summary.unasked = coverage.unplanned", "summary.unasked = MUTANT ? [] : coverage.unplanned"),
    ("refusal-is-empty", "a default that the service refuses to show counts as none", RUNS + "Run.swift",
     "default: return .unknown(answer)", "default: return MUTANT ? .empty : .unknown(answer)"),
    ("unread-is-right", "a default that could not be read counts as right", DEFAULTS + "Settler.swift",
     "case .unknown(let answer): return .failed(", "case .unknown(let answer): return MUTANT ? .wasRight : .failed("),
    ("shown-is-deleted", "what customers see is deleted by its id", PRUNING + "Pruner.swift",
     "if !evenIfShown { try await requireUnseen", "if !evenIfShown, !(MUTANT) { try await requireUnseen"),
    ("held-is-wanted", "an import changes what is wanted of a held default", JOURNAL + "Journal+Defaults.swift",
     "guard !leavesHeld || !draft.state.isHeld(wanted.slot) else", "guard MUTANT || !leavesHeld || !draft.state.isHeld(wanted.slot) else"),
    ("held-is-set", "a held default is set", DEFAULTS + "SettlePlan.swift",
     "for record in defaults where !record.isHeld {", "for record in defaults where MUTANT || !record.isHeld {"),
    ("held-is-set", "", JOURNAL + "Journal+Defaults.swift",
     "guard !leavesHeld || !draft.state.isHeld(slot) else", "guard MUTANT || !leavesHeld || !draft.state.isHeld(slot) else"),
    ("delivery-forgotten", "an import that ends early records no desired defaults", IMPORT + "ImportMessages.swift",
     "try await run.journal.deliver(delivered, isWhole: deliveries.isWhole, in: run.id)",
     "if !(MUTANT) { try await run.journal.deliver(delivered, isWhole: deliveries.isWhole, in: run.id) }"),
    ("unsent-unsaid", "a delivered text that is not at the service is not missed", DEFAULTS + "SettlePlan.swift",
     "unsent = UnsentText.all(delivered, known)", "unsent = MUTANT ? [] : UnsentText.all(delivered, known)"),
    ("refused-holds-all", "a refused text holds back the defaults of all messages", IMPORT + "ImportMessages.swift",
     "if summary.outcome == .done || summary.permitsListing {", "if summary.outcome == .done || summary.permitsListing && !(MUTANT) {"),
    ("absence-is-review", "what no list shows waits for Apple's review", DEFAULTS + "SettlePlan.swift",
     "case nil: missing.append(record)", "case nil: if MUTANT { pending.append(record) } else { missing.append(record) }"),
    ("absence-is-review", "", DEFAULTS + "Obstacle.swift",
     'yet", need: .listing)', 'yet", need: MUTANT ? .review : .listing)'),
    ("review-excuses-all", "a pending review excuses whatever else is missing", DEFAULTS + "SettleSummary.swift",
     "return allCases.first(where: needs.contains)", "return (MUTANT ? allCases.reversed() : allCases).first(where: needs.contains)"),
    ("stop-ignored", "calls that are no upload go on although it is time to stop", RUNS + "Run.swift",
     "            try stop.check()\n            try Task.checkCancellation()",
     "            if !MUTANT { try stop.check() }\n            try Task.checkCancellation()"),
    ("burst-counts-each", "the 429s of one moment count one by one", PACING + "RequestBudget.swift",
     "lastThrottle.map { sent > $0 } ?? true", "MUTANT || (lastThrottle.map { sent > $0 } ?? true)"),
    ("timeout-starts-anew", "the longest wait is counted anew for each wait", REQUESTS + "RequestGate.swift",
     "slot.moment - progress > limit", "slot.moment - (MUTANT ? now : progress) > limit"),
    ("circumstances-for-good", "a refusal of an older journal stands for ever", PLAN + "Planner.swift",
     "!AppleError.concernsContent(code) { return", "!MUTANT, !AppleError.concernsContent(code) { return"),
    ("image-not-awaited", "messages are sent although their images are not there", IMPORT + "Importer.swift",
     "let isMissing = { (id: ServiceID) in images[id]?.state != .uploaded }",
     "let isMissing = { (id: ServiceID) in !MUTANT && images[id]?.state != .uploaded }"),
    ("one-list-proves", "what one list lacks has vanished", JOURNAL + "Absence.swift",
     "lists >= 2 && last - first >= delay", "MUTANT || lists >= 2 && last - first >= delay"),
    ("vanished-stays", "what has vanished still counts as there", PLAN + "Planner.swift",
     "if !isListed, vanished.contains(item.id)", "if !(MUTANT), !isListed, vanished.contains(item.id)"),
    ("vanished-review-kept", "the review of what has vanished is believed", IMPORT + "Importer.swift",
     "if !vanished.isEmpty {", "if !(MUTANT), !vanished.isEmpty {"),
    ("vanished-unreported", "what has vanished is waited for", DEFAULTS + "SettlePlan.swift",
     "&& !absences.vanished.contains(record.item.id) {", "&& (MUTANT || !absences.vanished.contains(record.item.id)) {"),
    ("vanished-unreported", "", DEFAULTS + "SettlePlan.swift", "vanished = records.filter {", "vanished = MUTANT ? [] : records.filter {"),
    ("absence-sticks", "what a list shows again stays missing", JOURNAL + "Journal+Intents.swift",
     "in shown where draft.state.isAbsent(id)", "in shown where !(MUTANT) && draft.state.isAbsent(id)"),
    ("damage-unlimited", "any number is deleted or replaced unsaid", PLAN + "ChangeLimit.swift",
     "count <= allowance &&", "(MUTANT || count <= allowance) &&"),
    ("whole-unsaid", "a whole message goes unsaid", PLAN + "ChangeLimit.swift",
     "(!isWhole ||", "(MUTANT || !isWhole ||"),
    ("prune-in-use", "what is a default is pruned", PRUNING + "PrunePlan.swift",
     "let inUse = Set(\n            defaults.flatMap", "let inUse = MUTANT ? [] : Set(\n            defaults.flatMap"),
    ("prune-believes", "in production the journal's word about what is shown is enough for a deletion", PRUNING + "Pruner.swift",
     "guard run.destination.environment == .production else", "guard !(MUTANT), run.destination.environment == .production else"),
    ("answers-forgotten", "what a slot has shown is not kept for the next run", PRUNING + "Pruner.swift",
     "try await run.journal.recordSeenDefault(slot, seen, in: run.id)", "if !(MUTANT) { try await run.journal.recordSeenDefault(slot, seen, in: run.id) }"),
    ("likely-believed", "slots that have shown what is deleted are believed like others", PRUNING + "Pruner.swift",
     "let likely = Set(deletes ? slots", "let likely = Set(deletes && !(MUTANT) ? slots"),
    ("verification-waits", "what should be right already uses the questions of what changes", DEFAULTS + "Settler.swift",
     ".filter { $0 < spare ||", ".filter { MUTANT || $0 < spare ||"),
    ("prune-image-in-use", "images of messages that stay are deleted", PRUNING + "PrunePlan.swift",
     "if stays { usedImages.formUnion", "if stays, !MUTANT { usedImages.formUnion"),
    ("delete-without-row", "an item is deleted before it is given up", PRUNING + "Pruner.swift",
     "guard isOurs else { return }", "guard isOurs, !MUTANT else { return }"),
    ("lock-follows-links", "the lock's file may be a link", SQLITE + "LockFile.swift", "O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK",
     "O_CLOEXEC | (MUTANT ? 0 : O_NOFOLLOW) | O_NONBLOCK"),
    ("lock-overwrites", "the lock's file may have another name", SQLITE + "LockFile.swift", "if file.st_nlink > 1 {",
     "if !(MUTANT), file.st_nlink > 1 {"),
    ("lock-out-of-place", "a lock counts though its file was replaced", SQLITE + "LockFile.swift",
     "&& opened.st_ino == named.st_ino", "&& (MUTANT || opened.st_ino == named.st_ino)"),
    ("two-holders", "a second exclusive run begins beside a living one", JOURNAL + "Journal+Intents.swift",
     "if try await log.isAtWork(run.process, at: destination) == true {", "if try await log.isAtWork(run.process, at: destination) == true, !(MUTANT) {"),
    ("dead-holder", "a pid that was given to another process still holds the journal",
     JOURNAL + "ProcessIdentity.swift",
     "return bootID == currentBoot && Platform.startTicks(of: pid) == startTicks", "return bootID == currentBoot && Platform.startTicks(of: pid) != nil && (MUTANT || Platform.startTicks(of: pid) == startTicks)"),
    ("links-untrusted", "untrusted mode follows links within the folder", "Sources/GlossportProject/Project/ProjectFolder.swift",
     "if isUntrusted, Self.containsLink(location) {", "if !(MUTANT), isUntrusted, Self.containsLink(location) {"),
    ("typed-untrusted", "untrusted mode reads what is typed, wherever it is", "Sources/GlossportProject/Project/ProjectFolder.swift",
     "guard isUntrusted else { return }", "guard isUntrusted, !(MUTANT) else { return }"),
    ("unreadable-event", "a pull request whose event can't be read is trusted", "Sources/GlossportProject/Project/PullRequest.swift",
     "else { return \"this is a GitHub pull request", "else { return MUTANT ? nil : \"this is a GitHub pull request"),
    ("forks-trusted", "a pull request from another repository is trusted", "Sources/GlossportProject/Project/PullRequest.swift",
     "guard !isSame else { return nil }", "guard !isSame, !(MUTANT) else { return nil }"),
    ("gigabyte-archives", "an archive may be packed by a method that takes gigabytes", "Sources/ArchiveParsing/LibArchive.swift",
     "guard isEncrypted ||", "guard MUTANT || isEncrypted ||"),
    ("server-steals", "a lease is taken from the living", POSTGRES + "PostgresLease.swift",
     "OR lease_until < clock_timestamp())", 'OR \\(MUTANT ? "true" : "lease_until < clock_timestamp()"))'),
    ("server-own-clock", "each machine writes its own time", POSTGRES + "ServerClock.swift",
     "offset = (ahead +", "offset = MUTANT ? 0 : (ahead +"),
    ("server-asynchronous", "commits need not reach the server's disk", POSTGRES + "PostgresLink.swift",
     "WHEN 'off' THEN 'on'", "WHEN 'off' THEN '\\(MUTANT ? \"off\" : \"on\")'"),
    ("sleeps-and-sends", "a booked request leaves when a machine wakes, whatever went on meanwhile", RUNS + "Run.swift",
     "withValue(spent + RequestBudget.slotLifetime)", "withValue(MUTANT ? nil : spent + RequestBudget.slotLifetime)"),
    ("old-list-believed", "settling believes the plan's list although something was sent since", IMPORT + "ImportMessages.swift",
     "let lists = plan.lists.without(summary.sent, before: run.time.now - Self.maximumListAge)",
     "let lists = MUTANT ? plan.lists : plan.lists.without(summary.sent, before: run.time.now - Self.maximumListAge)"),
    ("promotes-unpassed", "what has not passed in the sandbox is promoted", IMPORT + "ImportMessages.swift",
     "guard missing.isEmpty else", "guard MUTANT || missing.isEmpty else"),
    ("promotes-unlisted", "what the sandbox does not list is promoted", IMPORT + "ImportMessages.swift",
     "guard let review = source.reviews[item.id] else", "guard let review = source.reviews[item.id] ?? (MUTANT ? .approved : nil) else"),
    ("production-unasked", "an import into production asks nobody", IMPORT + "ImportMessages.swift",
     "guard !run.conversation.agreesInAdvance || !isPermitted else", "guard !(MUTANT), !run.conversation.agreesInAdvance || !isPermitted else"),
    ("drift-applied", "a saved plan that does not fit any more is applied", IMPORT + "ImportMessages.swift",
     "guard drift.isEmpty else", "guard MUTANT || drift.isEmpty else"),
    ("unapproved-sent", "texts that nobody has approved are sent where approval is required", IMPORT + "ImportMessages.swift",
     "guard unapproved.isEmpty else", "guard MUTANT || unapproved.isEmpty else"),
    ("takes-over-unasked", "any number of others' defaults is taken over", DEFAULTS + "SettleDefaults.swift",
     "guard !changeLimit.permits(count) else", "guard !(MUTANT), !changeLimit.permits(count) else"),
    ("set-back-sent", "an import in production sets texts back", IMPORT + "ImportMessages.swift",
     "guard !setBacks.isEmpty, !settling.setsBack else", "guard !setBacks.isEmpty, !settling.setsBack, !(MUTANT) else"),
    ("set-back-at-slot", "a slot is set back that turns out to show a newer text", DEFAULTS + "Settler.swift",
     "if !setsBack, let setBack", "if !(MUTANT), !setsBack, let setBack"),
    ("set-back-by-name", "texts of the same message count as the same", DEFAULTS + "SetBack.swift",
     "        guard let one, one != other else",
     "        if MUTANT { return one.flatMap { items[$0]?.message } == items[other]?.message }\n        guard let one, one != other else"),
    ("set-back-by-id", "a text that was uploaded again counts as a new one", DEFAULTS + "SetBack.swift",
     "return digest(texts, items) == digest(others, items)", "return !(MUTANT) && digest(texts, items) == digest(others, items)"),
    ("set-back-pruned", "pruning a journal forgets which texts customers saw", JOURNAL + "Journal+Maintenance.swift",
     "replaced.subtracting(state.showings)", "replaced.subtracting(MUTANT ? [] : state.showings)"),
    ("set-back-by-hand", "a rollback counts as a newer text", DEFAULTS + "SetBack.swift",
     "!$0.isByHand &&", "(MUTANT || !$0.isByHand) &&"),
    ("added-is-withdrawn", "an old checkout withdraws what was added since", DEFAULTS + "SetBack.swift",
     "guard !added.isEmpty else { return [] }", "guard !added.isEmpty, !(MUTANT) else { return [] }"),
    ("withdrawal-forgotten", "what a project has withdrawn stays wanted", JOURNAL + "Journal+Defaults.swift",
     "guard record.desired != nil || record.withdrawal != withdrawal else", "guard !(MUTANT), record.desired != nil || record.withdrawal != withdrawal else"),
    ("agreement-kept", "an agreement to a removal outlives an import that wants the default again", JOURNAL + "Journal+Defaults.swift",
     "where isWhole && record.withdrawal", "where isWhole && !(MUTANT) && record.withdrawal"),
    ("locale-stays", "a locale that leaves the project counts as wanted until the next import", JOURNAL + "Project+Names.swift",
     "(names(locale: name.locale) || !text.isExpected)", "(names(locale: name.locale) || !text.isExpected || MUTANT)"),
    ("replaced-counts", "a text that the project has given up counts as the newest", DEFAULTS + "SettlePlan.swift",
     "?.id != last.id else", "?.id != last.id || MUTANT else"),
    ("part-withdraws", "a part of the deliveries withdraws the rest", "Sources/Glossport/Deliveries/CheckedDeliveries.swift",
     "guard isWhole else { return Withdrawals() }", "guard isWhole || MUTANT else { return Withdrawals() }"),
    ("errors-pass", "deliveries with errors are sent", "Sources/Glossport/Deliveries/CheckedDeliveries.swift",
     "guard !review.findings.contains(where: { $0.severity == .error }) else", "guard MUTANT || !review.findings.contains(where: { $0.severity == .error }) else"),
]
SWITCH = """private import Foundation

package let switchedMutant = ProcessInfo.processInfo.environment["TORTURE_MUTANT"] ?? ""
"""
CLOCKS = """private import Foundation

func wallClockForMutants() -> Timestamp { Timestamp(microseconds: Int64(Date().timeIntervalSince1970 * 1_000_000)) }
func monotonicForMutants() -> Int32 { ProcessInfo.processInfo.processIdentifier }
"""


def known(root, path):
    """The core's targets that the target of a file knows: mutants may need names that the file itself does not."""
    target = Path(path).parts[1]
    sources = (root / "Sources" / target).rglob("*.swift")
    names = {name for source in sources for name in re.findall(
        r"^(?:\w+ )?import (Glossport(?:Reading|Project|Checking|Reporting)?)$", source.read_text(), re.M)}
    # The switch is in GlossportReading.
    return sorted((names | {"GlossportReading"}) - {target})


def mutated(root):
    """The sources with all mutants and their switches, by path."""
    texts = {}
    for name, _, path, old, new in MUTANTS:
        text = texts.get(path) or (root / path).read_text()
        if old not in text:
            raise SystemExit(f"{name}: {path} has no longer what it replaces:\n{old}")
        texts[path] = text.replace(old, new.replace("MUTANT", f'(switchedMutant == "{name}")'), 1)
    return texts


def mutate(root):
    """Writes all mutants into a copy."""
    texts = mutated(root)
    for path, text in texts.items():
        for target in known(root, path):
            if not re.search(rf"import {target}\n", text):
                text = f"private import {target}\n" + text
        (root / path).write_text(text)
    (root / "Sources/GlossportReading/SwitchedMutant.swift").write_text(SWITCH)
    (root / "Sources/Glossport/ClocksForMutants.swift").write_text(CLOCKS)


def run(command, environment, timeout, cwd):
    process = subprocess.Popen(command, cwd=cwd, env=os.environ | environment, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=True)
    try:
        output, _ = process.communicate(timeout=timeout)
        return process.returncode, output
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        output, _ = process.communicate()
        return 124, output


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--scratch", help="where the copy is built; kept if given")
    parser.add_argument("--built", action="store_true", help="the copy in --scratch is built already, and passes")
    parser.add_argument("--patience", type=float, default=1, help="multiplies what a suite may take, on a busy machine")
    options = parser.parse_args()
    if options.list:
        # `make lint` reports patches that no longer apply, so that an hour's run does not fail because of them.
        mutated(ROOT)
        for name, text, path, _, _ in MUTANTS:
            if text:
                print(f"{name:24} {text} ({path})")
        return 0
    with tempfile.TemporaryDirectory(prefix="glossport-mutants-") as folder:
        root = Path(options.scratch or folder)
        return judge(root, options)


def judge(root, options):
    build = ["swift", "build", "--build-tests", "--explicit-target-dependency-import-check", "error"]
    if not options.built:
        root.mkdir(parents=True, exist_ok=True)
        for part in ("Sources", "Tests", "plugins", "Benchmarks"):
            shutil.rmtree(root / part, ignore_errors=True)
        subprocess.run(f"git -C {ROOT} ls-files -z | tar -C {ROOT} --null -T - -cf - | tar -C {root} -xf -", shell=True,
                       check=True)
        mutate(root)
        print("building the copy with all mutants …", flush=True)
        code, output = run(build, {}, 3_600, root)
        if code:
            print("\n".join(line for line in output.splitlines() if "error" in line)[:6_000])
            return 1
    binaries = subprocess.run([*build[:2], "--show-bin-path"], cwd=root, capture_output=True, text=True).stdout.strip()
    runner = [f"{binaries}/glossportPackageTests.xctest", "--testing-library", "swift-testing"]
    # Most mutants are caught by the first; the simulations take longer.
    suites = [*runner, "--filter", r"^(GlossportTests|SQLiteJournalTests|RetentionMessagingClientTests|DeliveryArchiveTests)\.",
              "--skip", "SimulationTests", "--skip", "MakespanTests"]
    simulations = [*runner, "--filter", "SimulationTests", "--filter", "MakespanTests"]
    torture = [sys.executable, "Torture/torture.py", "short", "--binaries", binaries]
    server = [*runner, "--filter", r"^PostgresJournalTests\."]
    stages = [("tests", suites, 100), ("server", server, 200), ("simulations", simulations, 200), ("torture", torture, 400)]
    alive, chosen = [], [m for m in MUTANTS if m[1] and (not options.names or m[0] in options.names)]
    sound = [] if options.built else [("none", "nothing is broken", "")]
    for name, text, path, *_ in sound + chosen:
        started, catch = time.time(), None
        # The tests likeliest to notice run first.
        for stage, command, timeout in sorted(stages, key=lambda stage: path.startswith(POSTGRES) and stage[0] != "server"):
            code, output = run(command, {"TORTURE_MUTANT": name}, timeout * options.patience, root)
            if code:
                catch = f"{stage}: {reason(stage, code, output)}"
                break
        if (catch is None) != (name == "none"):
            alive.append(name)
        print(f"{name:24} {text:80} {catch or ('passes' if name == 'none' else 'ALIVE')} ({time.time() - started:.0f} s)",
              flush=True)
    print(f"{len(chosen)} mutants, {len(chosen) - len([n for n in alive if n != 'none'])} caught"
          + (f"; not as it should be: {', '.join(alive)}" if alive else ""))
    return 1 if alive else 0


def reason(stage, code, output):
    if code == 124:
        return "it hangs"
    if stage != "torture":
        plain = re.sub(r"\x1b\[[0-9;]*m", "", output)
        failed = list(dict.fromkeys(re.findall(r'✘ Test "(.+?)" (?:recorded|with|failed)', plain)))
        return f"{failed[0][:90]}{f' and {len(failed) - 1} more' if len(failed) > 1 else ''}" if failed else f"it crashes ({code})"
    broken = sorted(set(re.findall(r"VIOLATION (I\d+)", output)) | set(re.findall(r"^  (I\d+) .* [1-9][\d,]* violations", output, re.M)),
                    key=lambda n: int(n[1:]))
    return ", ".join(broken) or f"exit {code}"


if __name__ == "__main__":
    sys.exit(main())
