/// The limits above which a reader reports a file as damaged.
///
/// A retention message has at most 150 characters, so sizes near these limits indicate a broken file or an attack.
public enum ReaderLimits {
    /// The maximum length of a text, key or note, in UTF-8 bytes.
    ///
    /// A longer one is reported as an error, and its unit is not emitted.
    public static let textBytes = 1 << 20
    /// The maximum length of a file that is loaded completely, in UTF-8 bytes: 64 MiB.
    ///
    /// A longer file is reported as an error, and none of its units are emitted.
    public static let wholeFileBytes = 64 << 20
    /// The maximum number of notes kept per unit.
    public static let notesPerUnit = 64
    /// The number of skipped units per file that are reported as examples.
    ///
    /// ``ReadingOutput`` also reports the first of each locale.
    public static let namedOthers = 20
    /// The maximum number of declared locales recorded per file.
    public static let declaredLocales = 64
}
