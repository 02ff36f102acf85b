import Glossport
import GlossportChecking
import GlossportImporting
import GlossportReading

/// The output of `settle` and `wait`, and of `import` if there are defaults to set; its JSON is stable.
struct SettleReport: CommandReport {
    var schema = "glossport.settle/1"
    var app: String
    var environment: ServiceEnvironment
    var outcome: String
    var exitCode: Int
    /// Defaults by what became of them.
    var set: [DefaultRow]
    var alreadySet: Int
    var waiting: [DefaultRow]
    var failed: [DefaultRow]
    /// Messages that Apple reviews, and those that it has rejected.
    var pending, rejected: [ItemRow]
    /// Uploaded items that have vanished from the service, and those that its newest list lacks.
    var vanished, missing: [ItemRow]
    /// Delivered texts that are not at the service.
    var notUploaded: [UnsentRow]
    /// How much of what is uploaded the service's lists showed.
    var seen: SeenReport?
    /// Defaults set from elsewhere, with their present messages; they stay.
    var conflicts: [DefaultRow]
    /// Defaults that would go back to texts which newer ones have replaced; they stay.
    var setBacks: [DefaultRow]
    /// Defaults that a person keeps: until they are released, or until the next import.
    var held, rolledBack: [KeptRow]
    /// Defaults that the project no longer wants and that customers saw.
    var withdrawn: [WithdrawnRow]
    /// Desired defaults that no import has planned yet.
    var unasked: [Slot]
    /// The next requirement: `review`, `quota`, `list` or `import`.
    var waitsFor: String?
    var resumeAt: Timestamp?
    /// The next step, in words.
    var next = ""
    @Unencoded private var summary: SettleSummary
    @Unencoded private var isImport: Bool
    /// Whether the import was told to keep what is withdrawn.
    @Unencoded private var keepsWithdrawn: Bool

