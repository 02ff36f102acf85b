/// Finds the intended word for a mistyped one.
package enum Spelling {
    /// Returns up to three candidates within `distance` edits, nearest first; for a short candidate, at most half its
    /// length.
    package static func nearest(to word: String, among candidates: [String], atMost distance: Int = 3) -> [String] {
        let lower = Array(word.lowercased().unicodeScalars.prefix(64))
        return
            candidates
            .map { (candidate: $0, distance: self.distance(lower, Array($0.lowercased().unicodeScalars))) }
            .filter { $0.distance <= min(distance, max(1, $0.candidate.count / 2)) }
            .sorted { ($0.distance, $0.candidate) < ($1.distance, $1.candidate) }
            .prefix(3)
            .map(\.candidate)
    }

    /// Returns a question about the nearest candidates, such as “Did you mean de-DE?”; `otherwise` if none is near.
    package static func remedy(for word: String, among candidates: [String], otherwise: String? = nil) -> String? {
        let nearest = nearest(to: word, among: candidates)
        return nearest.isEmpty ? otherwise : "Did you mean \(nearest.joined(separator: " or "))?"
    }

    /// Returns the Damerau–Levenshtein distance (optimal string alignment): insertions, deletions, replacements, swaps
    /// of neighbors.
    private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
        var rows = [Array(0...right.count)]
        for (i, l) in left.enumerated() {
            var row = [i + 1]
            for (j, r) in right.enumerated() {
                var best = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (l == r ? 0 : 1))
                if i > 0, j > 0, l == right[j - 1], left[i - 1] == r { best = min(best, rows[i - 1][j - 1] + 1) }
                row.append(best)
            }
            rows.append(row)
        }
        return rows[left.count][right.count]
    }
}
