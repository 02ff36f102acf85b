import GlossportChecking
import GlossportImporting

/// The statements on approvals.
extension PostgresTransaction {
    func noteApprovals(_ approvals: [Approval], in run: RunID) throws {
        let destination = try destination(of: run)
        for approval in approvals {
            try perform(
                """
                INSERT INTO approval (destination, locale, digest, messages, person, note, at_us, run)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
                """,
                [
                    destination, approval.locale, approval.texts?.digest, approval.texts?.messages, approval.by,
                    approval.note, stored(approval.at), run,
                ]
            )
        }
    }

    func approvals(at destination: Destination) throws -> [Approval] {
        try rows(
            """
            SELECT locale, digest, messages, person, note, at_us FROM approval
            WHERE destination = \(Self.destination) ORDER BY number
            """,
            [destination.app, destination.environment.rawValue]
        ).map { row in
            let locale = try row.text(0)
            let messages = try row.intIfAny(2) ?? 0
            let texts = try row.bytesIfAny(1).map { LocaleTexts(locale: locale, messages: messages, digest: $0) }
            return Approval(
                texts.map { .approved($0) } ?? .withdrawn(locale: locale),
                by: row.textIfAny(3),
                note: row.textIfAny(4),
                at: try local(row, 5)
            )
        }
    }
}
