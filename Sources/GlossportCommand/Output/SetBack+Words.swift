import Glossport
import GlossportReading

extension SetBack.Reason {
    /// The effect on a message in the plan's list of changes.
    var mark: String {
        switch self {
        case .replaced: "SET BACK to an older text"
        case .unseen: "DROPS a newer text that customers have not seen"
        case .withdrawn: "SHOWN AGAIN after a withdrawal"
        case .added: "WITHDRAWN, although it was added after this checkout"
        }
    }
}

extension SetBack {
    /// The next step: if newer texts are the only reason, this checkout is probably outdated.
    static func remedy(of setBacks: [SetBack]) -> String {
        let reasons = Set(setBacks.map(\.reason))
        if reasons.isSubset(of: [.replaced, .unseen]) {
            return "Update this checkout, and import the newest texts. If the older texts are meant, add --set-back."
        }
        let condition =
            switch reasons {
            case [.withdrawn]: "customers are meant to see the texts again"
            case [.added]: "the withdrawal is meant"
            default: "all of this is meant"
            }
        return "If \(condition), add --set-back. If this checkout is older, update it."
    }

    /// A clause with the run that made the newer change, and the time of that change.
    var clause: String {
        let moment = "on \(TimeText.full(at))"
        return switch reason {
        case .replaced: "run \(run) replaced it \(moment)"
        case .unseen: "run \(run) wanted a newer text \(moment), which customers have not seen yet"
        case .withdrawn: "run \(run) withdrew it \(moment)"
        case .added: "run \(run) added it \(moment)"
        }
    }

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
