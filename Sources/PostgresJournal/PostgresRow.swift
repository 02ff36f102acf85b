import Foundation
import Glossport
import GlossportProject
import GlossportReading

/// A row of an answer, with each cell in PostgreSQL's text format.
struct PostgresRow: Sendable {
    let cells: [String?]

    func textIfAny(_ column: Int) -> String? { column < cells.count ? cells[column] : nil }
    func text(_ column: Int) throws -> String { try value(column) { $0 } }
    func numberIfAny(_ column: Int) throws -> Int64? { try valueIfAny(column) { Int64($0) } }
    func number(_ column: Int) throws -> Int64 { try value(column) { Int64($0) } }
    func intIfAny(_ column: Int) throws -> Int? { try valueIfAny(column) { Int($0) } }
    func bool(_ column: Int) throws -> Bool { try text(column) == "t" }
    func bytes(_ column: Int) throws -> [UInt8] { try value(column, Self.binary) }
    func idIfAny(_ column: Int) throws -> ServiceID? {
        try valueIfAny(column) { Self.binary($0).flatMap(ServiceID.init(bytes:)) }
    }
    func uuid(_ column: Int) throws -> UUID { try value(column) { UUID(uuidString: $0) } }
    func word<Word: RawRepresentable<String>>(_ column: Int) throws -> Word { try value(column) { Word(rawValue: $0) } }
    func wordIfAny<Word: RawRepresentable<String>>(_ column: Int) throws -> Word? {
        try valueIfAny(column) { Word(rawValue: $0) }
    }

    private static func binary(_ text: String) -> [UInt8]? {
        text.hasPrefix("\\x") ? [UInt8](hexadecimal: text.dropFirst(2)) : nil
    }

    /// Parses a cell; `nil` for NULL, or if the server sent fewer cells than requested.
    private func valueIfAny<Value>(_ column: Int, _ parse: (String) -> Value?) throws -> Value? {
        guard let text = textIfAny(column) else { return nil }
        guard let value = parse(text) else { throw unreadable(column) }
        return value
    }

    private func value<Value>(_ column: Int, _ parse: (String) -> Value?) throws -> Value {
        guard let value = try valueIfAny(column, parse) else { throw unreadable(column) }
        return value
    }

    private func unreadable(_ column: Int) -> GlossportError {
        GlossportError(
            .journal,
            "The journal has a row with an unreadable value in column \(column + 1).",
            remedy: "Restore the journal from a backup, or update glossport if a newer one has written it."
        )
    }
}
