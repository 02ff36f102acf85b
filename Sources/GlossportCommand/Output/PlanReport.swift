private import Foundation
import Glossport

/// What `plan` tells; as JSON it is stable (`schema`).
struct PlanReport: Encodable {
    var schema = "glossport.plan/1"
    var app: String
    var environment: String
    var pace: String
    /// Whether the service was asked, or only the journal.
    var asksService: Bool
    var counts: Counts
    var capacity: Capacity
    /// Requests by endpoint.
    var requests: [String: Int]
    /// The least time that the uploads will take, in seconds.
    var forecastSeconds: Double
    var locales: [CheckReport.Locale]
    var items: [Item]

    struct Counts: Encodable {
        var planned, upload, present, conflict, refused, overCapacity, incomplete: Int
    }

    struct Capacity: Encodable {
        var held, after, limit: Int
    }

    struct Item: Encodable {
        var id: String
        var message: String
        var locale: String
        var action: String
        var reason: String?
        var header: String
        var body: String
        var path: String?
        var line: Int?
        var column: Int?
    }

    private let plan: Plan
    private let check: CheckReport

    private enum CodingKeys: CodingKey {
        case schema, app, environment, pace, asksService, counts, capacity, requests, forecastSeconds, locales, items
    }

    init(_ plan: Plan, pace: Pace, check: CheckReport) {
        self.plan = plan
        self.check = check
        self.pace = pace.rawValue
        app = plan.destination.app
        environment = plan.destination.environment.rawValue
        asksService = plan.asksService
        let upload = plan.count(.upload)
        counts = Counts(
            planned: plan.items.count,
            upload: upload,
            present: plan.count(.present),
            conflict: plan.count(.conflict),
            refused: plan.count(.refused),
            overCapacity: plan.count(.overCapacity),
            incomplete: plan.incomplete
        )
        capacity = Capacity(held: plan.held, after: plan.held + upload, limit: plan.capacity)
        requests = [Endpoint.uploadMessage.rawValue: upload, Endpoint.listMessages.rawValue: 1]
        forecastSeconds = Double(plan.forecast.nanoseconds / 1_000_000) / 1_000
        locales = check.locales
        items = plan.items.map { planned in
            let item = planned.item
            return Item(
                id: item.id.description,
                message: item.message,
                locale: item.locale,
                action: planned.action.rawValue,
                reason: planned.reason,
                header: item.content.header,
                body: item.content.body,
                path: item.source?.path,
                line: item.source?.line,
                column: item.source?.column
            )
        }
    }

    /// `campaign-2` before `campaign-10`.
    private static func isBefore(
        _ left: (key: String, value: [Plan.PlannedItem]),
        _ right: (key: String, value: [Plan.PlannedItem])
    ) -> Bool {
        left.key.compare(right.key, options: .numeric) == .orderedAscending
    }

    private var forecast: String {
        plan.forecast < .seconds(1)
            ? "as fast as the connection takes them" : "that takes \(TimeText.duration(plan.forecast)) at least"
    }

    func table(verbose: Bool) -> [String] {
        var lines = ["Plan for \(plan.destination)", ""]
        var table = Table(
            ["MESSAGE", "LOCALES", "TO UPLOAD", "THERE", "CONFLICT", "REFUSED", "NO ROOM"],
            rightAligned: [1, 2, 3, 4, 5, 6]
        )
        for (message, items) in Dictionary(grouping: plan.items, by: \.item.message).sorted(by: Self.isBefore) {
            let count = { (action: Plan.Action) in String(items.count { $0.action == action }) }
            table.add([
                message, String(items.count), count(.upload), count(.present), count(.conflict), count(.refused),
                count(.overCapacity),
            ])
        }
        lines += table.lines(indentedBy: 2) + check.localeLines(verbose: verbose) + [""]
        if verbose {
            var each = Table(["ID", "MESSAGE", "LOCALE", "ACTION", "FROM"])
            for planned in plan.items {
                each.add([
                    planned.item.id.description, planned.item.message, planned.item.locale, planned.action.rawValue,
                    planned.item.source?.description ?? "",
                ])
            }
            lines += each.lines(indentedBy: 2) + [""]
        }
        let special = plan.items.filter { $0.reason != nil && $0.action != .overCapacity }
        for planned in special.prefix(verbose ? .max : 10) {
            lines.append("  \(planned.item.message) \(planned.item.locale): \(Escape.controls(planned.reason ?? ""))")
        }
        if plan.incomplete > 0 {
            lines.append("\(Plural.of(plan.incomplete, "record lacks", "records lack")) a text and can't be sent.")
        }
        lines.append(
            "\(Plural.of(counts.upload, "upload")) and 1 list call; under --pace \(pace) \(forecast)."
        )
        lines.append(
            "The app holds \(Plural.grouped(capacity.held)) of \(Plural.grouped(capacity.limit)) messages\(plan.asksService ? "" : " as far as the journal knows"), \(Plural.grouped(capacity.after)) afterwards."
        )
        if counts.overCapacity > 0 {
            lines.append("There is no room for \(Plural.of(counts.overCapacity, "message")): delete old ones first.")
        } else if counts.upload > 0 {
            lines.append("`glossport import` uploads them.")
        } else {
            lines.append("Nothing to do.")
        }
        return lines
    }
}