    struct Slot: Encodable {
        var product, locale: String
    }

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
        (outcome, exitCode) = (summary.outcome.rawValue, Int(status.rawValue))
        waitsFor = summary.need?.rawValue
        conflicts = summary.conflicts.map { conflict in
            var row = DefaultRow(conflict.desired)
            row.present = conflict.present
            row.presentMessage = conflict.known?.message ?? summary.names[conflict.present]?.title
            row.presentHeader = conflict.known?.texts?.header
            return row
        }
        setBacks = summary.setBacks.map { DefaultRow($0.desired, reason: $0.clause) }
        withdrawn = summary.withdrawn.map(WithdrawnRow.init)
        unasked = summary.unasked.map { Slot(product: $0.product, locale: $0.locale) }
        set = summary.set.map { DefaultRow($0) }
        alreadySet = summary.alreadySet
        waiting = summary.waiting.map { DefaultRow($0.desired, reason: $0.reason) }
        failed = summary.failed.map { DefaultRow($0.desired, reason: $0.reason) }
        func rows(_ records: [ItemRecord]) -> [ItemRow] { records.map { ItemRow($0.item) } }
        (pending, rejected) = (rows(summary.pending), rows(summary.rejected))
        (vanished, missing) = (rows(summary.vanished), rows(summary.missing))
        seen = summary.listing.map(SeenReport.init)
        notUploaded = summary.unsent.map(UnsentRow.init)
        (held, rolledBack) = (summary.held.map(KeptRow.init), summary.rolledBack.map(KeptRow.init))
        resumeAt = summary.outOfQuota?.resumeAt
        next = Hints.complete(obstacle ?? imports ?? removal ?? patience ?? end)
    }

    private static let shown = 20
    private static let all = "--output json shows them all"

    /// Defaults that wait for the same reason, in one line with all their locales.
    private static func groups(_ rows: [DefaultRow]) -> [(row: DefaultRow, locales: [String])] {
        var groups: [(row: DefaultRow, locales: [String])] = []
        var places: [[String]: Int] = [:]
        for row in rows {
            let key = [row.product, row.message, row.reason ?? ""]
            if let place = places[key] {
                groups[place].locales.append(row.locale)
            } else {
                places[key] = groups.count
                groups.append((row, [row.locale]))
            }
        }
        return groups
    }

    func lines(verbose: Bool, on terminal: Terminal) -> [String] {
        ["\(app) (\(environment.rawValue))"] + details + (seen.map { [$0.sentence] } ?? []) + [next]
    }

    /// The counts under what they count, and what is not in place.
    var details: [String] {
        var lines: [String] = []
        func add(_ heading: String, always: [(String, Int)], ifAny: [(String, Int)]) {
            var counts = Table([heading, ""], rightAligned: [1])
            for (name, count) in always + ifAny.filter({ $0.1 > 0 }) { counts.add([name, Plural.grouped(count)]) }
            lines += counts.lines(indentedBy: 2)
        }
        if summary.wantsDefaults || !set.isEmpty || !withdrawn.isEmpty || alreadySet + waiting.count > 0 {
            add(
                "DEFAULTS",
                always: [("set now", set.count), ("set before", alreadySet), ("waiting", waiting.count)],
                ifAny: [
                    ("failed", failed.count), ("set from elsewhere", conflicts.count),
                    ("would go back", setBacks.count), ("not planned", unasked.count),
                    ("held", held.count), ("rolled back", rolledBack.count), ("removed", summary.removed.count),
                    ("withdrawn", withdrawn.count { $0.state != .removed && $0.state != .taken }),
                ]
            )
            lines.append("")
        }
        add(
            "APPLE'S REVIEW",
            always: [("in review", pending.count), ("rejected", rejected.count)],
            ifAny: [("vanished", vanished.count), ("missing from list", missing.count)]
        )
        lines += withdrawnLines + conflictLines + (isImport ? [] : unsentLines)
        if !rejected.isEmpty { lines.append("") }
        for message in rejected.prefix(Self.shown) {
            let place = message.path.map { "\($0):\(message.line ?? 1): " } ?? ""
            if let image = message.image {
                lines.append("  \(image): image rejected by Apple")
                continue
            }
            let text = "“\(message.header ?? "")” / “\(message.body ?? "")”"
            lines.append("  \(place)\(message.message) \(message.locale) rejected by Apple: \(text)")
        }
        for (messages, what) in [
            (vanished, "has vanished from the service"), (missing, "is missing from the service's newest list"),
        ] {
            for message in messages.prefix(Self.shown) {
                lines.append("  \(message.image ?? "\(message.message) \(message.locale)") \(what) (\(message.id))")
            }
            lines += Plural.more(messages.count - Self.shown, Self.all)
        }
        let groups = Self.groups(setBacks + failed + waiting)
        if !groups.isEmpty {
            var table = Table(["PRODUCT", "MESSAGE", "LOCALES", "WHY NOT YET"])
            for (row, locales) in groups.prefix(Self.shown) {
                table.add([row.product, row.message, Plural.few(locales, 4), row.reason ?? ""])
            }
            lines += [""] + table.lines(indentedBy: 2) + Plural.more(groups.count - Self.shown, Self.all)
        }
        return lines
    }

    private var withdrawnLines: [String] {
        let lines = WithdrawnRow.lines(withdrawn)
        return (lines.isEmpty ? [] : [""]) + lines.prefix(Self.shown) + Plural.more(lines.count - Self.shown, Self.all)
    }

    /// The texts that an import has to send; an import itself lists them beside its uploads.
    private var unsentLines: [String] {
        guard !notUploaded.isEmpty else { return [] }
        let lines = notUploaded.prefix(Self.shown).map { text in
            let place = text.path.map { "\($0):\(text.line ?? 1): " } ?? ""
            return "  \(place)\(text.message) \(text.locale) is not at the service: \(text.reason)"
        }
        return [""] + lines + Plural.more(notUploaded.count - Self.shown, Self.all)
    }

    /// Defaults set from elsewhere, with all that is known of them.
    private var conflictLines: [String] {
        guard !conflicts.isEmpty else { return [] }
        var table = Table(["PRODUCT", "LOCALE", "CUSTOMERS SEE", "THE PROJECT WANTS"])
        for conflict in conflicts.prefix(Self.shown) {
            let isNamed = conflict.presentMessage != nil
            let text =
                conflict.presentHeader.map { " “\($0)”" } ?? (isNamed ? "" : ", which this journal does not know")
            table.add([
                conflict.product, conflict.locale,
                (conflict.presentMessage ?? conflict.present?.description ?? "") + text,
                "\(conflict.message) (\(conflict.id))",
            ])
        }
        return [""] + table.lines(indentedBy: 2) + Plural.more(conflicts.count - Self.shown, Self.all)
    }

    /// “3 messages and 1 image”.
    private static func count(_ items: [ItemRow]) -> String {
        let images = items.count { $0.image != nil }
        let counts = [(items.count - images, "message"), (images, "image")].filter { $0.0 > 0 }
        return counts.map { Plural.of($0.0, $0.1) }.joined(separator: " and ")
    }

    /// The next step where something other than a missing upload or time is in the way.
    var obstacle: String? {
        if !summary.conflicts.isEmpty, summary.conflicts.allSatisfy(\.isBehind) {
            return """
                Another journal uploaded the texts of \(Plural.of(conflicts.count, "default")), so this journal may be older than the \
                service. Customers keep the texts that they see. If the new texts are right, add --take-over.
                """
        }
        if !conflicts.isEmpty {
            return """
                \(Plural.of(conflicts.count, "default was", "defaults were")) set by another tool or another journal, and \
                \(conflicts.count == 1 ? "stays" : "stay"). If this project has the newer texts, add --take-over; otherwise import \
                the newer texts here first.
                """
        }
        if !setBacks.isEmpty {
            let texts = Plural.of(
                setBacks.count,
                "default would go back to an older text",
                "defaults would go back to older texts"
            )
            return "\(texts), and \(setBacks.count == 1 ? "stays" : "stay"). \(SetBack.remedy(of: summary.setBacks))"
        }
        if !rejected.isEmpty {
            return rejected.count == 1
                ? "Apple rejected \(Self.count(rejected)): change what is named above, and import it again."
                : "Apple rejected \(Self.count(rejected)): change what is named above, and import them again."
        }
        if !vanished.isEmpty {
            return """
                \(Self.count(vanished)) vanished from the service; another tool must have deleted \(vanished.count == 1 ? "it" : "them"): \
                `glossport import` uploads again what is still delivered, and Apple reviews it again. Until then customers may see \
                nothing there.
                """
        }
        if !failed.isEmpty {
            return "Some defaults could not be set; run `glossport settle` again, or fix the reasons above."
        }
        if withdrawn.contains(where: { $0.state == .failed }) {
            return "Some withdrawn defaults could not be removed; \(again), or fix the reasons above."
        }
        if let stop = summary.stop, !waiting.isEmpty || withdrawn.contains(where: { $0.state == .waiting }) {
            return "\(stop.sentence): \(again) to go on."
        }
        return nil
    }

    /// The next step where an import has to go on.
    private var imports: String? {
        if !notUploaded.isEmpty {
            let refused = notUploaded.count(where: \.needsPerson)
            let open = notUploaded.count - refused
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
        if !unasked.isEmpty, isImport {
            let places = Plural.of(
                unasked.count,
                "default that the project wants is",
                "defaults that the project wants are"
            )
            return """
                \(places) not planned (\(unaskedPlaces)), because this import contained no text for \(unasked.count == 1 ? "it" : "them"). \
                Customers keep what they see there until an import contains one.
                """
        }
        if !unasked.isEmpty {
            return """
                This journal has not planned \(Plural.of(unasked.count, "default")) that the project wants (\(unaskedPlaces)): \
                `glossport import` plans them. A new journal contains none; until then customers keep seeing the old messages.
                """
        }
        if !rolledBack.isEmpty {
            let places = Plural.of(rolledBack.count, "default is", "defaults are")
            return """
                \(places) rolled back, and the next `glossport import` sets the newer texts again. To keep the old texts, restore them in \
                the deliveries and import them, or run `glossport defaults hold`.
                """
        }
        guard blocked > 0 else { return nil }
        return "\(Plural.of(blocked, "default waits", "defaults wait")) for an import: `glossport import` continues."
    }

    /// The next step where customers still see what the project no longer wants.
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

    /// The next step where it takes time.
    var patience: String? {
        if let quota = summary.outOfQuota { return quota.next(again) }
        if !missing.isEmpty {
            return """
                The service's newest list lacks \(Self.count(missing)) that \(missing.count == 1 ? "was" : "were") uploaded. Lists may \
                lag: items missing for \(summary.vanishedAfter.text) count as vanished; \(again) \
                then.\(seen?.seen == 0 ? " \(Self.otherAddress)" : "")
                """
        }
        if !pending.isEmpty {
            return "Apple reviews \(Self.count(pending)): run `glossport settle` again later; it is safe at any time."
        }
        let late = summary.waiting.filter { $0.need != .importing }
        guard let first = late.first else { return nil }
        let others = late.count > 1 ? " (1 of \(Plural.grouped(late.count)))" : ""
        return "\(first.desired.slot) waits\(others), because \(first.reason): \(again) later."
    }

    /// The sentence where nothing is in the way.
    private var end: String {
        let removed = summary.removed.count
        let removal =
            removed > 0 ? " \(Plural.of(removed, "withdrawn default was", "withdrawn defaults were")) removed." : ""
        guard summary.wantsDefaults else { return "Done." + (removed > 0 ? removal : " " + Self.noProduct) }
        guard !held.isEmpty else {
            return "Done: everything that the project wants is approved, and every default is set." + removal
        }
        let places = Plural.of(held.count, "default is", "defaults are")
        let others = summary.held.count(where: \.differs)
        let differs = others > 0 ? " Customers do not see the delivered text in \(others) of them." : ""
        let withdrawn = summary.held.count(where: \.isWithdrawn)
        let unwanted = withdrawn > 0 ? " The project no longer wants \(withdrawn) of them." : ""
        return
            "Done, but \(places) held: imports leave them as they are until `glossport defaults release`.\(differs)\(unwanted)\(removal)"
    }

    /// The likely cause where a list shows nothing of all that the journal calls uploaded.
    static let otherAddress =
        "If they were uploaded to another address, such as an emulator's, use a separate journal for each address (--journal)."

    /// The sentence for a project without defaults.
    static let noProduct =
        "No product shows these messages yet: name products under `defaultFor` in the project file, or pass the ids to your server (`glossport ids`)."

    private var again: String { isImport ? "run the same command again" : "run `glossport settle` again" }

    /// Products and locales in a few words.
    private var unaskedPlaces: String {
        let products = Set(unasked.map(\.product)).sorted()
        let places = products.prefix(2).map { product in
            let locales = unasked.filter { $0.product == product }.map(\.locale)
            return "\(product) in \(Plural.few(locales, 3))"
        }
        return places.joined(separator: "; ") + (products.count > 2 ? "; …" : "")
    }
}

