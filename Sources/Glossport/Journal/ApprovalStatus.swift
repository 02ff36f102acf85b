import GlossportReading

/// Compares the texts to send in a locale with the approved ones.
///
/// The newest approval of a locale counts until it is withdrawn; earlier ones are history.
package struct ApprovalStatus: Sendable, Hashable {
    package enum State: String, Sendable, CaseIterable, Encodable {
        /// The delivered texts are exactly the approved ones.
        case approved
        /// The delivered texts, images or messages differ from the approved ones.
        case changed
        case withdrawn
        case notApproved = "not-approved"
        /// Approved, but no longer delivered.
        case notDelivered = "not-delivered"
    }

    /// The App Store's short code.
    package var locale: String
    /// The texts to send; `nil` if nothing is delivered.
    package var texts: LocaleTexts?
    /// The newest approval, even if it was withdrawn.
    package var approval: Approval?
    package var withdrawal: Approval?

    package var state: State {
        guard let approved = approval?.texts else { return .notApproved }
        if withdrawal != nil { return .withdrawn }
        guard let texts else { return .notDelivered }
        return approved.digest == texts.digest ? .approved : .changed
    }

    /// Whether the delivered texts still need an approval.
    package var isUnapproved: Bool { texts != nil && state != .approved }

    /// Compares the texts to send with all recorded approvals and withdrawals, oldest first.
    ///
    /// - Returns: The status of each locale that has texts to send or was ever approved, sorted by locale.
    package static func of(_ texts: [LocaleTexts], approvals: [Approval]) -> [ApprovalStatus] {
        var statuses: [String: ApprovalStatus] = [:]
        for text in texts { statuses[text.locale] = ApprovalStatus(locale: text.locale, texts: text) }
        for approval in approvals {
            var status = statuses[approval.locale] ?? ApprovalStatus(locale: approval.locale)
            switch approval.decision {
            case .approved: (status.approval, status.withdrawal) = (approval, nil)
            case .withdrawn: status.withdrawal = approval
            }
            statuses[approval.locale] = status
        }
        return statuses.values.sorted { $0.locale < $1.locale }
    }
}

extension ApprovalStatus: Encodable {
    package func encode(to encoder: any Encoder) throws {
        try encoder.encode(members: [
            "locale": locale,
            "state": state,
            "texts": texts,
            "approval": approval,
            "withdrawal": withdrawal,
        ])
    }
}
