import GlossportReading

/// The reader's options, parsed and validated.
struct XLIFFOptions: Sendable {
    enum Key: Sendable, Hashable {
        /// `resname` or `name` if there is one, otherwise `id`; in Phrase's `.mxliff`, the group's `x-key` takes
        /// precedence.
        case automatic
        /// Only `resname`, or `name` in XLIFF 2.
        case name
        case id
        /// A `context` of this type in or around the unit, or a `mda:meta` of this type.
        case context(String)
    }

    var locale: String?
    var key = Key.automatic
    /// The patterns for `file@original`; all files match if it is empty.
    var fileFilter: [Glob] = []
    var includesUntranslatable = false
    /// Overrides `xml:space` for the whole delivery.
    var preservesSpace: Bool?
    var wanted: KeyFilter?

    init(_ options: ReaderOptions) throws {
        locale = options.locale
        wanted = options.wanted
        for (name, value) in options.values {
            switch name {
            case "key": key = try Self.key(value)
            case "fileFilter":
                fileFilter = value.split(separator: ",").map { Glob(String($0).trimmingWhitespace) }
                if fileFilter.isEmpty { throw Self.invalid(name, value, "Give a pattern such as *Localizable*.") }
            case "includeUntranslatable": includesUntranslatable = try options.flag(name, of: "xliff")
            case "space":
                switch value {
                case "preserve": preservesSpace = true
                case "collapse": preservesSpace = false
                default: throw Self.invalid(name, value, "Write preserve or collapse.")
                }
            default: throw Self.invalid(name, value, "The XLIFF reader has no such option.")
            }
        }
    }

    private static func key(_ value: String) throws -> Key {
        switch value {
        case "resname", "name": return .name
        case "id": return .id
        default:
            let type = value.hasPrefix("context:") ? String(value.dropFirst("context:".count)) : ""
            if type.isEmpty {
                throw invalid("key", value, "Write resname, id, name or context:TYPE, such as context:x-key.")
            }
            return .context(type)
        }
    }

    private static func invalid(_ name: String, _ value: String, _ remedy: String) -> GlossportError {
        GlossportError(.invalidOption, "The XLIFF reader can't use \(name): \(value.shortened).", remedy: remedy)
    }
}

/// A shell pattern: `*` matches any characters, including `/`; `?` matches one character.
struct Glob: Sendable {
    private let pattern: [Character]

    init(_ pattern: String) { self.pattern = Array(pattern) }

    func matches(_ text: String) -> Bool {
        let text = Array(text)
        var (position, inPattern) = (0, 0)
        // The position after the last star, to resume at after a mismatch; backtracking to the last star suffices.
        var retry: (position: Int, inPattern: Int)?
        while position < text.count {
            if inPattern < pattern.count, pattern[inPattern] == "*" {
                inPattern += 1
                retry = (position, inPattern)
            } else if inPattern < pattern.count, pattern[inPattern] == "?" || pattern[inPattern] == text[position] {
                inPattern += 1
                position += 1
            } else if let last = retry {
                retry = (last.position + 1, last.inPattern)
                (position, inPattern) = (last.position + 1, last.inPattern)
            } else {
                return false
            }
        }
        return pattern[inPattern...].allSatisfy { $0 == "*" }
    }
}