/// A product in a locale, with the message that the project wants there and what is known of the present one.
struct DefaultRow: Encodable {
    var product, locale, message: String
    var id: ServiceID
    var header, reason: String?
    /// The present default, with its message and header if the journal knows them.
    var present: ServiceID?
    var presentMessage, presentHeader: String?

    init(_ desired: DesiredDefault, reason: String? = nil) {
        (product, locale) = (desired.slot.product, desired.slot.locale)
        (message, id) = (desired.message, desired.item)
        self.reason = reason
    }
}

/// A default that a person keeps, with the text that the newest import delivered for it.
struct KeptRow: Encodable {
    var product, locale: String
    var message: String?
    var id, present: ServiceID?
    /// Whether the project no longer wants a default there; absent if it does.
    var withdrawn: Bool?

    init(_ kept: SettlePlan.Kept) {
        (product, locale) = (kept.slot.product, kept.slot.locale)
        (message, id, present) = (kept.message, kept.delivered, kept.present)
        withdrawn = kept.isWithdrawn ? true : nil
    }
}

/// A delivered text that is not at the service, and why.
struct UnsentRow: Encodable {
    var message, locale: String
    var id: ServiceID?
    var header: String?
    var reason: String
    /// Whether a person has to correct it before an import can send it.
    var needsPerson: Bool
    var path: String?
    var line: Int?

    init(_ text: UnsentText) {
        (message, locale, id) = (text.name.message, text.name.locale, text.id)
        header = text.item?.texts?.header
        (reason, needsPerson) = (text.reason, text.needsPerson)
        (path, line) = (text.item?.source?.path, text.item?.source?.line)
    }
}

/// How much of what the journal calls uploaded the service's lists showed, for people and for programs.
struct SeenReport: Encodable {
    var uploaded, seen: Int
    var at: Timestamp

    init(_ listing: ServiceListing) { (uploaded, seen, at) = (listing.uploaded, listing.seen, listing.at) }

    /// How many of how many, and when.
    var sentence: String {
        let moment = TimeText.full(at)
        guard uploaded > 0 else { return "The list was read at \(moment); this journal has uploaded nothing there." }
        return "\(Plural.grouped(seen)) of \(Plural.of(uploaded, "uploaded item")) seen at the service at \(moment)."
    }
}
