/// The self-description of an out-of-process reader: its answer to `describe`, see <doc:ReaderProtocol>.
package struct FormatDescription: Sendable {
    package var id = ""
    package var name = ""
    package var extensions: [String] = []
    /// Whether the reader emits table rows, which Glossport interprets, instead of units.
    package var rows = false
    package var options: [ReaderOption] = []
    package var rules: [RuleDescription] = []

    /// The protocol version that this program supports.
    package static let protocolNumber = 1
    /// The maximum length of a description, in bytes.
    package static let limit = 64 << 10

    package init() {}

    /// Describes a compiled-in format, so that another process can serve as its reader.
    package init(_ format: Format) {
        id = format.id
        name = format.name
        extensions = format.extensions
        options = format.options
        rules = format.rules
    }

    /// The description as a line of JSON with its LF.
    package var line: [UInt8] {
        var line = JSONLine()
        line.object { line in
            line.integer("protocol", Self.protocolNumber)
            line.string("id", id)
            line.string("name", name)
            line.array("extensions") { line in for name in extensions { line.string(nil, name) } }
            line.array("options") { line in
                for option in options {
                    line.object { line in
                        line.string("name", option.name)
                        line.string("help", option.help)
                        line.string("example", option.example)
                        if option.hasEntries { line.boolean("hasEntries", true) }
                    }
                }
            }
            line.array("rules") { line in
                for rule in rules {
                    line.object { line in
                        line.string("id", rule.id.rawValue)
                        line.string("severity", rule.severity.rawValue)
                        line.string("explanation", rule.explanation)
                    }
                }
            }
        }
        return line.finish()
    }

    /// Whether a text is a valid short name of a format: `[a-z][a-z0-9-]*`.
    package static func isID(_ text: String, atMost length: Int = 32) -> Bool {
        guard let first = text.utf8.first, UInt8(ascii: "a")...UInt8(ascii: "z") ~= first else { return false }
        return text.utf8.count <= length && text.utf8.allSatisfy { isSmall($0) || $0 == UInt8(ascii: "-") }
    }

    package static func isSmall(_ byte: UInt8) -> Bool {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
    }
}
