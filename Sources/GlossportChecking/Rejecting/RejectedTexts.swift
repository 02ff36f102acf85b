import GlossportReading

/// The texts of a review as a return package needs them: looked up for each finding, so gathered once.
struct RejectedTexts {
    /// The source texts by message, from its record in the source locale or what other records carry.
    private(set) var sources: [String: [Field: String]] = [:]
    private let review: Review
    /// The first record of each locale.
    private var records: [String: MessageRecord] = [:]
    /// The units that a finding other than a missing field refuses.
    private var refused: Set<Refused> = []

    private struct Refused: Hashable {
        var key: String
        var locale: String?
    }

    init(_ review: Review) {
        self.review = review
        for record in review.catalog.records {
            if records[record.locale.code] == nil { records[record.locale.code] = record }
            for (field, value) in record.texts {
                let source = record.locale == review.catalog.sourceLocale ? value.text : value.source
                if let source { sources[record.message, default: [:]][field] = source }
            }
        }
        for finding in review.findings where finding.rule != MissingField.id && finding.severity == .error {
            if let key = finding.key { refused.insert(Refused(key: key, locale: finding.locale)) }
        }
    }

    /// How the vendor of a finding's locale writes keys, as far as any record shows it.
    func keys(for finding: Finding) -> KeyPattern {
        review.project.keys(like: review.record(of: finding) ?? finding.locale.flatMap { records[$0] })
    }

    /// Whether something is only missing because of another finding, which goes out itself.
    func follows(_ finding: Finding) -> Bool {
        switch finding.rule {
        case MissingField.id:
            // The cell exists, but its value was refused.
            guard let message = finding.message, let field = finding.field else { return false }
            let key = keys(for: finding).key(message: message, field: field)
            return [nil, finding.locale].contains { refused.contains(Refused(key: key, locale: $0)) }
        case MessageMissingInLocale.id, ExpectedLocaleMissing.id:
            // It came under a code that names no locale, such as pt-RB.
            return review.catalog.locales.contains { use in
                guard case .unresolved(let candidates) = use.resolution else { return false }
                return candidates.contains { $0.code == finding.locale }
            }
        default: return false
        }
    }
}
