import GlossportChecking
import GlossportImporting
import GlossportReading

/// The lines of an ``EventStream``; as JSON they are stable.
enum RunEvent {
    struct Begin: Encodable {
        var event = "begin"
        var schema = "glossport.events/1"
        var command: String
        var run: Int64
        var app, environment, journal: String
        var version = GlossportCommand.version
        var time: String
    }

    /// The plan, messages and images together.
    struct Plan: Encodable {
        var event = "plan"
        var planned, upload, present, conflict, refused, overCapacity, incomplete, images: Int
        /// Defaults that would become others.
        var defaults: Int
        /// The least time that the uploads will take.
        var forecastSeconds: Double
        var time: String

        init(_ plan: DeliveryPlan, defaults: Int, time: String) {
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
        var id, kind, state: String
        var message, locale, image, proof, reason, path: String?
        var line: Int?
        var time: String

        init(_ outcome: ItemOutcome, time: String) {
            let item = outcome.item
            id = item.id.description
            kind = item.kind.rawValue
            if item.texts != nil { (message, locale) = (item.message, item.locale) }
            image = item.image?.path
            path = item.source?.path
            line = item.source?.line
            reason = outcome.reason
            switch outcome.verdict {
            case .uploaded(let proof): (state, self.proof) = ("uploaded", proof.rawValue)
            case .unknown: state = "unknown"
            case .failed(let verdict): state = verdict.rawValue
            }
            self.time = time
        }
    }

    /// The result of a default.
    struct Default: Encodable {
        var event = "default"
        var product, locale, message, id, state: String
        var reason, present: String?
        var time: String

        init(
            _ desired: DesiredDefault,
            state: String,
            reason: String? = nil,
            present: String? = nil,
            time: String
        ) {
            product = desired.slot.product
            locale = desired.slot.locale
            message = desired.message
            id = desired.item.description
            (self.state, self.reason, self.present, self.time) = (state, reason, present, time)
        }
    }

    struct Waiting: Encodable {
        var event = "waiting"
        var reason: String
        /// The waiting call, if it is not an upload.
        var endpoint: String?
        var until: String?
        var time: String
    }

    /// How far the upload of one kind is.
    struct Progress: Encodable {
        var event = "progress"
        var total, settled, unknown, inFlight, requests, throttled: Int
        /// The least time that the pace permits for the rest.
        var leftSeconds: Double
        var time: String

        init(_ machine: UploadMachine, at now: Timestamp) {
            let tally = machine.tally
            total = tally.total
            settled = tally.settled
            unknown = tally.unknown
            inFlight = tally.inFlight
            requests = tally.requests
            throttled = tally.throttled
            leftSeconds = machine.timeLeft(at: now).inSeconds
            time = TimeText.rfc3339(now)
        }
    }

    /// A command's document, as the last line.
    struct End<Document: Encodable>: Encodable {
        var report: Document
        var time: String

        private enum CodingKeys: CodingKey { case event, time }

        func encode(to encoder: any Encoder) throws {
            try report.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode("end", forKey: .event)
            try container.encode(time, forKey: .time)
        }
    }
}
