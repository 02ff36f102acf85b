private import Foundation
import Glossport
import GlossportChecking
import GlossportProject
import GlossportReading

extension PlanReport {
    /// The number of requests and their duration, as a sentence.
    private var effort: String {
        let uploads = counts.upload + (images?.counts.upload ?? 0)
        let requests = "\(Plural.of(uploads, "upload")) and \(Plural.of(images == nil ? 1 : 2, "list call"))"
        guard uploads > 0 else { return "\(requests)." }
        return forecastSeconds < 1
            ? "\(requests), as fast as the connection takes them (pace: \(pace))."
            : "\(requests), which take \(Duration.seconds(forecastSeconds).text) at least (pace: \(pace))."
    }

    /// The number of messages that the journal records as uploaded but the service's list lacks.
    private var unlisted: Int { plan.items.count { $0.action == .present && $0.reason != nil } }

    /// The maximum number of table rows, unless all are requested.
    private static let shownRows = 12
    /// The hint at the end of a shortened list.
    static let all = "`glossport plan --all` shows them"

    private func imageLines(folds: Bool, on terminal: Terminal) -> [String] {
        guard let imagePlan else { return [] }
        if folds, imagePlan.count(.present) == imagePlan.items.count {
            let verb = imagePlan.items.count == 1 ? "is" : "are"
            return ["  \(Plural.of(imagePlan.items.count, "image")) \(verb) there already.", ""]
        }
        // Pending items come before items that are already there.
        let items = imagePlan.items.filter { $0.action != .present } + imagePlan.items.filter { $0.action == .present }
        let rows = (folds ? items.prefix(Self.shownRows) : items[...]).compactMap { planned in
            let action = planned.action == .present ? "there" : planned.action.rawValue
            return planned.item.image.map { [$0.path, $0.size.rawValue, Plural.grouped($0.byteCount), action] }
        }
        let table = Table(["IMAGE", "SIZE", "BYTES", "ACTION"], rightAligned: [2], rows)
        let hidden = folds ? items.count - Self.shownRows : 0
        return table.lines(indentedBy: 2, on: terminal) + Plural.more(hidden, Self.all) + [""]
    }

    /// A table of messages with the number of items by action; actions other than uploading and present have columns
    /// only if they occur.
    private func messageLines(folds: Bool, on terminal: Terminal) -> [String] {
        // Sorts `campaign-2` before `campaign-10`.
        let groups = Dictionary(grouping: plan.items, by: \.item.message)
            .sorted { $0.key.compare($1.key, options: .numeric) == .orderedAscending }
        let busy = groups.filter { group in group.value.contains { $0.action != .present } }
        let quiet = groups.filter { group in group.value.allSatisfy { $0.action == .present } }
        let sorted = groups.count > Self.shownRows && folds ? busy + quiet : groups
        let rest = folds ? sorted.dropFirst(Self.shownRows) : []
        let columns: [(heading: String, action: Plan.Action)] = [
            ("TO UPLOAD", .upload), ("THERE", .present), ("CONFLICT", .conflict), ("REFUSED", .refused),
            ("NO ROOM", .overCapacity),
        ]
        let shown = columns.filter { plan.count($0.action) > 0 || [.upload, .present].contains($0.action) }
        guard !groups.isEmpty else { return [] }
        let rows = (folds ? sorted.prefix(Self.shownRows) : sorted[...]).map { message, items in
            [message, String(items.count)] + shown.map { column in String(items.count { $0.action == column.action }) }
        }
        let headings = ["MESSAGE", "LOCALES"] + shown.map(\.heading)
        let table = Table(headings, rightAligned: Set(1...shown.count + 1), rows)
        var lines = table.lines(indentedBy: 2, on: terminal)
        if !rest.isEmpty {
            let others = rest.flatMap(\.value)
            let counts = shown.compactMap { column in
                let count = others.count { $0.action == column.action }
                return count > 0 ? "\(Plural.grouped(count)) \(column.heading.lowercased())" : nil
            }
            lines.append(
                "  … and \(Plural.of(rest.count, "more message")) (\(counts.joined(separator: ", "))): \(Self.all)"
            )
        }
        return lines + [""]
    }

    /// The plan, the next step, and the messages that no product shows; with `verbose`, every item with its id and
    /// place.
    func lines(verbose: Bool, on terminal: Terminal) -> [String] {
        table(verbose: verbose, on: terminal) + UnshownMessages.lines(unshown)
    }

    /// The changes in a few sentences.
    private var sentences: [String] {
        [summary.sentence].compactMap(\.self) + summary.sourceSentences + outdatedSentences
    }

    /// For example “3 texts translate an earlier source text (de-DE and sv)”, with the command that lists them.
    var outdatedSentences: [String] {
        let outdated = check.review.findings.filter { $0.rule == "translation-outdated" }
        guard !outdated.isEmpty else { return [] }
        let locales = Plural.few(Set(outdated.compactMap(\.locale)).sorted(), 8)
        let (verb, them) = outdated.count == 1 ? ("translates", "it") : ("translate", "them")
        return [
            "\(Plural.of(outdated.count, "text")) \(verb) an earlier source text (\(locales)): `glossport validate` lists \(them)."
        ]
    }

