import GlossportImporting
import GlossportReading

extension SetBack {
    static let remedy =
        "Update this checkout, and import the newest texts. If the older texts are meant, add --set-back."

    /// What has replaced the text, when and by which run, as a clause.
    var clause: String { "run \(run) \(replacement == nil ? "withdrew" : "replaced") it on \(TimeText.full(at))" }

    /// One line for all locales of a message with the same reason.
    static func lines(_ setBacks: [SetBack]) -> [String] {
        let groups = Dictionary(grouping: setBacks) { "\($0.desired.message)\n\($0.clause)" }
        return groups.sorted { $0.key < $1.key }.compactMap { _, group in
            guard let first = group.first else { return nil }
            let locales = Set(group.map(\.desired.slot.locale)).sorted()
            return "\(first.desired.message) \(Plural.few(locales, 6)): \(first.clause)"
        }
    }
}
