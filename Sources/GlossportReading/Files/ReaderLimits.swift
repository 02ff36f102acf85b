/// The limits of a reader, beyond which it reports that a file is damaged.
///
/// A retention message has at most 150 characters; anything near these sizes is a broken file or an attack.
public enum ReaderLimits {
    /// The longest text, key or note in UTF-8 bytes.
    ///
    /// A longer one is an error finding, and its unit is not emitted.
    public static let textBytes = 1 << 20
    /// The longest text of a file that is read whole, in UTF-8 bytes: 64 MiB.
    ///
    /// A longer one is an error finding, and nothing of the file is read.
    public static let wholeFileBytes = 64 << 20
    /// The notes kept for one unit.
    public static let notesPerUnit = 64
    /// The units passed over that are handed out as examples, for each file and locale.
    public static let namedOthers = 20
    /// The locales of one file that are remembered as declared.
    public static let declaredLocales = 64
}
