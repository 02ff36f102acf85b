private import Foundation
import Glossport
import GlossportChecking
import GlossportImporting
import GlossportReading

/// The output of `plan`; its JSON is stable (`schema`).
struct PlanReport: CommandReport {
    var schema = "glossport.plan/1"
    var app: String
    var environment: ServiceEnvironment
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
    /// The defaults that would become others, and those that a hold keeps from it.
    var defaults, held: [DefaultRow]
    /// The approvals of the texts to send, if they are required.
    var approvals: [ApprovalReport.Locale]?
    /// The messages that no product shows.
    var unshown: [String]
    var items: [Joined<Item, Texts>]
    /// Whether people are shown everything, or the first few of each kind and how many more there are.
    @Unencoded var listsAll = false
    /// Where the service is, if it is not Apple's.
    @Unencoded var service: String?

    struct Counts: Encodable {
        var planned, upload, present, conflict, refused, overCapacity, incomplete: Int

        init(_ plan: Plan) {
            (planned, incomplete) = (plan.items.count, plan.incomplete)
            (upload, present) = (plan.count(.upload), plan.count(.present))
            (conflict, refused) = (plan.count(.conflict), plan.count(.refused))
            overCapacity = plan.count(.overCapacity)
        }
    }

    struct Capacity: Encodable {
        var held, after, limit: Int

        init(_ plan: Plan) {
            (held, after, limit) = (plan.held, plan.held + plan.count(.upload), plan.capacity)
        }
    }

    struct Images: Encodable {
        var counts: Counts
        var capacity: Capacity
        var items: [Image]

        init(_ plan: Plan) {
            (counts, capacity) = (Counts(plan), Capacity(plan))
            items = plan.items.compactMap { part in
                guard let image = part.item.image else { return nil }
                return Image(
                    id: part.item.id,
                    path: image.path,
                    size: image.size,
                    action: part.action,
                    reason: part.reason,
                    bytes: image.byteCount
                )
            }
        }
    }

    struct Image: Encodable {
        var id: ServiceID
        var path: String
        var size: ImageSize
        var action: Plan.Action
        var reason: String?
        var bytes: Int
    }

    struct Item: Encodable {
        var message, locale: String
        /// The locale for which the texts were delivered, if this is a copy.
        var copiedFrom: String?
        var action: Plan.Action
        var reason: String?
        /// The previous upload for the same message and locale, and the fields that differ from it.
        var former: Texts?
        var changed: [String]?
        var path: String?
        var line: Int?
        var column: Int?
    }

    /// The id and the content of a message.
    struct Texts: Encodable {
        var id: ServiceID
        var header, body: String
        var headerPosition: HeaderPosition?
        var image: ServiceID?
        var altText: String?
        var bullets: [Bullet]?

        init(_ item: GlossportImporting.Item) {
            let texts = item.texts
            (id, header, body) = (item.id, texts?.header ?? "", texts?.body ?? "")
            (headerPosition, image, altText) = (texts?.headerPosition, texts?.image?.id, texts?.image?.altText)
            let all = texts?.bullets.map { Bullet(text: $0.text, altText: $0.altText, image: $0.imageID) } ?? []
            bullets = all.isEmpty ? nil : all
        }
    }

    struct Bullet: Encodable {
        var text, altText: String
        var image: ServiceID
    }

    @Unencoded private var planned: ImportPlan
    private var plan: Plan { planned.delivery.messages.plan }
    private var imagePlan: Plan? { planned.delivery.images?.plan }
    @Unencoded private var check: CheckReport
    @Unencoded private var unapproved: [String] = []

