import GlossportChecking
import GlossportImporting
import GlossportReading

/// The lines of an ``EventStream``; as JSON they are stable.
enum RunEvent {
    struct Begin: Encodable {
        var event = "begin"
        var schema = "glossport.events/1"
        var command: RunCommand
        var run: Int64
        var app: String
        var environment: ServiceEnvironment
        var journal: String
        var version = GlossportCommand.version
        var time: Timestamp
    }

    /// The plan, messages and images together.
    struct Plan: Encodable {
        var event = "plan"
        var planned, upload, present, conflict, refused, overCapacity, incomplete, images: Int
        /// Defaults that would become others.
        var defaults: Int
        /// The least time that the uploads will take.
        var forecastSeconds: Double
        var time: Timestamp

        init(_ plan: DeliveryPlan, defaults: Int, time: Timestamp) {
            planned = plan.plans.reduce(0) { $0 + $1.items.count }
            upload = plan.count(.upload)
            present = plan.count(.present)
            conflict = plan.count(.conflict)
            refused = plan.count(.refused)
            overCapacity = plan.count(.overCapacity)
            incomplete = plan.messages.plan.incomplete
            images = plan.images?.plan.items.count ?? 0
            self.defaults = defaults
            forecastSeconds = plan.forecast.inSeconds
            self.time = time
        }
    }

    /// The result of an item.
    struct Item: Encodable {
        var event = "item"
        var id: ServiceID
        var kind: GlossportImporting.Item.Kind
        var state: String
        var proof: Proof?
        var message, locale, image, reason, path: String?
        var line: Int?
        var time: Timestamp

        init(_ outcome: ItemOutcome, time: Timestamp) {
            let item = outcome.item
            (id, kind) = (item.id, item.kind)
            if item.texts != nil { (message, locale) = (item.message, item.locale) }
            image = item.image?.path
            path = item.source?.path
            line = item.source?.line
            reason = outcome.reason
            switch outcome.verdict {
            case .uploaded(let proof): (state, self.proof) = ("uploaded", proof)
            case .unknown: state = "unknown"
            case .failed(let verdict): state = verdict.rawValue
            }
            self.time = time
        }
    }

    /// The result of a default, joined with a ``DefaultRow``.
    struct Default: Encodable {
        var event = "default"
        var state: String
        var time: Timestamp
    }

    struct Waiting: Encodable {
        var event = "waiting"
        var reason: String
        /// The waiting call, if it is not an upload.
        var endpoint: String?
        var until: Timestamp?
        var time: Timestamp
    }

    /// How far the upload of one kind is.
    struct Progress: Encodable {
        var event = "progress"
        var total, settled, unknown, inFlight, requests, throttled: Int
        /// The least time that the pace permits for the rest.
        var leftSeconds: Double
        var time: Timestamp

        init(_ machine: UploadMachine, at now: Timestamp) {
            let tally = machine.tally
            total = tally.total
            settled = tally.settled
            unknown = tally.unknown
            inFlight = tally.inFlight
            requests = tally.requests
            throttled = tally.throttled
            leftSeconds = machine.timeLeft(at: now).inSeconds
            time = now
        }
    }

    /// The last line, joined with the command's document.
    struct End: Encodable {
        var event = "end"
        var time: Timestamp
    }
}
