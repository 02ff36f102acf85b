import Glossport
import GlossportProject
import GlossportReading

/// The output of `settle` and `wait`, and of `import` if there are defaults to set; the JSON is stable.
struct SettleReport: CommandReport {
    var schema = "glossport.settle/1"
    var app: String
    var environment: ServiceEnvironment
    var outcome: String
    var exitCode: Int
    /// Defaults that customers saw and the project no longer wants.
    var withdrawn: [WithdrawnRow]
    /// The next requirement: `review`, `quota`, `list` or `import`.
    var waitsFor: SettleSummary.Need?
    var resumeAt: Timestamp?
    var next = ""
    @Unencoded private(set) var summary: SettleSummary
    @Unencoded private var isImport: Bool
    /// Whether the import keeps withdrawn defaults, as requested.
    @Unencoded private var keepsWithdrawn: Bool

    init(
        _ summary: SettleSummary,
        _ destination: Destination,
        _ status: ExitStatus,
        isImport: Bool = false,
        keepsWithdrawn: Bool = false
    ) {
        self.summary = summary
        (self.isImport, self.keepsWithdrawn) = (isImport, keepsWithdrawn)
        (app, environment) = (destination.app, destination.environment)
        (outcome, exitCode) = (summary.outcome.word, Int(status.rawValue))
        waitsFor = summary.need
        withdrawn = summary.withdrawn.map(WithdrawnRow.init)
        resumeAt = summary.outOfQuota?.resumeAt
        next = Hints.complete(obstacle ?? imports ?? removal ?? retryLater ?? end)
    }

    private static let shown = 20
    private static let all = "--output json shows them all"

    /// Defaults of the same product and message that wait for the same reason, combined into one row with all their
    /// locales.
    private static func groups(_ rows: [(desired: DesiredDefault, reason: String)]) -> [(
        row: [String], locales: [String]
    )] {
        var groups: [(row: [String], locales: [String])] = []
        var places: [[String]: Int] = [:]
        for (desired, reason) in rows {
            let row = [desired.slot.product, desired.message, reason]
            if let place = places[row] {
                groups[place].locales.append(desired.slot.locale)
            } else {
                places[row] = groups.count
                groups.append((row, [desired.slot.locale]))
            }
        }
        return groups
    }

    func lines(verbose: Bool, on terminal: Terminal) -> [String] {
        ["\(app) (\(environment.rawValue))"] + details + (summary.listing.map { [$0.sentence] } ?? []) + [next]
    }

    /// The counts, followed by the items and defaults that need attention.
    var details: [String] {
        var lines: [String] = []
        func add(_ heading: String, always: [(String, Int)], ifAny: [(String, Int)]) {
            let counts = (always + ifAny.filter { $0.1 > 0 }).map { [$0, Plural.grouped($1)] }
            lines += Table([heading, ""], rightAligned: [1], counts).lines(indentedBy: 2)
        }
        let (set, waiting) = (summary.set, summary.waiting)
        if summary.wantsDefaults || !set.isEmpty || !withdrawn.isEmpty || summary.alreadySet + waiting.count > 0 {
            add(
                "DEFAULTS",
                always: [("set now", set.count), ("set before", summary.alreadySet), ("waiting", waiting.count)],
                ifAny: [
                    ("failed", summary.failed.count), ("set from elsewhere", summary.conflicts.count),
                    ("would go back", summary.setBacks.count), ("not planned", summary.unasked.count),
                    ("held", summary.held.count), ("rolled back", summary.rolledBack.count),
                    ("removed", summary.removed.count),
                    ("withdrawn", withdrawn.count { $0.state != .removed && $0.state != .taken }),
                ]
            )
            lines.append("")
        }
        add(
            "APPLE'S REVIEW",
            always: [("in review", summary.pending.count), ("rejected", summary.rejected.count)],
            ifAny: [("vanished", summary.vanished.count), ("missing from list", summary.missing.count)]
        )
        if let clock = summary.reviewClock?.sentence(at: SystemTime.sinceNow.now) { lines.append(clock) }
        lines += withdrawnLines + conflictLines + (isImport ? [] : unsentLines)
        if !summary.rejected.isEmpty { lines.append("") }
        for item in summary.rejected.prefix(Self.shown).map(\.item) {
            guard let texts = item.texts else {
                lines.append("  \(item.title): image rejected by Apple")
                continue
            }
            lines.append(
                "  \(Self.place(of: item))\(item.title) rejected by Apple: “\(texts.header)” / “\(texts.body)”"
            )
        }
        for (records, what) in [
            (summary.vanished, "has vanished from the service"),
            (summary.missing, "is missing from the service's newest list"),
        ] {
            for item in records.prefix(Self.shown).map(\.item) { lines.append("  \(item.title) \(what) (\(item.id))") }
            lines += Plural.more(records.count - Self.shown, Self.all)
        }
        let open =
            summary.setBacks.map { ($0.desired, $0.clause) }
            + (summary.failed + waiting).map { ($0.desired, $0.reason) }
        let groups = Self.groups(open)
        if !groups.isEmpty {
            let rows = groups.prefix(Self.shown).map { row, locales in
                [row[0], row[1], Plural.few(locales, 4), row[2]]
            }
            let table = Table(["PRODUCT", "MESSAGE", "LOCALES", "WHY NOT YET"], rows)
            lines += [""] + table.lines(indentedBy: 2) + Plural.more(groups.count - Self.shown, Self.all)
        }
        return lines
    }