    init(_ planned: ImportPlan, pace: Pace, check: CheckReport, unshown: [String] = [], service: String?) {
        let delivery = planned.delivery
        let plan = delivery.messages.plan
        self.planned = planned
        self.unshown = unshown
        self.service = service
        self.check = check
        self.pace = pace.rawValue
        (defaults, held) = (planned.changes.document, planned.changes.heldDocument)
        (app, environment) = (plan.destination.app, plan.destination.environment)
        asksService = plan.asksService
        counts = Counts(plan)
        capacity = Capacity(plan)
        images = delivery.images.map { Images($0.plan) }
        prunable = planned.prunable
        requests = [:]
        for plan in delivery.plans {
            requests[plan.kind.uploadEndpoint.rawValue] = plan.count(.upload)
            requests[plan.kind.listEndpoint.rawValue] = 1
        }
        forecastSeconds = delivery.forecast.inSeconds
        locales = check.locales
        items = plan.items.map { part in
            let item = part.item
            var row = Item(
                message: item.message,
                locale: item.locale,
                copiedFrom: item.copiedFrom,
                action: part.action,
                reason: part.reason,
                path: item.source?.path,
                line: item.source?.line,
                column: item.source?.column
            )
            if part.action != .present, let texts = item.texts, let before = planned.former.former(of: item) {
                row.former = Texts(before)
                row.changed = FieldChange.changes(from: before.texts, to: texts).map(\.field)
            }
            return Joined(row, Texts(item))
        }
    }

    /// Adds who has approved what.
    mutating func add(_ report: ApprovalReport) {
        approvals = report.locales
        unapproved = report.complaints
    }

    /// The number of requests and their duration, as a sentence.
    private var effort: String {
        let uploads = counts.upload + (images?.counts.upload ?? 0)
        let requests = "\(Plural.of(uploads, "upload")) and \(Plural.of(images == nil ? 1 : 2, "list call"))"
        guard uploads > 0 else { return "\(requests)." }
        return forecastSeconds < 1
            ? "\(requests), as fast as the connection takes them (pace: \(pace))."
            : "\(requests), which take \(Duration.seconds(forecastSeconds).text) at least (pace: \(pace))."
    }

    /// The number of items that the journal calls uploaded and the service's list does not show.
    private var unlisted: Int { plan.items.count { $0.action == .present && $0.reason != nil } }

    /// The number of table rows shown, unless all are wanted.
    private static let shownRows = 12
    /// The remedy of a list that is cut short.
    static let all = "`glossport plan --all` shows them"

    private func imageLines(folds: Bool, on terminal: Terminal) -> [String] {
        guard let imagePlan else { return [] }
        if folds, imagePlan.count(.present) == imagePlan.items.count {
            let verb = imagePlan.items.count == 1 ? "is" : "are"
            return ["  \(Plural.of(imagePlan.items.count, "image")) \(verb) there already.", ""]
        }
        var table = Table(["IMAGE", "SIZE", "BYTES", "ACTION"], rightAligned: [2])
        // Pending items come before those already there.
        let items = imagePlan.items.filter { $0.action != .present } + imagePlan.items.filter { $0.action == .present }
        for planned in folds ? items.prefix(Self.shownRows) : items[...] {
            guard let image = planned.item.image else { continue }
            let action = planned.action == .present ? "there" : planned.action.rawValue
            table.add([image.path, image.size.rawValue, Plural.grouped(image.byteCount), action])
        }
        let hidden = folds ? items.count - Self.shownRows : 0
        return table.lines(indentedBy: 2, on: terminal) + Plural.more(hidden, Self.all) + [""]
    }

    /// How many items there are of each message, and what is to be done about them; columns that say nothing are left out.
    private func messageLines(folds: Bool, on terminal: Terminal) -> [String] {
        // `campaign-2` before `campaign-10`.
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
        let told = columns.filter { plan.count($0.action) > 0 || [.upload, .present].contains($0.action) }
        var table = Table(["MESSAGE", "LOCALES"] + told.map(\.heading), rightAligned: Set(1...told.count + 1))
        for (message, items) in folds ? sorted.prefix(Self.shownRows) : sorted[...] {
            table.add(
                [message, String(items.count)]
                    + told.map { column in String(items.count { $0.action == column.action }) }
            )
        }
        guard !groups.isEmpty else { return [] }
        var lines = table.lines(indentedBy: 2, on: terminal)
        if !rest.isEmpty {
            let others = rest.flatMap(\.value)
            let counts = told.compactMap { column in
                let count = others.count { $0.action == column.action }
                return count > 0 ? "\(Plural.grouped(count)) \(column.heading.lowercased())" : nil
            }
            lines.append(
                "  … and \(Plural.of(rest.count, "more message")) (\(counts.joined(separator: ", "))): \(Self.all)"
            )
        }
        return lines + [""]
    }

