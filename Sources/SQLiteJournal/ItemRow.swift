private import Foundation
import GRDB
import GlossportChecking
import GlossportImporting
import GlossportReading

/// An item with its history, as one row of a query.
struct ItemRow: Sendable {
    var number: Int64
    var wantedBy: RunID
    /// The content as JSON.
    ///
    /// Reading it takes longer than fetching the row, so that callers do it, not the database's thread.
    var content: String
    private var kind: Item.Kind
    private var id: ServiceID
    private var message: String
    private var locale: String
    private var digest: [UInt8]
    private var origin: Item.Origin
    private var source: SourceLocation?
    private var state: ItemState
    private var proof: Proof?
    private var reason: String?
    private var refusalCode: Int?
    private var history: AttemptHistory

    /// The whole record.
    func record() throws -> ItemRecord { record(with: try Item.Content(stored: content, kind: kind)) }

    /// The whole record, for those who know what the JSON says.
    func record(with content: Item.Content) -> ItemRecord {
        let item = Item(
            id: id,
            message: message,
            locale: locale,
            content: content,
            digest: digest,
            origin: origin,
            source: source
        )
        return ItemRecord(
            item: item,
            state: state,
            proof: proof,
            reason: reason,
            refusalCode: refusalCode,
            history: history
        )
    }

    /// The attempts that say something about an item: those since a person has cleared its past.
    static let counted = """
        attempt.item = item.number
        AND attempt.number > ifnull((SELECT forgotten.attempt FROM forgotten WHERE forgotten.item = item.number), 0)
        """

    /// The query without its conditions.
    ///
    /// The history is counted from the attempts; an attempt without an outcome was cut off.
    static let select = """
        SELECT number, wanted_by, id, kind, message, locale, content, digest, origin,
        CASE WHEN EXISTS (SELECT 1 FROM deletion WHERE item = item.number) THEN 'deleted' ELSE state END, proof, reason,
        source_path, source_line, source_column,
        (SELECT count(*) FROM attempt WHERE \(counted)),
        (SELECT count(*) FROM attempt WHERE \(counted) AND (outcome IS NULL OR outcome = 'unknown')),
        (SELECT count(*) FROM attempt WHERE \(counted) AND outcome = 'refused'),
        CASE WHEN state = 'refused' THEN (
            SELECT apple_code FROM attempt WHERE \(counted) AND (outcome = 'refused' OR outcome = 'not-found')
            ORDER BY number DESC LIMIT 1
        ) END
        FROM item
        """

    /// The first entries of a run's queue.
    ///
    /// The conditions are those of the index `item_queue`, word for word, so that SQLite uses it.
    static let queue = """
        \(select) WHERE wanted_by = ? AND claimed_by IS NULL AND settled_us IS NULL
        ORDER BY position LIMIT ?
        """

    init(_ row: Row) throws {
        number = try row.decode(atIndex: 0)
        wantedBy = try row.decode(atIndex: 1)
        guard let id = ServiceID(bytes: try row.decode(Data.self, atIndex: 2)) else {
            throw GlossportError.unreadableItem("id")
        }
        self.id = id
        kind = try Self.word(row, 3)
        message = try row.decode(atIndex: 4)
        locale = try row.decode(atIndex: 5)
        content = try row.decode(atIndex: 6)
        digest = Array(try row.decode(Data.self, atIndex: 7))
        origin = try Self.word(row, 8)
        state = try Self.word(row, 9)
        proof = try row.decode(String?.self, atIndex: 10).flatMap(Proof.init(rawValue:))
        reason = try row.decode(atIndex: 11)
        if let path = try row.decode(String?.self, atIndex: 12) {
            let line = try row.decode(Int?.self, atIndex: 13)
            source = SourceLocation(path: path, line: line ?? 1, column: try row.decode(Int?.self, atIndex: 14) ?? 1)
        }
        history = AttemptHistory(
            attempts: try row.decode(atIndex: 15),
            ambiguous: try row.decode(atIndex: 16),
            refused: try row.decode(atIndex: 17)
        )
        refusalCode = try row.decode(atIndex: 18)
    }

    /// One of an enumeration's words.
    private static func word<Word: RawRepresentable<String>>(_ row: Row, _ index: Int) throws -> Word {
        guard let word = Word(rawValue: try row.decode(atIndex: index)) else {
            throw GlossportError.unreadableItem("\(Word.self)")
        }
        return word
    }
}
