private import Foundation
import GlossportChecking
import GlossportImporting
import GlossportReading

/// What `plan` tells; as JSON it is stable (`schema`).
struct PlanReport: Encodable {
    var schema = "glossport.plan/1"
    var app: String
    var environment: String
    var pace: String
    /// Whether the service was asked, or only the journal.
    var asksService: Bool
    /// Messages.
    var counts: Counts
    var capacity: Capacity
    /// Images, if the project has some.
    var images: Images?
    /// Items that `prune` would free, as far as the journal knows; told once the service is four fifths full.
    var prunable: Int?
    /// Requests by endpoint.
    var requests: [String: Int]
    /// The least time that the uploads will take, in seconds.
    var forecastSeconds: Double
    var locales: [CheckReport.Locale]
    /// The defaults that would become others.
    var defaults: DefaultChanges
    /// Who has approved what would be sent, where that is required.
    var approvals: [ApprovalReport.Locale]?
    var items: [Item]

    struct Counts: Encodable {
        var planned, upload, present, conflict, refused, overCapacity, incomplete: Int
    }

    struct Capacity: Encodable {
        var held, after, limit: Int
    }

    struct Images: Encodable {
        var counts: Counts
        var capacity: Capacity
        var items: [Image]
    }

    struct Image: Encodable {
        var id, path, size, action: String
        var reason: String?
        var bytes: Int
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
    private let imagePlan: Plan?
    private let check: CheckReport
    private var unapproved: [String] = []

    private enum CodingKeys: CodingKey {
        case schema, app, environment, pace, asksService, counts, capacity, images, prunable, requests, forecastSeconds,
            locales,
            defaults, approvals,
            items
    }

    init(_ delivery: DeliveryPlan, pace: Pace, check: CheckReport, prunable: Int?, defaults: DefaultChanges) {
        self.defaults = defaults
        let plan = delivery.messages.plan
        self.plan = plan
        imagePlan = delivery.images?.plan
        self.check = check
        self.pace = pace.rawValue
        app = plan.destination.app
        environment = plan.destination.environment.rawValue
        asksService = plan.asksService
        counts = Counts(plan)
        capacity = Capacity(plan)
        images = imagePlan.map(Images.init)
        self.prunable = prunable
        requests = [:]
        for plan in delivery.plans {
            requests[plan.kind.uploadEndpoint.rawValue] = plan.count(.upload)
            requests[plan.kind.listEndpoint.rawValue] = 1
        }
        forecastSeconds = Double(delivery.forecast.nanoseconds / 1_000_000) / 1_000
        locales = check.locales
        items = plan.items.map { planned in
            let item = planned.item
            return Item(
                id: item.id.description,
                message: item.message,
                locale: item.locale,
                action: planned.action.rawValue,
                reason: planned.reason?.words,
                header: item.texts?.header ?? "",
                body: item.texts?.body ?? "",
                path: item.source?.path,
                line: item.source?.line,
                column: item.source?.column
            )
        }
    }

    /// Adds who has approved what.
    mutating func add(_ report: ApprovalReport) {
        approvals = report.locales
        unapproved = report.complaints
    }

    /// `campaign-2` before `campaign-10`.
    private static func isBefore(
        _ left: (key: String, value: [Plan.PlannedItem]),
        _ right: (key: String, value: [Plan.PlannedItem])
    ) -> Bool {
        left.key.compare(right.key, options: .numeric) == .orderedAscending
    }

    private var forecast: String {
        forecastSeconds < 1
            ? "as fast as the connection takes them"
            : "that takes \(TimeText.duration(.seconds(forecastSeconds))) at least"
    }

    private func imageLines(verbose: Bool) -> [String] {
        guard let imagePlan else { return [] }
        var table = Table(["IMAGE", "SIZE", "BYTES", "ACTION"], rightAligned: [2])
        for planned in imagePlan.items.prefix(verbose ? .max : 20) {
            guard let image = planned.item.image else { continue }
            let action = planned.action == .present ? "there" : planned.action.rawValue
            table.add([image.path, image.size.rawValue, Plural.grouped(image.byteCount), action])
        }
        let hidden = verbose ? 0 : imagePlan.items.count - 20
        return table.lines(indentedBy: 2) + (hidden > 0 ? ["  … and \(hidden) more: -v shows them all"] : []) + [""]
    }

