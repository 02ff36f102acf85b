import Glossport
import GlossportProject
import GlossportReading

/// The approvals, and whether they still match the delivered texts; the JSON is stable.
struct ApprovalReport: CommandReport {
    var schema = "glossport.approvals/1"
    var app: String
    var environment: ServiceEnvironment
    var locales: [ApprovalStatus]

    /// Text that replaces the table.
    @Unencoded var words: [String]?

    init(_ statuses: [ApprovalStatus], _ destination: Destination) {
        (app, environment) = (destination.app, destination.environment)
        locales = statuses
    }

    /// Delivered locales that are not approved in their current form.
    var unapproved: [ApprovalStatus] { locales.filter(\.isUnapproved) }

    /// The unapproved locales with their former approvals; locales that were never approved share one line.
    var unapprovedLines: [String] {
        let never = unapproved.filter { $0.state == .notApproved }
        let other = unapproved.filter { $0.state != .notApproved }.map(\.sentence)
        return other
            + (never.isEmpty ? [] : ["\(never.map(\.locale).joined(separator: ", ")): not approved"])
    }

    /// A sentence about the approval of each locale that has one, current or former.
    var facts: [String] { locales.filter { $0.approval != nil }.map(\.sentence) }

    var approvedNow: [String] {
        let cells = locales.map { status in
            [status.localeWithOrigin, String(status.texts?.messages ?? 0), status.texts?.shortDigest ?? ""]
        }
        return Table(["LOCALE", "MESSAGES", "DIGEST"], rightAligned: [1], cells).lines(indentedBy: 2)
    }

    var rows: [any Encodable & Sendable] { locales }

    func lines(verbose: Bool, on terminal: Terminal) -> [String] { words ?? table(on: terminal) }

    private func table(on terminal: Terminal) -> [String] {
        guard !locales.isEmpty else { return ["Nothing is delivered, and nothing is approved."] }
        let cells = locales.map { status in
            let approval = status.approval
            let notes = [approval?.note, status.withdrawal?.withdrawn].compactMap(\.self)
            return [
                status.localeWithOrigin, status.texts.map { String($0.messages) } ?? "–", status.words,
                approval?.by ?? "", approval.map { TimeText.full($0.at) } ?? "", notes.joined(separator: "; "),
            ]
        }
        let table = Table(["LOCALE", "MESSAGES", "STATE", "BY", "AT", "NOTE"], rightAligned: [1], cells)
        let counts = ApprovalStatus.State.allCases.compactMap { state in
            let count = locales.count { $0.state == state }
            return count > 0 ? "\(Plural.grouped(count)) \(state.words)" : nil
        }
        return ["Approvals at \(app) (\(environment.rawValue))"] + table.lines(indentedBy: 2, on: terminal) + [
            counts.joined(separator: ", ") + "."
        ]
    }
}

extension ApprovalStatus {
    /// The locale, and the locales whose texts it copies.
    fileprivate var localeWithOrigin: String {
        let origins = texts?.copiedFrom ?? []
        return locale + (origins.isEmpty ? "" : " (copy of \(origins.joined(separator: ", ")))")
    }

    /// The state, in capitals if it blocks an import that requires approvals.
    fileprivate var words: String { texts == nil || state == .approved ? state.words : state.words.uppercased() }

    /// The approval, and whether it still applies.
    fileprivate var sentence: String {
        guard let approval, let approved = approval.texts else { return "\(locale): not approved" }
        let who = "\(locale): approved by \(approval.by ?? "somebody") on \(TimeText.full(approval.at))"
        if let withdrawal { return "\(who), \(withdrawal.withdrawn)" }
        guard let texts, texts.digest != approved.digest else { return who }
        return "\(who), and changed since (then \(approved.summary), now \(texts.summary))"
    }
}

extension Approval {
    fileprivate var withdrawn: String {
        "withdrawn" + (by.map { " by \($0)" } ?? "") + " on \(TimeText.full(at))" + (note.map { ": \($0)" } ?? "")
    }
}

extension ApprovalStatus.State {
    fileprivate var words: String {
        switch self {
        case .approved: "approved"
        case .changed: "changed since"
        case .withdrawn: "withdrawn"
        case .notApproved: "not approved"
        case .notDelivered: "not delivered"
        }
    }
}

extension LocaleTexts {
    /// A digest prefix that is long enough to distinguish two digests.
    fileprivate var shortDigest: String { String(digest.hexadecimal.prefix(12)) }

    fileprivate var summary: String { "\(Plural.of(messages, "message")), \(shortDigest)" }
}
