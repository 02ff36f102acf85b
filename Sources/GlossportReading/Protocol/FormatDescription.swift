/// The description of a reader in another process: its answer to `describe`, see <doc:ReaderProtocol>.
package struct FormatDescription: Sendable {
    package var id = ""
    package var name = ""
    package var version = ""
    package var protocols: [Int] = []
    package var features: Set<ReaderFeature> = []
    package var extensions: [String] = []
    /// The required content of a file's first bytes; none if empty.
    package var magic: [Magic] = []
    package var options: [ReaderOption] = []
    package var rules: [RuleDescription] = []
    package var needs: [String] = []

    /// Bytes that tell a format.
    package struct Magic: Sendable, Hashable {
        package var bytes: [UInt8]
        /// The number of bytes from the file's start within which they must occur.
        package var within: Int

        package init(bytes: [UInt8], within: Int) {
            self.bytes = bytes
            self.within = within
        }
    }

    /// The version of the protocol that this program speaks.
    package static let protocolNumber = 1
    /// The longest description, in bytes.
    package static let limit = 64 << 10

    package init() {}

    /// Describes a format that is compiled in, so that another process can be its reader.
    package init(_ format: Format) {
        id = format.id
        name = format.name
        version = "1.0.0"
        protocols = [Self.protocolNumber]
        features = Set(ReaderFeature.allCases).subtracting([.rows])
        extensions = format.extensions
        options = format.options
        rules = format.rules
    }

    /// The description as a line of JSON with its LF.
    package var line: [UInt8] {
        var line = JSONLine()
        line.object { line in
            line.array("protocol") { line in for number in protocols { line.integer(nil, number) } }
            line.string("id", id)
            line.string("name", name)
            line.string("version", version)
            line.array("features") { line in for name in features.map(\.rawValue).sorted() { line.string(nil, name) } }
            line.object("match") { line in
                line.array("extensions") { line in for name in extensions { line.string(nil, name) } }
            }
            line.array("options") { line in
                for option in options {
                    line.object { line in
                        line.string("name", option.name)
                        line.string("help", option.help)
                        line.string("example", option.example)
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
            line.array("needs") { line in for need in needs { line.string(nil, need) } }
        }
        return line.finish()
    }

    /// Whether a text can be the short name of a format: `[a-z][a-z0-9-]*`.
    package static func isID(_ text: String, atMost length: Int = 32) -> Bool {
        guard let first = text.utf8.first, UInt8(ascii: "a")...UInt8(ascii: "z") ~= first else { return false }
        return text.utf8.count <= length && text.utf8.allSatisfy { isSmall($0) || $0 == UInt8(ascii: "-") }
    }

    package static func isSmall(_ byte: UInt8) -> Bool {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
    }
}
