/// The host's request to a reader in another process: the line before a file's bytes, see <doc:ReaderProtocol>.
package struct ReadRequest: Sendable, Hashable {
    /// The file, as the user named it.
    package var path: String
    /// How long the file is; `nil` if its end tells.
    package var bytes: Int?
    /// The locale of the bundle around the file.
    package var bundle: String?
    /// The delivery's options.
    package var options: ReaderOptions
    /// The features that both sides support.
    package var features: Set<ReaderFeature>
    /// The longest text, key or note, in bytes; less than usual only to try a plugin.
    package var textBytes = ReaderLimits.textBytes

    package init(
        path: String,
        bytes: Int?,
        bundle: String? = nil,
        options: ReaderOptions = ReaderOptions(),
        features: Set<ReaderFeature> = Set(ReaderFeature.allCases).subtracting([.rows])
    ) {
        self.path = path
        self.bytes = bytes
        self.bundle = bundle
        self.options = options
        self.features = features
    }

    /// The longest line that a reader may write, in bytes.
    package static let lineBytes = 4 << 20

    /// Reads a request; members that are not known are passed over, as the protocol wants.
    ///
    /// - Throws: ``JSONScanner/Problem``.
    package init(parsing line: UnsafeRawBufferPointer) throws {
        self.init(path: "", bytes: nil, features: [])
        var isThere = false
        var scanner = try JSONScanner(line)
        try scanner.object { scanner, name in
            guard name == "read" else { return try scanner.skip() }
            isThere = true
            try scanner.object { scanner, name in try take(name, from: &scanner) }
        }
        try scanner.end()
        guard isThere else { throw scanner.problem("the member “read” is missing") }
    }

    private mutating func take(_ name: String, from scanner: inout JSONScanner) throws {
        switch name {
        case "path": path = try scanner.string()
        case "bytes": if scanner.peek() == .null { _ = try scanner.literal() } else { bytes = try scanner.integer() }
        case "locale": options.locale = try scanner.stringOrNull()
        case "bundle": bundle = try scanner.stringOrNull()
        case "options":
            try scanner.object { scanner, name in options.values[name] = try scanner.string() }
        case "wanted":
            guard scanner.peek() != .null else {
                _ = try scanner.literal()
                return
            }
            var parts: [String: String] = [:]
            try scanner.object { scanner, name in parts[name] = try scanner.string() }
            guard let between = parts["between"], !between.isEmpty else {
                throw scanner.problem("`wanted` does not contain the text between the names")
            }
            options.wanted = KeyFilter(
                prefix: parts["prefix"] ?? "",
                between: between,
                suffix: parts["suffix"] ?? ""
            )
        case "features":
            try scanner.array { scanner in
                if let feature = ReaderFeature(rawValue: try scanner.string()) { features.insert(feature) }
            }
        case "limits":
            try scanner.object { scanner, name in
                guard name == "textBytes" else { return try scanner.skip() }
                textBytes = try scanner.integer()
            }
        default: try scanner.skip()
        }
    }
}