    private var beginning: [String] {
        ["Plan for \(plan.destination)\(service.map { " at \($0)" } ?? "")", ""]
            + (sentences.isEmpty ? [] : sentences + [""])
    }

    private func table(verbose: Bool, on terminal: Terminal) -> [String] {
        let extent = verbose ? .all : extent
        let folds = extent != .all
        let content = PlanChanges(planned)
        var lines = beginning + content.lines(extent, verbose: verbose, on: terminal)
        let shown = planned.changes.lines(extent, on: terminal)
        if !shown.isEmpty { lines += shown + [""] }
        let older = planned.changes.setBackLines
        if !older.isEmpty { lines += older + [""] }
        lines += imageLines(folds: folds, on: terminal) + messageLines(folds: folds, on: terminal)
        let locales = check.localeLines(verbose: verbose).drop { $0.isEmpty }
        if !locales.isEmpty { lines += locales + [""] }
        if verbose {
            let rows = plan.items.map { planned in
                [
                    planned.item.id.description, planned.item.message, planned.item.localeWithOrigin,
                    planned.action.rawValue, planned.item.source?.description ?? "",
                ]
            }
            let table = Table(["ID", "MESSAGE", "LOCALE", "ACTION", "FROM"], rows)
            lines += table.lines(indentedBy: 2, on: terminal) + [""]
        }
        let special = ((imagePlan?.items ?? []) + plan.items).filter { $0.reason != nil && $0.action != .overCapacity }
        for planned in special.prefix(folds ? 10 : .max) {
            lines.append("  \(planned.item.titleWithOrigin): \(planned.reason ?? "")")
        }
        if folds { lines += Plural.more(special.count - 10, Self.all) }
        if plan.incomplete > 0 {
            lines.append("\(Plural.of(plan.incomplete, "record lacks", "records lack")) a text and can't be sent.")
        }
        lines += planned.changes.heldLines
        if let sentence = content.byLocale { lines.append(sentence) }
        lines.append(effort)
        let source = plan.asksService ? "" : " as far as the journal knows"
        for (capacity, kind) in [(images?.capacity, "image"), (capacity, "message")] {
            guard let capacity else { continue }
            lines.append(
                "The app holds \(Plural.grouped(capacity.held)) of \(Plural.grouped(capacity.limit)) \(kind)s\(source), \(Plural.grouped(capacity.after)) afterwards."
            )
        }
        // The fill level is only known if the service was queried.
        if let prunable, plan.asksService {
            lines.append(
                prunable > 0
                    ? "That is nearly full: `glossport prune` would free \(Plural.of(prunable, "item"))."
                    : "That is nearly full, and `glossport prune` would free nothing: remove messages from the project."
            )
        }
        guard extent == .changes else { return lines + advice }
        // Repeat the summary below a long list, which has pushed it out of view before the question appears.
        return lines + (lines.count > Self.screen ? [""] + sentences : [])
    }

    /// The number of lines that are assumed to fit on a screen.
    private static let screen = 40

    private var advice: [String] {
        let noRoom = [(images?.counts.overCapacity ?? 0, "image"), (counts.overCapacity, "message")].filter { $0.0 > 0 }
        let uploads = counts.upload + (images?.counts.upload ?? 0)
        if !unapproved.isEmpty {
            return ["Not approved in its current form, so `glossport import` would send nothing:"]
                + unapproved.map { "  \($0)" }
        }
        if !noRoom.isEmpty {
            let what = noRoom.map { Plural.of($0.0, $0.1) }.joined(separator: " and ")
            return [
                plan.asksService
                    ? "There is no room for \(what): `glossport prune` shows which are no longer used; or choose with --message and --locale which to send."
                    : "As far as the journal knows, there is no room for \(what): `glossport plan` without --offline counts what is at the service."
            ]
        }
        if !planned.changes.setBacks.isEmpty, environment == .production {
            return ["`glossport import` would refuse this, and end with 5."]
        }
        let removal = planned.withdrawals.shown.isEmpty ? "" : " and removes the withdrawn defaults"
        if uploads > 0 { return ["`glossport import` uploads them\(removal)."] }
        if unlisted > 0 {
            return [
                """
                The service's list lacks \(Plural.of(unlisted, "item")) that were uploaded according to this journal: `glossport \
                import` checks again, and re-uploads what stays missing.\(unlisted == counts.present ? " \(SettleReport.otherAddress)" : "")
                """
            ]
        }
        if !defaults.isEmpty {
            return ["Nothing to upload; `glossport import` sets the defaults as far as they are approved\(removal)."]
        }
        if !removal.isEmpty { return ["Nothing to upload; `glossport import` removes the withdrawn defaults."] }
        return [summary.defaults.held == 0 ? "Nothing to do." : "Nothing to do while these defaults are held."]
    }
}
