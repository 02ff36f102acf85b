/// The progress of a translation, from untranslated to signed off; ordered, so that a minimum can be required.
///
/// Formats and vendors have dozens of states; the readers' READMEs document their mapping.
public enum TranslationState: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
    /// Not usable: the target is missing, empty, or marked as new in the file.
    case untranslated
    /// A target that needs review: fuzzy, machine-translated or rejected.
    case needsReview = "needs-review"
    /// A finished target; also used if the file or the format declares no state.
    case translated
    /// A target confirmed by a second person.
    case reviewed
    /// A target that was signed off.
    case final

    /// Orders by progress.
    public static func < (left: TranslationState, right: TranslationState) -> Bool {
        left.rank < right.rank
    }

    private var rank: Int {
        switch self {
        case .untranslated: 0
        case .needsReview: 1
        case .translated: 2
        case .reviewed: 3
        case .final: 4
        }
    }
}
