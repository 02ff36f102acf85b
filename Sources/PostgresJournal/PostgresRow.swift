import Foundation
import Glossport
import GlossportProject
import GlossportReading

/// A row of an answer, with each cell in PostgreSQL's text format.
struct PostgresRow: Sendable {
    let cells: [String?]

    /// Returns a cell; `nil` for NULL, or if the server sent fewer cells than requested.
    private func cell(_ column: Int) -> String? { column < cells.count ? cells[column] : nil }

    func textIfAny(_ column: Int) -> String? { cell(column) }

    func text(_ column: Int) throws -> String {
        guard let text = cell(column) else { throw unreadable(column) }
        return text
    }

    func numberIfAny(_ column: Int) throws -> Int64? {
        guard let text = cell(column) else { return nil }
        guard let number = Int64(text) else { throw unreadable(column) }
        return number
    }

    func number(_ column: Int) throws -> Int64 {
        guard let number = try numberIfAny(column) else { throw unreadable(column) }
        return number
    }

    func intIfAny(_ column: Int) throws -> Int? { try numberIfAny(column).map(Int.init) }

    func bool(_ column: Int) throws -> Bool { try text(column) == "t" }

    func bytesIfAny(_ column: Int) throws -> [UInt8]? {
        guard let text = cell(column) else { return nil }
        guard text.hasPrefix("\\x"), let bytes = [UInt8](hexadecimal: text.dropFirst(2)) else {
            throw unreadable(column)
        }
        return bytes
    }

    func bytes(_ column: Int) throws -> [UInt8] {
        guard let bytes = try bytesIfAny(column) else { throw unreadable(column) }
        return bytes
    }

    func idIfAny(_ column: Int) throws -> ServiceID? {
        guard let bytes = try bytesIfAny(column) else { return nil }
        guard let id = ServiceID(bytes: bytes) else { throw unreadable(column) }
        return id
    }

    func uuid(_ column: Int) throws -> UUID {
        guard let id = UUID(uuidString: try text(column)) else { throw unreadable(column) }
        return id
    }

    func word<Word: RawRepresentable<String>>(_ column: Int) throws -> Word {
        guard let word = Word(rawValue: try text(column)) else { throw unreadable(column) }
        return word
    }

    func wordIfAny<Word: RawRepresentable<String>>(_ column: Int) throws -> Word? {
        cell(column) == nil ? nil : try word(column)
    }

    private func unreadable(_ column: Int) -> GlossportError {
        GlossportError(
            .journal,
            "The journal has a row with an unreadable value in column \(column + 1).",
            remedy: "Restore the journal from a backup, or update glossport if a newer one has written it."
        )
    }
}
