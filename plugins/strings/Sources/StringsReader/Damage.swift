import GlossportReading

/// The end of the text where bytes could not be decoded: what the finding says.
struct Damage {
    let sentence: String
    let remedy: String

    /// Looks for the encoding in which the file was saved.
    init(_ failure: DecodingFailure, in encoding: TextEncoding, of source: SourceFile, locale: String?) {
        let likely = failure.truncated ? nil : LegacyEncoding.detect(source, locales: [locale].compactMap(\.self))
        sentence = failure.sentence(in: encoding, likely: likely)
        remedy = failure.remedy(likely)
    }
}
