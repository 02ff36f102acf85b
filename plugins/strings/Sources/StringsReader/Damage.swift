import GlossportReading

/// The content of the finding about bytes that could not be decoded.
struct Damage {
    let sentence: String
    let remedy: String

    /// Creates the sentences, and detects the probable encoding of the file.
    init(_ failure: DecodingFailure, in encoding: TextEncoding, of source: SourceFile, locale: String?) {
        let likely = failure.truncated ? nil : LegacyEncoding.detect(source, locales: [locale].compactMap(\.self))
        sentence = failure.sentence(in: encoding, likely: likely)
        remedy = failure.remedy(likely)
    }
}
