private import Foundation
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

extension Duration {
    /// Seconds with three decimals, as JSON has them.
    var inSeconds: Double { Double(nanoseconds / 1_000_000) / 1_000 }
}
