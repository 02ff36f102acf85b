import GlossportReading

extension ProjectFile {
    /// Parses `locales.also`: the copied locales of each original.
    ///
    /// It rejects copies of copies, copies of two locales, and copies in locales that a vendor translates.
    ///
    /// - Parameters:
    ///   - section: For each delivered locale, the locales that also show its texts.
    ///   - ordered: The locales that vendors translate.
    /// - Returns: The original of each copied locale.
    static func originals(_ section: YAMLMapping, _ ordered: Set<StoreLocale>) -> [StoreLocale: StoreLocale] {
        var originals: [StoreLocale: StoreLocale] = [:]
        let lists = section.entries.compactMap { code, list -> (StoreLocale, [YAMLNode])? in
            guard let original = StoreLocale(code), original.code == code else {
                list.report("“\(code)” is not an App Store locale.", LocaleResolver.remedy(for: code))
                return nil
            }
            return (original, section.list(code))
        }
        let delivered = Set(lists.map(\.0))
        for (original, nodes) in lists {
            for node in nodes {
                guard let copy = storeLocale(node) else { continue }
                if copy == original {
                    node.report("\(copy) cannot be a copy of itself.", "Remove it from the list.")
                } else if delivered.contains(copy) {
                    node.report(
                        "\(copy) is copied from \(original), and other locales are copied from it.",
                        "List these under \(original), too: a copy cannot be copied."
                    )
                } else if let other = originals[copy] {
                    node.report("\(copy) is copied from \(other) already.", "Remove it from one of the lists.")
                } else if ordered.contains(copy) {
                    node.report(
                        "\(copy) is also in the `locales` of a vendor.",
                        "Remove it from one of the two lists."
                    )
                } else {
                    originals[copy] = original
                }
            }
        }
        return originals
    }
}
