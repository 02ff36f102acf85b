import Foundation
import Glossport
import GlossportProject
import GlossportReading

/// The value of a `$1` in a statement, as text that PostgreSQL reads.
protocol PostgresParameter: Sendable {
    var postgresText: String { get }
}

extension Int64: PostgresParameter {
    var postgresText: String { String(self) }
}

extension Int: PostgresParameter {
    var postgresText: String { String(self) }
}

extension Int32: PostgresParameter {
    var postgresText: String { String(self) }
}

extension String: PostgresParameter {
    // No text of PostgreSQL's can hold U+0000; what is ours never does, but what a service says may.
    var postgresText: String { contains("\0") ? String(map { $0 == "\0" ? "\u{FFFD}" : $0 }) : self }
}

extension ServiceID: PostgresParameter {
    var postgresText: String { bytes.postgresText }
}

extension UUID: PostgresParameter {
    var postgresText: String { uuidString }
}

extension [UInt8]: PostgresParameter {
    var postgresText: String { "\\x" + hexadecimal }
}

/// An array of one dimension, which `unnest` makes rows of.
struct PostgresArray: PostgresParameter {
    let postgresText: String

    init<Element: PostgresParameter>(_ elements: some Sequence<Element>) { self.init(elements.map(Optional.some)) }

    init<Element: PostgresParameter>(_ elements: [Element?]) {
        var text = "{"
        for element in elements {
            if text.utf8.count > 1 { text += "," }
            guard let element else {
                text += "NULL"
                continue
            }
            text += "\""
            for scalar in element.postgresText.unicodeScalars {
                if scalar == "\"" || scalar == "\\" { text += "\\" }
                text.unicodeScalars.append(scalar)
            }
            text += "\""
        }
        postgresText = text + "}"
    }
}
