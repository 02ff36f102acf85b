/// The host's request to an out-of-process reader: the line before a file's bytes, see <doc:ReaderProtocol>.
package struct ReadRequest: Sendable, Hashable {
    package var path: String
    /// The size of the file; `nil` if it extends to the end of the input.
    package var bytes: Int?
    package var bundle: String?
    /// The delivery's options without the key filter, because a plugin emits all units.
    package var options: ReaderOptions

    package init(path: String, bytes: Int?, bundle: String? = nil, options: ReaderOptions = ReaderOptions()) {
        self.path = path
        self.bytes = bytes
        self.bundle = bundle
        self.options = options
        self.options.wanted = nil
    }

    /// The maximum length of a line that a reader may write, in bytes.
    package static let lineBytes = 4 << 20

    /// Parses a request; ignores unknown members, as the protocol requires.
    ///
    /// - Throws: ``JSONScanner/Problem``.
    package init(parsing line: UnsafeRawBufferPointer) throws {
        self.init(path: "", bytes: nil)
        var isThere = false
        var scanner = try JSONScanner(line)
        try scanner.object { scanner, name in
            guard name == "read" else { return try scanner.skip() }
            isThere = true
            try scanner.object { scanner, name in
                switch name {
                case "path": path = try scanner.string()
                case "bytes": bytes = try scanner.integer()
                case "locale": options.locale = try scanner.stringOrNull()
                case "bundle": bundle = try scanner.stringOrNull()
                case "options": try scanner.object { scanner, name in options.values[name] = try scanner.string() }
                default: try scanner.skip()
                }
            }
        }
        try scanner.end()
        guard isThere else { throw scanner.problem("the member “read” is missing") }
    }

    /// The request as a line of JSON with its LF.
    package var line: [UInt8] {
        var line = JSONLine()
        line.object { line in
            line.object("read") { line in
                line.string("path", path)
                if let bytes { line.integer("bytes", bytes) }
                line.stringOrNull("locale", options.locale)
                line.stringOrNull("bundle", bundle)
                line.object("options") { line in
                    for (name, value) in options.values.sorted(by: { $0.key < $1.key }) {
                        line.string(named: name, value)
                    }
                }
            }
        }
        return line.finish()
    }
}
