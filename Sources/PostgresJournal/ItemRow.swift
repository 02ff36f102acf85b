import GlossportChecking
import GlossportImporting
import GlossportReading

/// An item with its history, as one row of a query.
struct ItemRow: Sendable {
    let row: PostgresRow

    var number: Int64 { get throws { try row.number(0) } }
    var wantedBy: RunID { get throws { RunID(rawValue: try row.number(1)) } }
    var id: ServiceID { get throws { try row.id(2) } }
    /// As JSON.
    var content: String { get throws { try row.text(6) } }

    /// The whole record.
    ///
    /// - Parameter content: What the JSON says, if that is known; reading it takes longer than fetching the row.
    /// - Returns: The record.
    /// - Throws: ``GlossportError`` with code `journal`.
    func record(with content: Item.Content? = nil) throws -> ItemRecord {
        let kind: Item.Kind = try row.word(3)
        let source = try row.textIfAny(12).map { path in
            SourceLocation(path: path, line: try row.intIfAny(13) ?? 1, column: try row.intIfAny(14) ?? 1)
        }
        let item = Item(
            id: try id,
            message: try row.text(4),
            locale: try row.text(5),
            content: try content ?? Item.Content(stored: try self.content, kind: kind),
            digest: try row.bytes(7),
            origin: try row.word(8),
            source: source
        )
        return ItemRecord(
            item: item,
            state: try row.word(9),
            proof: row.textIfAny(10).flatMap(Proof.init(rawValue:)),
            reason: row.textIfAny(11),
            refusalCode: try row.intIfAny(18),
            history: AttemptHistory(
                attempts: try row.int(15),
                ambiguous: try row.int(16),
                refused: try row.int(17)
            )
        )
    }

    /// The attempts that say something about an item: those since a person has cleared its past.
    static let counted = """
        attempt.item = item.number
        AND attempt.number > coalesce((SELECT forgotten.attempt FROM forgotten WHERE forgotten.item = item.number), 0)
        """

    /// The query without its conditions.
    ///
    /// The history is counted from the attempts; an attempt without an outcome was cut off.
    static let select = """
        SELECT number, wanted_by, id, kind, message, locale, content, digest, origin,
        CASE WHEN EXISTS (SELECT 1 FROM deletion WHERE item = item.number) THEN 'deleted' ELSE state END, proof, reason,
        source_path, source_line, source_column, past.attempts, past.ambiguous, past.refused,
        CASE WHEN state = 'refused' THEN (
            SELECT apple_code FROM attempt WHERE \(counted) AND outcome IN ('refused', 'not-found') ORDER BY number DESC LIMIT 1
        ) END
        FROM item CROSS JOIN LATERAL (
            SELECT count(*) AS attempts, count(*) FILTER (WHERE outcome IS NULL OR outcome = 'unknown') AS ambiguous,
            count(*) FILTER (WHERE outcome = 'refused') AS refused FROM attempt WHERE \(counted)
        ) AS past
        """
}
