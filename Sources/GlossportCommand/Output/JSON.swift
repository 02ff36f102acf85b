private import Foundation
import Glossport

/// JSON as the command writes it: keys are sorted and slashes not escaped, so that two runs can be compared by line.
enum JSON {
    static func document(_ value: some Encodable & Sendable) -> DataText {
        DataText(encode(value, [.prettyPrinted]), value)
    }

    static func line(_ value: some Encodable & Sendable) -> DataText { DataText(encode(value, []), value) }

    private static func encode(_ value: some Encodable, _ formatting: JSONEncoder.OutputFormatting) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = formatting.union([.sortedKeys, .withoutEscapingSlashes])
        guard let data = try? encoder.encode(value) else {
            preconditionFailure("The command's own output values can always be encoded.")
        }
        return Escape.json(String(decoding: data, as: UTF8.self))
    }
}

/// Machine-readable text, such as a line of JSON or CSV, which is already escaped.
///
/// `Output` writes it unchanged, and escapes all other text.
struct DataText: Sendable {
    var text: String
    /// The encoded value, if the text is JSON.
    private(set) var value: (any Encodable & Sendable)?

    init(_ text: String, _ value: (any Encodable & Sendable)? = nil) { (self.text, self.value) = (text, value) }
}

extension DataText: Encodable {
    func encode(to encoder: any Encoder) throws { try (value ?? text).encode(to: encoder) }
}

/// Two values encoded as one document with the members of both.
struct Joined<First: Encodable & Sendable, Second: Encodable & Sendable>: Encodable, Sendable {
    var first: First
    var second: Second

    init(_ first: First, _ second: Second) { (self.first, self.second) = (first, second) }

    func encode(to encoder: any Encoder) throws {
        try first.encode(to: encoder)
        try second.encode(to: encoder)
    }
}

/// A property that is excluded from encoding.
@propertyWrapper
struct Unencoded<Value>: Encodable {
    var wrappedValue: Value

    func encode(to encoder: any Encoder) { preconditionFailure("A property that is not encoded was.") }
}

extension Unencoded: Sendable where Value: Sendable {}

extension KeyedEncodingContainer {
    /// Omits the property: synthesized `encode(to:)` methods call this overload.
    mutating func encode<Value>(_ value: Unencoded<Value>, forKey key: Key) {}
}

extension Duration {
    /// The duration in seconds, truncated to milliseconds, for JSON.
    var inSeconds: Double { Double(nanoseconds / 1_000_000) / 1_000 }
}
