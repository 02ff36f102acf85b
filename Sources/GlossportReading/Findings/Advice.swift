/// What a person is told to do, in whole sentences.
///
/// A literal makes one, so a reader just writes the sentence:
///
/// ```swift
/// Finding("csv-ragged", .error, "The row has 3 cells.", remedy: "Give it \(columns) cells.", at: place)
/// ```
///
/// What is done with the program around the core, such as choosing another journal, stands in the sentence by its meaning: the
/// program says what it is called there.
public struct Advice: Sendable, Hashable, CustomStringConvertible {
    private var parts: [Part] = []

    /// No two texts stand beside each other, so that equal sentences are equal.
    private enum Part: Sendable, Hashable {
        case text(String)
        case means(Means)
    }

    /// Makes advice of plain words.
    ///
    /// - Parameter text: Whole sentences.
    public init(_ text: String) { append(text) }

    /// The sentences, with a general phrase for what only the program can name.
    public var description: String { worded(\.description) }

    /// The sentences, in the program's words.
    ///
    /// - Parameter words: What it calls a means, to stand within a sentence.
    /// - Returns: The whole text.
    package func worded(_ words: (Means) -> String) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .means(let means): words(means)
            }
        }.joined()
    }

    /// One after the other.
    ///
    /// - Parameters:
    ///   - left: What is said first.
    ///   - right: What is said then.
    /// - Returns: Both, with nothing between them.
    public static func + (left: Advice, right: Advice) -> Advice {
        var both = left
        both.append(right)
        return both
    }

    /// Adds to what is said.
    package mutating func append(_ more: Advice) {
        for part in more.parts {
            switch part {
            case .text(let text): append(text)
            case .means: parts.append(part)
            }
        }
    }

    private mutating func append(_ text: String) {
        if text.isEmpty { return }
        if case .text(let last)? = parts.last {
            parts[parts.count - 1] = .text(last + text)
        } else {
            parts.append(.text(text))
        }
    }
}

extension Advice: ExpressibleByStringInterpolation {
    /// Puts a sentence together from its pieces.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var advice = Advice("")

        /// Starts with nothing.
        ///
        /// - Parameters:
        ///   - literalCapacity: How much of it is literal.
        ///   - interpolationCount: How many values stand in it.
        public init(literalCapacity: Int, interpolationCount: Int) {}

        /// Adds words.
        ///
        /// - Parameter literal: The words.
        public mutating func appendLiteral(_ literal: String) { advice.append(literal) }

        /// Adds a value, as it describes itself.
        ///
        /// - Parameter value: Anything that has a place in a sentence.
        public mutating func appendInterpolation<Value>(_ value: Value) { advice.append("\(value)" as String) }

        /// Adds other advice, with its means.
        ///
        /// - Parameter other: The advice.
        public mutating func appendInterpolation(_ other: Advice) { advice.append(other) }

        /// Adds what only the program can name.
        package mutating func appendInterpolation(_ means: Means) { advice.parts.append(.means(means)) }
    }

    /// Makes advice of a literal.
    ///
    /// - Parameter value: Whole sentences.
    public init(stringLiteral value: String) { self.init(value) }

    /// Makes advice of a literal with values in it.
    ///
    /// - Parameter stringInterpolation: What was put together.
    public init(stringInterpolation: StringInterpolation) { self = stringInterpolation.advice }
}

extension Advice: Codable {
    /// Reads plain words.
    ///
    /// - Parameter decoder: Holds one string.
    /// - Throws: `DecodingError` if it does not.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    /// Writes the ``description``.
    ///
    /// - Parameter encoder: Takes one string.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
