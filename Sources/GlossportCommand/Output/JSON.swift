private import Foundation
import Glossport

/// JSON as the command writes it: keys sorted, slashes plain, so that two runs can be compared line by line.
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

/// Lines of a form for programs, such as JSON or CSV, which has its own rules for escaping.
///
/// `Output` writes it as it is; any other text it makes safe to show.
struct DataText: Sendable {
    var text: String
    /// The value, if it is one in JSON.
    private(set) var value: (any Encodable & Sendable)?

    init(_ text: String, _ value: (any Encodable & Sendable)? = nil) { (self.text, self.value) = (text, value) }
}

extension DataText: Encodable {
    func encode(to encoder: any Encoder) throws { try (value ?? text).encode(to: encoder) }
}

/// Two documents as one, member beside member.
struct Joined<First: Encodable & Sendable, Second: Encodable & Sendable>: Encodable, Sendable {
    var first: First
    var second: Second

    init(_ first: First, _ second: Second) { (self.first, self.second) = (first, second) }

    func encode(to encoder: any Encoder) throws {
        try first.encode(to: encoder)
        try second.encode(to: encoder)
    }
}

/// A property that its document leaves out.
@propertyWrapper
struct Unencoded<Value>: Encodable {
    var wrappedValue: Value

    func encode(to encoder: any Encoder) { preconditionFailure("A property that is not encoded was.") }
}

extension Unencoded: Sendable where Value: Sendable {}

extension KeyedEncodingContainer {
    /// The compiler chooses this one where it encodes the members of a document.
    mutating func encode<Value>(_ value: Unencoded<Value>, forKey key: Key) {}
}

extension Duration {
    /// Seconds with three decimals, as JSON has them.
    var inSeconds: Double { Double(nanoseconds / 1_000_000) / 1_000 }
}
