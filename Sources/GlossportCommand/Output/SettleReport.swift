import Glossport

/// What `settle` and `wait` tell, and `import` where there are defaults to set; as JSON it is stable.
struct SettleReport: Encodable {
    var schema = "glossport.settle/1"
    var app, environment, outcome: String
    var exitCode: Int
    /// Defaults by what became of them.
    var set: [Default]
    var alreadySet: Int
    var waiting: [Default]
    var failed: [Default]
    /// Messages that Apple reviews, and those that it has rejected.
    var pending, rejected: [Message]
    var resumeAt: String?

    struct Default: Encodable {
        var product, locale, message, id: String
        var reason: String?
    }

    struct Message: Encodable {
        var id, kind, message, locale: String
        var header, body, image: String?
        var path: String?
        var line: Int?
    }

    init(_ summary: SettleSummary, _ destination: Destination) {
        app = destination.app
        environment = destination.environment.rawValue
        outcome = summary.outcome.rawValue
        exitCode = Int(ExitStatus(summary.outcome).rawValue)
        set = summary.set.map { Self.row($0, nil) }
        alreadySet = summary.alreadySet
        waiting = summary.waiting.map { Self.row($0.desired, $0.reason) }
        failed = summary.failed.map { Self.row($0.desired, $0.reason) }
        pending = summary.pending.map(Self.row)
        rejected = summary.rejected.map(Self.row)
        resumeAt = summary.resumeAt.map(TimeText.rfc3339)
    }

    private static func row(_ desired: DesiredDefault, _ reason: String?) -> Default {
        Default(
            product: desired.slot.product,
            locale: desired.slot.locale,
            message: desired.message,
            id: desired.item.description,
            reason: reason
        )
    }

    private static func row(_ record: ItemRecord) -> Message {
        Message(
            id: record.item.id.description,
            kind: record.item.kind.rawValue,
            message: record.item.message,
            locale: record.item.locale,
            header: record.item.texts?.header,
            body: record.item.texts?.body,
            image: record.item.image?.path,
            path: record.item.source?.path,
            line: record.item.source?.line
        )
    }

    private static let shown = 20

    /// What waits for the same reason, in one line with all its locales.
    private static func groups(_ rows: [Default]) -> [(row: Default, locales: [String])] {
        var groups: [(row: Default, locales: [String])] = []
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

    var table: [String] { ["\(app) (\(environment))"] + details + [next] }

    /// The counts, and what is not in place.
    var details: [String] {
        var lines: [String] = []
        var counts = Table([], rightAligned: [1])
        for (name, count) in [
            ("defaults set", set.count), ("set before", alreadySet), ("waiting", waiting.count),
            ("failed", failed.count), ("in review", pending.count), ("rejected", rejected.count),
        ] { counts.add([name, Plural.grouped(count)]) }
        lines += counts.lines(indentedBy: 2)
        for message in rejected.prefix(Self.shown) {
            let place = message.path.map { "\($0):\(message.line ?? 1): " } ?? ""
            if let image = message.image {
                lines.append("  \(Escape.controls(image)): image rejected by Apple")
                continue
            }
            let text = Escape.controls("“\(message.header ?? "")” / “\(message.body ?? "")”")
            lines.append("  \(place)\(message.message) \(message.locale) rejected by Apple: \(text)")
        }
        let groups = Self.groups(failed + waiting)
        if !groups.isEmpty {
            var table = Table(["PRODUCT", "MESSAGE", "LOCALES", "WHY NOT YET"])
            for (row, locales) in groups.prefix(Self.shown) {
                let few = locales.prefix(4).joined(separator: ", ")
                let more = locales.count > 4 ? " and \(locales.count - 4) more" : ""
                table.add([row.product, row.message, few + more, row.reason ?? ""])
            }
            lines += [""] + table.lines(indentedBy: 2)
            if groups.count > Self.shown {
                lines.append("  … and \(groups.count - Self.shown) more: --output json shows them all")
            }
        }
        return lines
    }

    /// “3 messages and 1 image”.
    private static func count(_ items: [Message]) -> String {
        let images = items.count { $0.image != nil }
        let counts = [(items.count - images, "message"), (images, "image")].filter { $0.0 > 0 }
        return counts.map { Plural.of($0.0, $0.1) }.joined(separator: " and ")
    }

    /// What to do next, in words.
    var next: String {
        if !rejected.isEmpty {
            return "Apple rejected \(Self.count(rejected)): change them and import them again."
        }
        if !failed.isEmpty { return "Some defaults could not be set; run `glossport settle` again, or correct them." }
        if let resumeAt {
            return "The quota for defaults is used up until \(resumeAt): run `glossport settle` again then."
        }
        if !pending.isEmpty {
            return
                "Apple reviews \(Self.count(pending)): run `glossport settle` again later; it is safe at any time."
        }
        if !waiting.isEmpty { return "Not everything is in place: `glossport import` uploads what is missing." }
        return "Done: everything that the project wants is approved, and every default is set."
    }
}
