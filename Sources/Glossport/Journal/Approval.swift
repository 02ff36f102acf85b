import GlossportReading

/// A team member's approval of the texts that customers in a locale will see, or its withdrawal.
///
/// It is unrelated to Apple's review, which is a ``ReviewState``.
package struct Approval: Sendable, Hashable {
    package enum Decision: Sendable, Hashable {
        case approved(LocaleTexts)
        case withdrawn(locale: String)
    }

    package var decision: Decision
    /// The person's name; it may be `nil` only for a withdrawal.
    package var by: String?
    package var note: String?
    package var at: Timestamp

    package init(_ decision: Decision, by: String?, note: String? = nil, at moment: Timestamp) {
        self.decision = decision
        self.by = by
        self.note = note
        at = moment
    }

    /// The App Store's short code.
    package var locale: String {
        switch decision {
        case .approved(let texts): texts.locale
        case .withdrawn(let locale): locale
        }
    }

    /// The approved texts; `nil` for a withdrawal.
    package var texts: LocaleTexts? {
        if case .approved(let texts) = decision { texts } else { nil }
    }
}

extension Approval: Encodable {
    package func encode(to encoder: any Encoder) throws {
        try encoder.encode(members: ["by": by, "note": note, "at": at, "texts": texts])
    }
}
