/// The limits on the contents of a file that a reader accepts or keeps.
///
/// A text of a retention message has at most 150 characters, so sizes near these limits indicate a broken file or an
/// attack.
public enum ReaderLimits {
    /// The maximum length of a text, key or note, in UTF-8 bytes.
    ///
    /// A longer one is reported as an error, and its unit is not emitted. Readers of tables limit rows instead; see
    /// ``TableRow/byteLimit``.
    public static let textBytes = 1 << 20
    /// The maximum length of a file that is loaded completely, in UTF-8 bytes: 64 MiB.
    ///
    /// A longer file is reported as an error, and none of its units are emitted.
    public static let wholeFileBytes = 64 << 20
    /// The maximum number of notes kept per unit.
    public static let notesPerUnit = 64
    /// The maximum number of skipped units per file that are reported as examples.
    ///
    /// ``ReadingOutput`` also reports the first one in each of up to 1,000 locales.
    public static let namedOthers = 20
    /// The maximum number of declared locales recorded per file.
    public static let declaredLocales = 64
}