    var rows: [any Encodable] { items }

    /// The plan, what to do next, and the messages that no product shows; with `verbose` every item with its id and place.
    func lines(verbose: Bool, on terminal: Terminal) -> [String] {
        table(verbose: verbose, on: terminal) + UnshownMessages.lines(unshown)
    }

    private func table(verbose: Bool, on terminal: Terminal) -> [String] {
        let folds = !verbose && !listsAll
        var lines =
            ["Plan for \(plan.destination)\(service.map { " at \($0)" } ?? "")", ""]
            + imageLines(folds: folds, on: terminal)
        lines += messageLines(folds: folds, on: terminal)
        let changes = PlanChanges(plan, planned.former, images: imagePlan?.items.map(\.item) ?? [])
        lines += changes.lines(folds: folds, verbose: verbose, on: terminal)
        let locales = check.localeLines(verbose: verbose).drop { $0.isEmpty }
        if !locales.isEmpty { lines += locales + [""] }
        if verbose {
            var each = Table(["ID", "MESSAGE", "LOCALE", "ACTION", "FROM"])
            for planned in plan.items {
                each.add([
                    planned.item.id.description, planned.item.message, planned.item.localeWithOrigin,
                    planned.action.rawValue, planned.item.source?.description ?? "",
                ])
            }
            lines += each.lines(indentedBy: 2, on: terminal) + [""]
        }
        let special = ((imagePlan?.items ?? []) + plan.items).filter { $0.reason != nil && $0.action != .overCapacity }
        for planned in special.prefix(folds ? 10 : .max) {
            lines.append("  \(planned.item.titleWithOrigin): \(planned.reason ?? "")")
        }
        if folds { lines += Plural.more(special.count - 10, Self.all) }
        if plan.incomplete > 0 {
            lines.append("\(Plural.of(plan.incomplete, "record lacks", "records lack")) a text and can't be sent.")
        }
        let shown = planned.changes.lines(folds: folds, on: terminal)
        if !shown.isEmpty { lines += shown + [""] }
        lines += planned.changes.heldLines
        let uploads = counts.upload + (images?.counts.upload ?? 0)
        if let sentence = changes.byLocale { lines.append(sentence) }
        lines.append(effort)
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
                    : "That is nearly full, and `glossport prune` would free nothing: remove messages from the project."
            )
        }
        let noRoom = [(images?.counts.overCapacity ?? 0, "image"), (counts.overCapacity, "message")].filter { $0.0 > 0 }
        if !unapproved.isEmpty {
            lines += ["Not approved in its current form, so `glossport import --require-approval` would send nothing:"]
            lines += unapproved.map { "  \($0)" }
        } else if !noRoom.isEmpty {
            let what = noRoom.map { Plural.of($0.0, $0.1) }.joined(separator: " and ")
            lines.append(
                plan.asksService
                    ? "There is no room for \(what): `glossport prune` shows which are no longer used; or choose with --message and --locale which to send."
                    : "As far as the journal knows, there is no room for \(what): `glossport plan` without --offline counts what is at the service."
            )
        } else if uploads > 0 {
            lines.append("`glossport import` uploads them.")
        } else if unlisted > 0 {
            lines.append(
                """
                The service's list lacks \(Plural.of(unlisted, "item")) that were uploaded according to this journal: `glossport \
                import` checks again, and re-uploads what stays missing.\(unlisted == counts.present ? " \(SettleReport.otherAddress)" : "")
                """
            )
        } else if !defaults.isEmpty {
            lines.append("Nothing to upload; `glossport import` sets the defaults as far as they are approved.")
        } else {
            lines.append(held.isEmpty ? "Nothing to do." : "Nothing to do while these defaults are held.")
        }
        return lines
    }
}
