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
    /// The defaults that would become older; an import into production needs leave for them.
    var setBacks: [DefaultRow]
    /// The approvals of the texts to send, if they are required.
    var approvals: [ApprovalReport.Locale]?
    /// The messages that no product shows.
    var unshown: [String]
    /// The figures of all that changes.
    var summary: PlanSummary
    /// Withdrawals, and the changes of texts and pictures; equal ones of several locales are one.
    var withdrawn: [Withdrawn]
    var changes: [Change]
    /// Changed source texts, with the locales whose translations do not follow.
    var sourceChanges: [SourceChange]
    var items: [Joined<Item, Texts>]
    /// How much people are shown.
    @Unencoded var extent = PlanChanges.Extent.few
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

    /// A message, locale or product that the project no longer names, and the defaults that still show it.
    struct Withdrawn: Encodable {
        var subject, name: String
        var slots: [PruneReport.Shown]

        init(_ withdrawn: ImportPlan.Withdrawn) {
            (subject, name) = ("\(withdrawn.subject)", withdrawn.name)
            slots = withdrawn.slots.map(PruneReport.Shown.init)
        }
    }

    /// The same change of a message in one or more locales.
    struct Change: Encodable {
        var kind, message: String
        var locales, products: [String]
        var fields: [Field]

        struct Field: Encodable {
            var field: String
            /// Texts or, of pictures, ids.
            var old, new: String?
        }

        init(_ kind: String, _ group: ContentChanges.Group) {
            (self.kind, message, locales, products) = (kind, group.message, group.locales, group.products)
            fields = group.fields.map { Field(field: $0.field, old: $0.old?.code, new: $0.new?.code) }
        }
    }

    struct SourceChange: Encodable {
        var message, field, locale: String
        var unchanged: [String]

        init(_ change: ContentChanges.UnfollowedSource) {
            (message, field, locale) = (change.message, change.field, change.source.code)
            unchanged = change.locales
        }
    }

    @Unencoded private(set) var planned: ImportPlan
    var plan: Plan { planned.delivery.messages.plan }
    var imagePlan: Plan? { planned.delivery.images?.plan }
    @Unencoded private(set) var check: CheckReport
    @Unencoded private(set) var unapproved: [String] = []

    init(_ planned: ImportPlan, pace: Pace, check: CheckReport, unshown: [String] = [], service: String?) {
        let delivery = planned.delivery
        let plan = delivery.messages.plan
        self.planned = planned
        self.unshown = unshown
        self.service = service
        self.check = check
        self.pace = pace.rawValue
        (defaults, held) = (planned.changes.document, planned.changes.heldDocument)
        setBacks = planned.changes.setBacks.map { DefaultRow($0.desired, reason: $0.clause) }
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
        summary = PlanSummary(planned)
        withdrawn = planned.withdrawn.map(Withdrawn.init)
        changes =
            planned.contents.texts.map { Change("text", $0) } + planned.contents.pictures.map { Change("picture", $0) }
        sourceChanges = planned.contents.unfollowed.map(SourceChange.init)
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

    var rows: [any Encodable] { items }
}
