/// Compares language tags as vendors write them; it maps none of them.
enum LanguageTag {
    /// Whether two tags can't mean the same language, such as `fr` and `de-DE`, or `pt-BR` and `pt_PT`.
    ///
    /// `de` and `de-DE` go together, and so do `zh-Hans` and `zh-CN`: only what both say can disagree.
    static func contradict(_ left: String, _ right: String) -> Bool {
        let (left, right) = (parts(left), parts(right))
        return left.language != right.language || differ(left.script, right.script) || differ(left.region, right.region)
    }

    /// Whether a word is the tag of one of the App Store's languages, alone or with a script or region.
    static func isTag(_ word: some StringProtocol) -> Bool {
        let pieces = word.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
        guard let language = pieces.first, languages.contains(language.lowercased()), pieces.count <= 3 else {
            return false
        }
        return pieces.dropFirst().allSatisfy { piece in
            (2...4).contains(piece.count) && piece.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        }
    }

    private static let languages: Set<String> = [
        "ar", "bn", "ca", "cs", "da", "de", "el", "en", "es", "fi", "fr", "gu", "he", "hi", "hr", "hu", "id", "it",
        "iw",
        "ja", "kn", "ko", "ml", "mr", "ms", "nb", "nl", "no", "or", "pa", "pl", "pt", "ro", "ru", "sk", "sl", "sv",
        "ta",
        "te", "th", "tr", "uk", "ur", "vi", "zh",
    ]

    private struct Parts {
        var language: String
        var script: String?
        var region: String?
    }

    private static func differ(_ left: String?, _ right: String?) -> Bool {
        guard let left, let right else { return false }
        return left != right
    }

    private static func parts(_ tag: String) -> Parts {
        let pieces = tag.lowercased().split { $0 == "-" || $0 == "_" }.map(String.init)
        var parts = Parts(language: pieces.first ?? "")
        for piece in pieces.dropFirst() {
            if piece.count == 4, parts.script == nil, parts.region == nil {
                parts.script = piece
            } else if piece.count == 2 || piece.count == 3, parts.region == nil {
                parts.region = piece
            } else {
                break
            }
        }
        return parts
    }
}
