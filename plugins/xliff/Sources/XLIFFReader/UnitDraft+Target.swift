extension UnitDraft {
    /// The translation as far as it is there.
    struct Assembly {
        /// The whole text; `nil` if there is none, or not all of it.
        var text: String?
        /// How many segments are missing, and of how many, where some are there.
        var missing: (count: Int, of: Int)?
        /// Whether the segments' `order` makes no sense.
        var hasBadOrder = false
    }

    /// Joins the targets of all parts.
    mutating func assembleTarget() -> Assembly {
        guard !parts.isEmpty else {
            guard let text = texts.target.string() else { return Assembly() }
            if let missing = texts.marks.missing, missing.count > 0 { return Assembly(missing: missing) }
            return Assembly(text: text)
        }
        let segments = parts.filter { !$0.isIgnorable }
        let translated = segments.count { hasText($0) }
        if translated == 0 { return Assembly() }
        let missing = segments.count { !hasText($0) && needsText($0) }
        if missing > 0 { return Assembly(missing: (missing, translated + missing)) }
        let isPlain = !parts.contains { $0.order != nil || ($0.isIgnorable && $0.target == nil) }
        if isPlain { return Assembly(text: texts.target.string()) }

        let ordered = orderedParts()
        var whole = MarkedText()
        for part in ordered ?? parts {
            if let range = part.target {
                whole.append(range, of: texts.target, exact: part.isTargetExact)
            } else if part.isIgnorable, let range = part.source {
                // Usually the space between two sentences, which needs no translation.
                whole.append(range, of: texts.source, exact: part.isSourceExact)
            }
        }
        if whole.isTooLong { tooLong = tooLong ?? "target" }
        return Assembly(text: whole.string(), hasBadOrder: ordered == nil)
    }

    private func hasText(_ part: Part) -> Bool { part.target.map { !texts.target.isBlank($0) } ?? false }

    private func needsText(_ part: Part) -> Bool { part.source.map { !texts.source.isBlank($0) } ?? false }

    /// The parts by `order`, which counts from 1 and defaults to a part's own place; `nil` if that is not a permutation.
    private func orderedParts() -> [Part]? {
        var places = [Part?](repeating: nil, count: parts.count)
        for (index, part) in parts.enumerated() {
            let place = (part.order ?? index + 1) - 1
            guard places.indices.contains(place), places[place] == nil else { return nil }
            places[place] = part
        }
        return places.compactMap(\.self)
    }
}
