/// The texts to send in a locale compared with the approved ones.
///
/// The newest approval of a locale counts, until it is withdrawn; those before it are history.
package struct ApprovalStatus: Sendable, Hashable {
    package enum State: String, Sendable, CaseIterable, Encodable {
        /// Just what is delivered now.
        case approved
        /// Other texts, other images, or other messages than what is delivered now.
        case changed
        /// Taken back.
        case withdrawn
        /// Never.
        case notApproved = "not-approved"
        /// Approved, but no longer delivered.
        case notDelivered = "not-delivered"
    }

    /// The App Store's short code.
    package var locale: String
    /// The texts to send; `nil` if nothing is delivered.
    package var texts: LocaleTexts?
    /// The newest approval, also if it was withdrawn.
    package var approval: Approval?
    /// The withdrawal of the approval.
    package var withdrawal: Approval?

    package var state: State {
        guard let approved = approval?.texts else { return .notApproved }
        if withdrawal != nil { return .withdrawn }
        guard let texts else { return .notDelivered }
        return approved.digest == texts.digest ? .approved : .changed
    }

    /// Whether it is delivered and not approved as it is.
    package var isUnapproved: Bool { texts != nil && state != .approved }

    /// Compares what would be sent with what was approved.
    ///
    /// - Parameters:
    ///   - texts: The texts to send.
    ///   - approvals: All approvals and withdrawals, oldest first.
    /// - Returns: The standings of all locales that something is delivered in or was approved in, by locale.
    package static func of(_ texts: [LocaleTexts], approvals: [Approval]) -> [ApprovalStatus] {
        var standings: [String: ApprovalStatus] = [:]
        for text in texts { standings[text.locale] = ApprovalStatus(locale: text.locale, texts: text) }
        for approval in approvals {
            var standing = standings[approval.locale] ?? ApprovalStatus(locale: approval.locale)
            switch approval.deed {
            case .approved: (standing.approval, standing.withdrawal) = (approval, nil)
            case .withdrawn: standing.withdrawal = approval
            }
            standings[approval.locale] = standing
        }
        return standings.values.sorted { $0.locale < $1.locale }
    }
}

extension ApprovalStatus: Encodable {
    private enum CodingKeys: CodingKey {
        case locale, state, texts, approval, withdrawal
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(locale, forKey: .locale)
        try container.encode(state, forKey: .state)
        try container.encodeIfPresent(texts, forKey: .texts)
        try container.encodeIfPresent(approval, forKey: .approval)
        try container.encodeIfPresent(withdrawal, forKey: .withdrawal)
    }
}
