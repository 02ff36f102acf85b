import GlossportImporting
import GlossportReading

/// How much of what the journal calls uploaded the service's lists showed, for people and for programs.
struct SeenReport: Encodable {
    var uploaded, seen: Int
    var at: String
    private let clock: String

    private enum CodingKeys: CodingKey {
        case uploaded, seen, at
    }

    init(_ sighting: Sighting) {
        uploaded = sighting.uploaded
        seen = sighting.seen
        at = TimeText.rfc3339(sighting.at)
        clock = TimeText.full(sighting.at)
    }

    /// How many of how many, and when.
    var sentence: String {
        guard uploaded > 0 else {
            return "The list was read at \(clock); this journal has uploaded nothing there."
        }
        return "\(Plural.grouped(seen)) of \(Plural.of(uploaded, "uploaded item")) seen at the service at \(clock)."
    }
}