    func table(verbose: Bool) -> [String] {
        var lines = ["Plan for \(plan.destination)", ""] + imageLines(verbose: verbose)
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
        let special = ((imagePlan?.items ?? []) + plan.items).filter { $0.reason != nil && $0.action != .overCapacity }
        for planned in special.prefix(verbose ? .max : 10) {
            lines.append("  \(planned.item.title): \(planned.reason?.words ?? "")")
        }
        if plan.incomplete > 0 {
            lines.append("\(Plural.of(plan.incomplete, "record lacks", "records lack")) a text and can't be sent.")
        }
        let changes = defaults.lines(verbose: verbose)
        if !changes.isEmpty { lines += changes + [""] }
        let uploads = counts.upload + (images?.counts.upload ?? 0)
        lines.append(
            "\(Plural.of(uploads, "upload")) and \(Plural.of(images == nil ? 1 : 2, "list call")); under --pace \(pace) \(forecast)."
        )
        let source = plan.asksService ? "" : " as far as the journal knows"
        for (capacity, kind) in [(images?.capacity, "image"), (capacity, "message")] {
            guard let capacity else { continue }
            lines.append(
                "The app holds \(Plural.grouped(capacity.held)) of \(Plural.grouped(capacity.limit)) \(kind)s\(source), \(Plural.grouped(capacity.after)) afterwards."
            )
        }
        // How full it is can only be said of what was counted.
        if let prunable, plan.asksService {
            lines.append(
                prunable > 0
                    ? "That is nearly full: `glossport prune` would free \(Plural.of(prunable, "item"))."
                    : "That is nearly full, and `glossport prune` would free nothing: take messages out of the project."
            )
        }
        let noRoom = [(images?.counts.overCapacity ?? 0, "image"), (counts.overCapacity, "message")].filter { $0.0 > 0 }
        if !unapproved.isEmpty {
            lines += ["Not approved as it is, so that `glossport import --require-approval` would send nothing:"]
            lines += unapproved.map { "  \($0)" }
        } else if !noRoom.isEmpty {
            let what = noRoom.map { Plural.of($0.0, $0.1) }.joined(separator: " and ")
            lines.append(
                plan.asksService
                    ? "There is no room for \(what): `glossport prune` shows which ones nothing needs, or say with --message and --locale which may go."
                    : "As far as the journal knows there is no room for \(what): `glossport plan` without --offline counts what the service holds."
            )
        } else if uploads > 0 {
            lines.append("`glossport import` uploads them.")
        } else if !defaults.rows.isEmpty {
            lines.append("Nothing to upload; `glossport import` sets the defaults as far as they are approved.")
        } else {
            lines.append("Nothing to do.")
        }
        return lines
    }
}

extension PlanReport.Counts {
    fileprivate init(_ plan: Plan) {
        self.init(
            planned: plan.items.count,
            upload: plan.count(.upload),
            present: plan.count(.present),
            conflict: plan.count(.conflict),
            refused: plan.count(.refused),
            overCapacity: plan.count(.overCapacity),
            incomplete: plan.incomplete
        )
    }
}

extension PlanReport.Capacity {
    fileprivate init(_ plan: Plan) {
        self.init(held: plan.held, after: plan.held + plan.count(.upload), limit: plan.capacity)
    }
}

extension PlanReport.Images {
    fileprivate init(_ plan: Plan) {
        self.init(
            counts: PlanReport.Counts(plan),
            capacity: PlanReport.Capacity(plan),
            items: plan.items.compactMap { planned in
                guard let image = planned.item.image else { return nil }
                return PlanReport.Image(
                    id: planned.item.id.description,
                    path: image.path,
                    size: image.size.rawValue,
                    action: planned.action.rawValue,
                    reason: planned.reason?.words,
                    bytes: image.byteCount
                )
            }
        )
    }
}
