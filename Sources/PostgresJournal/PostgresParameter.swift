import Foundation
import Glossport
import GlossportProject
import GlossportReading

/// The value of a parameter such as `$1`, as text that PostgreSQL reads.
protocol PostgresParameter: Sendable {
    var postgresText: String { get }
}

extension Int64: PostgresParameter {
    var postgresText: String { String(self) }
}

extension Int: PostgresParameter {
    var postgresText: String { String(self) }
}

extension String: PostgresParameter {
    // PostgreSQL's texts can't contain U+0000. Our own never do, but the service's may.
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

/// A one-dimensional array, which `unnest` turns into rows.
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
