/// Checks that tokens make JSON, and says what they are in it.
struct JSONGrammar {
    /// How deep braces and brackets may be nested; a String Catalog needs twelve levels.
    static let depthLimit = 64

    enum Event {
        /// The name of a member of an object; it is the lexer's last string.
        case name
        /// A string as a value; it is the lexer's last string.
        case string
        case literal(JSONLexer.Literal)
        case begin(Container)
        case end
        /// A slip that does not hide what comes after it.
        case slip(String)
        /// From here on nothing can be made of the file.
        case failure(String)
    }

    enum Container {
        case object
        case array
    }

    private enum Expected {
        case value
        case valueOrEnd
        case nameOrEnd
        case name
        case colon
        case commaOrEnd
        case nothing
    }

    private var expected = Expected.value
    private var open: [Container] = []
    private var deferred: Event?

    /// Whether the one value of the file is complete.
    var isComplete: Bool { expected == .nothing }
    /// Whether anything but white space was met.
    private(set) var hasBegun = false

    /// Takes one token; the event after a slip comes without one.
    mutating func next(_ lexer: inout JSONLexer) -> Event? {
        if let event = deferred {
            deferred = nil
            return event
        }
        guard let token = lexer.next() else { return nil }
        hasBegun = true
        if case .malformed(let reason) = token { return .failure(reason) }
        switch expected {
        case .value, .valueOrEnd: return value(token)
        case .nameOrEnd, .name: return name(token)
        case .colon:
            guard case .mark(UInt8(ascii: ":")) = token else { return .failure("A colon is missing after a name") }
            expected = .value
            return next(&lexer)
        case .commaOrEnd: return afterValue(token, &lexer)
        case .nothing: return .failure("The catalog is complete, but something follows it")
        }
    }

    /// Passes over a translated text that belongs to the name just met.
    ///
    /// - Returns: Its length in bytes; `nil` if something else stands there, which comes as events then.
    mutating func passTranslatedText(_ lexer: inout JSONLexer) -> Int? {
        guard expected == .colon, open.count + 2 <= Self.depthLimit, let length = lexer.passTranslatedText() else {
            return nil
        }
        endValue()
        return length
    }

    private mutating func value(_ token: JSONLexer.Token) -> Event {
        switch token {
        case .string:
            endValue()
            return .string
        case .literal(let literal):
            endValue()
            return .literal(literal)
        case .mark(UInt8(ascii: "{")): return begin(.object)
        case .mark(UInt8(ascii: "[")): return begin(.array)
        case .mark(UInt8(ascii: "]")) where open.last == .array:
            return expected == .valueOrEnd ? end() : afterSlip("A comma stands before a closing bracket", end())
        case .mark(let byte): return .failure("A value is missing before \(CatalogOutput.name(Unicode.Scalar(byte)))")
        case .malformed(let reason): return .failure(reason)
        }
    }

    private mutating func name(_ token: JSONLexer.Token) -> Event {
        switch token {
        case .string:
            expected = .colon
            return .name
        case .mark(UInt8(ascii: "}")):
            return expected == .nameOrEnd ? end() : afterSlip("A comma stands before a closing brace", end())
        default: return .failure("A name in quotation marks is missing")
        }
    }

    private mutating func afterValue(_ token: JSONLexer.Token, _ lexer: inout JSONLexer) -> Event? {
        let isObject = open.last == .object
        switch token {
        case .mark(UInt8(ascii: ",")):
            expected = isObject ? .name : .value
            return next(&lexer)
        case .mark(UInt8(ascii: "}")) where isObject: return end()
        case .mark(UInt8(ascii: "]")) where !isObject: return end()
        case .string where isObject:
            expected = .colon
            return afterSlip("A comma is missing before this name", .name)
        default: return .failure("A comma or the end of \(isObject ? "an object" : "an array") is missing")
        }
    }

    private mutating func begin(_ container: Container) -> Event {
        guard open.count < Self.depthLimit else {
            return .failure("Braces and brackets are nested more than \(Self.depthLimit) deep")
        }
        open.append(container)
        expected = container == .object ? .nameOrEnd : .valueOrEnd
        return .begin(container)
    }

    private mutating func end() -> Event {
        open.removeLast()
        endValue()
        return .end
    }

    private mutating func endValue() { expected = open.isEmpty ? .nothing : .commaOrEnd }

    private mutating func afterSlip(_ text: String, _ event: Event) -> Event {
        deferred = event
        return .slip(text)
    }
}
