private import Foundation
import Glossport
import GlossportImporting

/// JSON as the command writes it: keys sorted, slashes plain, so that two runs can be compared line by line.
enum JSON {
    static func document(_ value: some Encodable) -> DataText { encode(value, [.prettyPrinted]) }
    static func line(_ value: some Encodable) -> DataText { encode(value, []) }

    private static func encode(_ value: some Encodable, _ formatting: JSONEncoder.OutputFormatting) -> DataText {
        let encoder = JSONEncoder()
        encoder.outputFormatting = formatting.union([.sortedKeys, .withoutEscapingSlashes])
        guard let data = try? encoder.encode(value) else {
            preconditionFailure("The command's own output values can always be encoded.")
        }
        return DataText(Escape.json(String(decoding: data, as: UTF8.self)))
    }
}

/// Lines of a form for programs, such as JSON or CSV, which has its own rules for escaping.
///
/// `Output` writes it as it is; any other text it makes safe to show.
struct DataText {
    var text: String

    init(_ text: String) { self.text = text }
}

/// Two documents as one, member beside member.
struct Joined<First: Encodable, Second: Encodable>: Encodable {
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

// MARK: Values of the core in documents

extension Timestamp: Encodable {
    package func encode(to encoder: any Encoder) throws { try TimeText.rfc3339(self).encode(to: encoder) }
}

extension ApprovalStatus.State: Encodable {}
extension Coverage.State: Encodable {}
extension Plan.Action: Encodable {}
extension RunCommand: Encodable {}

extension Duration {
    /// Seconds with three decimals, as JSON has them.
    var inSeconds: Double { Double(nanoseconds / 1_000_000) / 1_000 }
}