    private var withdrawnLines: [String] {
        let lines = WithdrawnRow.lines(withdrawn)
        return (lines.isEmpty ? [] : [""]) + lines.prefix(Self.shown) + Plural.more(lines.count - Self.shown, Self.all)
    }

    /// The texts that an import must send; an import itself lists them with its uploads.
    private var unsentLines: [String] {
        guard !summary.unsent.isEmpty else { return [] }
        let lines = summary.unsent.prefix(Self.shown).map { text in
            "  \(Self.place(of: text.item))\(text.name.title) is not at the service: \(text.reason)"
        }
        return [""] + lines + Plural.more(summary.unsent.count - Self.shown, Self.all)
    }

    /// The place in the delivery, followed by a colon; empty if it is unknown.
    private static func place(of item: Item?) -> String { item?.source.map { "\($0.path):\($0.line): " } ?? "" }

    /// Defaults that were set from elsewhere, with the messages that customers see and the messages that the project
    /// wants.
    private var conflictLines: [String] {
        guard !summary.conflicts.isEmpty else { return [] }
        let rows = summary.conflicts.prefix(Self.shown).map { conflict in
            let (slot, known) = (conflict.desired.slot, conflict.known)
            let name = known?.message ?? summary.names[conflict.present]?.title
            let text =
                known?.texts.map { " “\($0.header)”" } ?? (name == nil ? ", which this journal does not know" : "")
            return [
                slot.product, slot.locale, (name ?? conflict.present.description) + text,
                "\(conflict.desired.message) (\(conflict.desired.item))",
            ]
        }
        let table = Table(["PRODUCT", "LOCALE", "CUSTOMERS SEE", "THE PROJECT WANTS"], rows)
        return [""] + table.lines(indentedBy: 2) + Plural.more(summary.conflicts.count - Self.shown, Self.all)
    }

    /// For example “3 messages and 1 image”.
    private static func count(_ records: [ItemRecord]) -> String {
        let images = records.count { $0.item.kind == .image }
        let counts = [(records.count - images, "message"), (images, "image")].filter { $0.0 > 0 }
        return counts.map { Plural.of($0.0, $0.1) }.joined(separator: " and ")
    }

    /// The next step if there is an obstacle other than an unfinished import or a wait.
    var obstacle: String? {
        if !summary.conflicts.isEmpty, summary.conflicts.allSatisfy(\.isBehind) {
            return """
                Another journal uploaded the texts of \(Plural.of(summary.conflicts.count, "default")), so this journal may be older than the \
                service. Customers keep the texts that they see. If the new texts are right, add --take-over.
                """
        }
        if !summary.conflicts.isEmpty {
            return """
                \(Plural.of(summary.conflicts.count, "default was", "defaults were")) set by another tool or another journal, and \
                \(summary.conflicts.count == 1 ? "stays" : "stay"). If this project has the newer texts, add --take-over; otherwise import \
                the newer texts here first.
                """
        }
        if !summary.setBacks.isEmpty {
            let texts = Plural.of(
                summary.setBacks.count,
                "default would go back to an older text",
                "defaults would go back to older texts"
            )
            return
                "\(texts), and \(summary.setBacks.count == 1 ? "stays" : "stay"). \(SetBack.remedy(of: summary.setBacks))"
        }
        if !summary.rejected.isEmpty {
            return summary.rejected.count == 1
                ? "Apple rejected \(Self.count(summary.rejected)): change what is named above, and import it again."
                : "Apple rejected \(Self.count(summary.rejected)): change what is named above, and import them again."
        }
        if !summary.vanished.isEmpty {
            return """
                \(Self.count(summary.vanished)) vanished from the service; another tool must have deleted \(summary.vanished.count == 1 ? "it" : "them"): \
                `glossport import` uploads again what is still delivered, and Apple reviews it again. Until then customers may see \
                nothing there.
                """
        }
        if !summary.failed.isEmpty {
            return "Some defaults could not be set; run `glossport settle` again, or fix the reasons above."
        }
        if withdrawn.contains(where: { $0.state == .failed }) {
            return "Some withdrawn defaults could not be removed; \(again), or fix the reasons above."
        }
        if let stop = summary.stop, !summary.waiting.isEmpty || withdrawn.contains(where: { $0.state == .waiting }) {
            return "\(stop.sentence): \(again) to continue."
        }
        return nil
    }

