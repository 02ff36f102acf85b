/// Compares language tags as vendors write them; it maps none of them.
enum LanguageTag {
    /// Whether two tags can't mean the same language, such as `fr` and `de-DE`, or `pt-BR` and `pt_PT`.
    ///
    /// `de` and `de-DE` go together, and so do `zh-Hans` and `zh-CN`: only what both say can disagree.
    static func contradict(_ left: String, _ right: String) -> Bool {
        let (left, right) = (parts(left), parts(right))
        return left.language != right.language || differ(left.script, right.script) || differ(left.region, right.region)
    }

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
