package import GlossportProject
import GlossportReading

/// Records a person's approval of the delivered texts in some locales.
package struct ApproveTexts {
    package let texts: [LocaleTexts]
    private let items: DesiredItems
    private let sources: [RunStart.Source]
    private let signature: Signature

    /// - Parameters:
    ///   - deliveries: The delivered texts.
    ///   - locales: The locales that the user selected, each with texts; empty if the user selected none.
    ///   - app: The bundle ID.
    ///   - signature: The person who approves.
    ///   - code: The code of the page that the person has seen. A code covers a single locale.
    /// - Throws: ``GlossportError`` if a locale has no complete message, or if its texts do not match the code.
    package init(
        _ deliveries: CheckedDeliveries,
        in locales: Set<StoreLocale>,
        for app: String,
        by signature: Signature,
        seen code: SignOffCode? = nil
    ) throws {
        self.signature = signature
        items = ItemFactory.items(of: deliveries.catalog, for: deliveries.project)
        texts = items.texts(for: app)
        sources = try deliveries.sources
        let lacking = Set(locales.map(\.code)).subtracting(texts.map(\.locale))
        if let locale = lacking.min() ?? (texts.isEmpty ? "any locale" : nil) {
            throw GlossportError(
                .invalidOption,
                "No complete message is delivered in \(locale). Nothing was approved.",
                remedy: "`glossport validate` lists what is missing."
            )
        }
        if let code, texts.map(SignOffCode.init(of:)) != [code] {
            throw GlossportError(
                .drift,
                "\(code) is not the code of \(texts.map(\.locale).joined(separator: ", ")) as it is now: a text or a picture is another one. Nothing was approved.",
                remedy: "Make a new page with `glossport preview`, and ask for the code in it."
            )
        }
    }

    /// The number of records that lack a text or an image; they are not part of the approval.
    package var incomplete: Int { items.incomplete }

    /// - Returns: The new approval status of all delivered locales.
    /// - Throws: ``GlossportError`` from the journal.
    package func perform(with access: JournalAccess) async throws -> [ApprovalStatus] {
        let moment = access.time.now
        let approvals = texts.map { Approval(.approved($0), by: signature.name, note: signature.note, at: moment) }
        try await access.record(.approve, sources: sources) {
            try await access.journal.recordApprovals(approvals, in: $0)
        }
        return try await ApprovalStatus.wanted(items, in: access.journal, at: access.destination)
    }
}

package struct WithdrawApprovals {
    /// The App Store's codes of the locales; if empty, all approved locales.
    package let locales: Set<String>
    package let signature: Signature?

    package init(of locales: Set<String>, by signature: Signature?) {
        self.locales = locales
        self.signature = signature
    }

    /// - Returns: The approval status of the locales whose approval was withdrawn.
    /// - Throws: ``GlossportError`` from the journal, or for a locale that is not approved.
    package func perform(with access: JournalAccess) async throws -> [ApprovalStatus] {
        let (journal, destination) = (access.journal, access.destination)
        let given = ApprovalStatus.of([], approvals: try await journal.read(at: destination) { $0.approvals })
            .filter { $0.withdrawal == nil }.map(\.locale)
        if let unknown = locales.subtracting(given).min() {
            throw GlossportError(
                .invalidOption,
                "There is no approval of \(unknown) to withdraw. Nothing was withdrawn.",
                remedy: "`glossport approve --list` lists all approvals."
            )
        }
        let chosen = given.filter { locales.isEmpty || locales.contains($0) }
        let moment = access.time.now
        let withdrawals = chosen.map {
            Approval(.withdrawn(locale: $0), by: signature?.name, note: signature?.note, at: moment)
        }
        try await access.record(.approve) { try await journal.recordApprovals(withdrawals, in: $0) }
        return ApprovalStatus.of([], approvals: try await journal.read(at: destination) { $0.approvals })
            .filter { chosen.contains($0.locale) }
    }
}
