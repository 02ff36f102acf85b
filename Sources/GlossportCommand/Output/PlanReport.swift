import Glossport
import GlossportChecking
import GlossportProject
import GlossportReading

/// The output of `plan`; the JSON is stable.
struct PlanReport: CommandReport {
    var schema = "glossport.plan/1"
    var app: String
    var environment: ServiceEnvironment
    var pace: String
    /// Whether the service was queried, or only the journal.
    var asksService: Bool
    var counts: Counts
    var capacity: Capacity
    /// The images, if the project has any.
    var images: Images?
    /// The number of items that `prune` would free, according to the journal; set if the service is at least four
    /// fifths full.
    var prunable: Int?
    /// The number of requests by endpoint.
    var requests: [String: Int]
    /// The minimum duration of the uploads, in seconds.
    var forecastSeconds: Double
    var locales: [Catalog.LocaleUse]
    /// The defaults that would change, and those that do not because they are held.
    var defaults, held: [DefaultChanges.Row]
    /// The defaults that would return to older texts; an import into production needs permission for them.
    var setBacks: [SetBack]
    /// The approvals of the texts to send, if the project requires them.
    var approvals: [ApprovalStatus]?
    var unshown: [String]
    var summary: PlanSummary
    /// Messages, locales and products that the project no longer names, with the defaults that still show them.
    var withdrawn: [ImportPlan.Withdrawn]
    /// The changes of texts and pictures, with equal changes of several locales combined.
    var changes: ContentChanges
    var items: [Joined<Plan.PlannedItem, Former>]
    @Unencoded var extent = PlanChanges.Extent.few
    /// The address of the service, if it is not Apple's.
    @Unencoded var service: String?

    struct Counts: Encodable {
        var planned, upload, present, conflict, refused, overCapacity, incomplete: Int

        init(_ plans: [Plan]) {
            func sum(_ count: (Plan) -> Int) -> Int { plans.reduce(0) { $0 + count($1) } }
            (planned, incomplete) = (sum(\.items.count), sum(\.incomplete))
            (upload, present) = (sum { $0.count(.upload) }, sum { $0.count(.present) })
            (conflict, refused) = (sum { $0.count(.conflict) }, sum { $0.count(.refused) })
            overCapacity = sum { $0.count(.overCapacity) }
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
        var items: [Plan.PlannedItem]

        init(_ plan: Plan) { (counts, capacity, items) = (Counts([plan]), Capacity(plan), plan.items) }
    }

    /// The previous upload for the same message and locale, and the fields that differ.
    struct Former: Encodable {
        var former: Item?
        var changed: [String]?
    }

    @Unencoded private(set) var planned: ImportPlan
    var plan: Plan { planned.delivery.messages }
    var imagePlan: Plan? { planned.delivery.images }
    @Unencoded private(set) var check: CheckReport
    @Unencoded private(set) var unapproved: [String] = []

    init(_ planned: ImportPlan, pace: Pace, check: CheckReport, unshown: [String] = [], service: String?) {
        let delivery = planned.delivery
        let plan = delivery.messages
        self.planned = planned
        self.unshown = unshown
        self.service = service
        self.check = check
        self.pace = pace.rawValue
        (defaults, held, setBacks) = (planned.changes.rows, planned.changes.held, planned.changes.setBacks)
        (app, environment) = (plan.destination.app, plan.destination.environment)
        asksService = plan.asksService
        counts = Counts([plan])
        capacity = Capacity(plan)
        images = delivery.images.map { Images($0) }
        prunable = planned.prunable
        requests = [:]
        for plan in delivery.plans {
            requests[plan.kind.uploadEndpoint.rawValue] = plan.count(.upload)
            requests[plan.kind.listEndpoint.rawValue] = 1
        }
        forecastSeconds = delivery.forecast.inSeconds
        locales = check.locales
        summary = PlanSummary(planned)
        (withdrawn, changes) = (planned.withdrawn, planned.contents)
        items = plan.items.map { part in
            guard part.action != .present, let texts = part.item.texts,
                let former = planned.former.former(of: part.item)
            else { return Joined(part, Former()) }
            let changed = FieldChange.changes(from: former.texts, to: texts).map(\.field)
            return Joined(part, Former(former: former, changed: changed))
        }
    }

    mutating func add(_ report: ApprovalReport) {
        approvals = report.locales
        unapproved = report.unapprovedLines
    }

    var rows: [any Encodable & Sendable] { items }
}