    /// The next step if it involves an import.
    private var imports: String? {
        if !summary.unsent.isEmpty {
            let refused = summary.unsent.count(where: \.needsPerson)
            let open = summary.unsent.count - refused
            var counts: [String] = []
            if refused > 0 {
                counts.append("\(Plural.of(refused, "text")) of the last import could not be sent as delivered")
            }
            if open > 0 { counts.append("\(Plural.of(open, "text is", "texts are")) not uploaded yet") }
            return "\(counts.joined(separator: ", and ")): "
                + (refused > 0
                    ? "correct what is named above, then run `glossport import`."
                    : "`glossport import` continues with them.")
        }
        if !summary.unasked.isEmpty, isImport {
            let places = Plural.of(
                summary.unasked.count,
                "default that the project wants is",
                "defaults that the project wants are"
            )
            return """
                \(places) not planned (\(unaskedPlaces)), because this import contained no text for \(summary.unasked.count == 1 ? "it" : "them"). \
                Customers keep what they see there until an import contains one.
                """
        }
        if !summary.unasked.isEmpty {
            return """
                This journal has not planned \(Plural.of(summary.unasked.count, "default")) that the project wants (\(unaskedPlaces)): \
                `glossport import` plans them. A new journal contains none; until then customers keep seeing the old messages.
                """
        }
        if !summary.rolledBack.isEmpty {
            let places = Plural.of(summary.rolledBack.count, "default is", "defaults are")
            return """
                \(places) rolled back, and the next `glossport import` sets the newer texts again. To keep the old texts, restore them in \
                the deliveries and import them, or run `glossport defaults hold`.
                """
        }
        guard blocked > 0 else { return nil }
        return "\(Plural.of(blocked, "default waits", "defaults wait")) for an import: `glossport import` continues."
    }

    /// The next step if customers still see defaults that the project no longer wants.
    var removal: String? {
        let kept = summary.kept.count
        guard kept > 0 else { return nil }
        let places = Plural.of(kept, "withdrawn default is", "withdrawn defaults are")
        return keepsWithdrawn
            ? "\(places) still shown, because of --keep-withdrawn: `glossport import` of all deliveries, without it, removes \(kept == 1 ? "it" : "them")."
            : "\(places) still shown: `glossport import` of all deliveries removes \(kept == 1 ? "it" : "them")."
    }

    /// The number of defaults that wait for an import to send something.
    var blocked: Int { summary.waiting.count { $0.need == .importing } }

    /// The next step if only time is needed.
    var retryLater: String? {
        if let quota = summary.outOfQuota { return quota.next(again) }
        if !summary.missing.isEmpty {
            return """
                The service's newest list lacks \(Self.count(summary.missing)) that \(summary.missing.count == 1 ? "was" : "were") uploaded. Lists may \
                lag: items missing for \(summary.vanishedAfter.text) count as vanished; \(again) \
                then.\(summary.listing?.seen == 0 ? " \(Self.otherAddress)" : "")
                """
        }
        if !summary.pending.isEmpty {
            return
                "Apple reviews \(Self.count(summary.pending)): run `glossport settle` again later; it is safe at any time."
        }
        let late = summary.waiting.filter { $0.need != .importing }
        guard let first = late.first else { return nil }
        let others = late.count > 1 ? " (1 of \(Plural.grouped(late.count)))" : ""
        return "\(first.desired.slot) waits\(others), because \(first.reason): \(again) later."
    }

    /// The sentence if nothing is left to do.
    private var end: String {
        let removed = summary.removed.count
        let removal =
            removed > 0 ? " \(Plural.of(removed, "withdrawn default was", "withdrawn defaults were")) removed." : ""
        guard summary.wantsDefaults else { return "Done." + (removed > 0 ? removal : " " + Self.noProduct) }
        guard !summary.held.isEmpty else {
            return "Done: everything that the project wants is approved, and every default is set." + removal
        }
        let places = Plural.of(summary.held.count, "default is", "defaults are")
        let others = summary.held.count(where: \.differs)
        let differs = others > 0 ? " Customers do not see the delivered text in \(others) of them." : ""
        let withdrawn = summary.held.count(where: \.isWithdrawn)
        let unwanted = withdrawn > 0 ? " The project no longer wants \(withdrawn) of them." : ""
        return
            "Done, but \(places) held: imports leave them as they are until `glossport defaults release`.\(differs)\(unwanted)\(removal)"
    }

    /// The likely cause if a list contains none of the items that the journal records as uploaded.
    static let otherAddress =
        "If they were uploaded to another address, such as an emulator's, use a separate journal for each address (--journal)."

    static let noProduct =
        "No product shows these messages yet: name products under `defaultFor` in the project file, or pass the ids to your server (`glossport ids`)."

    private var again: String { isImport ? "run the same command again" : "run `glossport settle` again" }

    private var unaskedPlaces: String {
        let products = Set(summary.unasked.map(\.product)).sorted()
        let places = products.prefix(2).map { product in
            let locales = summary.unasked.filter { $0.product == product }.map(\.locale)
            return "\(product) in \(Plural.few(locales, 3))"
        }
        return places.joined(separator: "; ") + (products.count > 2 ? "; …" : "")
    }
}

extension ServiceListing {
    /// The number of uploaded items seen at the service, and the time.
    var sentence: String {
        let moment = TimeText.full(at)
        guard uploaded > 0 else { return "The list was read at \(moment); this journal has uploaded nothing there." }
        return "\(Plural.grouped(seen)) of \(Plural.of(uploaded, "uploaded item")) seen at the service at \(moment)."
    }
}
