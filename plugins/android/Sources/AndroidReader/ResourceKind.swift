enum ResourceKind {
    case string
    case plurals
    case array
    /// A resource without text, such as a color.
    case textless
    /// A separator, which detaches the comments before it from the next resource.
    case separator
    case unknown

    init(_ element: String) {
        switch element {
        case "string": self = .string
        case "plurals": self = .plurals
        case "array", "string-array": self = .array
        case "skip", "eat-comment": self = .separator
        case "add-resource", "attr", "bag", "bool", "color", "configVarying", "declare-styleable", "dimen", "drawable",
            "fraction", "id", "integer", "integer-array", "item", "java-symbol", "macro", "overlayable", "public",
            "public-group", "staging-public-group", "staging-public-group-final", "style", "symbol":
            self = .textless
        default: self = .unknown
        }
    }

    var hasText: Bool { self == .string || self == .plurals || self == .array }

    static func isFormatting(_ element: String) -> Bool { formatting.contains(element) }

    private static let formatting: Set<String> = [
        "a", "annotation", "b", "big", "cite", "dfn", "em", "font", "i", "s", "small", "span", "strike", "strong",
        "sub", "sup", "tt", "u",
    ]

    /// Whether a text refers to another resource, such as `@string/app_name` or `?attr/title`; follows aapt2's
    /// algorithm.
    static func isReference(_ text: String) -> Bool {
        if text == "@null" || text == "@empty" { return true }
        var rest = text.dropFirst()
        switch text.first {
        case "@":
            let isNew = rest.first == "+"
            if isNew { rest = rest.dropFirst() }
            if rest.first == "*", !isNew { rest = rest.dropFirst() }
            guard let (type, name) = parts(of: rest) else { return false }
            return types.contains(type) && !name.isEmpty && (!isNew || type == "id")
        case "?":
            guard let (type, name) = parts(of: rest) else { return false }
            return (type.isEmpty || type == "attr") && !name.isEmpty
        default: return false
        }
    }

    /// Splits `package:type/name`; only the name is required.
    private static func parts(of text: Substring) -> (type: String, name: String)? {
        var package: Substring?
        var type: Substring?
        var rest = text
        for index in text.indices {
            if text[index] == "/", type?.isEmpty ?? true {
                type = rest[..<index]
            } else if text[index] == ":", package?.isEmpty ?? true {
                package = rest[..<index]
            } else {
                continue
            }
            rest = text[text.index(after: index)...]
        }
        return package?.isEmpty == true || type?.isEmpty == true ? nil : (String(type ?? ""), String(rest))
    }

    private static let types: Set<String> = [
        "anim", "animator", "array", "attr", "bool", "color", "configVarying", "dimen", "drawable", "font", "fraction",
        "id", "integer", "interpolator", "layout", "macro", "menu", "mipmap", "navigation", "plurals", "raw", "string",
        "style", "styleable", "transition", "xml",
    ]
}
