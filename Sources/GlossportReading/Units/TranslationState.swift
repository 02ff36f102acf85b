/// How far a translation has come, from nothing to signed off; ordered, so that a minimum can be asked for.
///
/// Formats and vendors write dozens of states; each reader's README says which becomes which.
public enum TranslationState: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
    /// Nothing usable yet: no target, an empty one, or one that the file itself calls new.
    case untranslated
    /// A target that needs a review: fuzzy, machine-translated, rejected.
    case needsReview = "needs-review"
    /// A finished target. Also where the format has no states, or the file does not write one.
    case translated
    /// A target that a second person has confirmed.
    case reviewed
    /// A target that was signed off.
    case final

    /// By how far the translation has come.
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
