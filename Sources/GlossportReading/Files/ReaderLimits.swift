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
    /// A longer file is reported as an error and not read at all.
    public static let wholeFileBytes = 64 << 20
    /// The maximum number of notes kept per unit.
    public static let notesPerUnit = 64
    /// The maximum number of skipped units reported as examples, per file and locale.
    public static let namedOthers = 20
    /// The maximum number of declared locales recorded per file.
    public static let declaredLocales = 64
}
