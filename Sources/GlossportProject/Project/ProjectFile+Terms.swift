import GlossportReading

extension ProjectFile {
    static func terms(_ section: YAMLMapping) -> Terms {
        var terms = Terms()
        for node in section.list("keep") {
            if node.mapping != nil, let entry = YAMLMapping(node) {
                let text = entry.string("text", required: true) ?? ""
                terms.keep.append(Terms.Kept(text, forms: entry.list("forms").compactMap(\.text)))
                entry.finish()
            } else if let text = node.text {
                terms.keep.append(Terms.Kept(text))
            }
        }
        for node in section.list("forbidden") {
            if node.mapping != nil, let entry = YAMLMapping(node) {
                let text = entry.string("text", required: true) ?? ""
                let locales = entry.list("locales").compactMap(storeLocale)
                terms.forbidden.append(Terms.Forbidden(text, locales: locales, why: entry.string("why")))
                entry.finish()
            } else if let text = node.text {
                terms.forbidden.append(Terms.Forbidden(text))
            }
        }
        terms.files = section.list("files").compactMap(\.path)
        section.finish()
        terms.keep.removeAll { $0.text.isEmpty }
        terms.forbidden.removeAll { $0.text.isEmpty }
        return terms
    }

    /// Parses an App Store locale in exact spelling, and reports anything else as an error.
    static func storeLocale(_ node: YAMLNode) -> StoreLocale? {
        guard let text = node.text else { return nil }
        if let locale = StoreLocale(text), locale.code == text { return locale }
        node.report("“\(text)” is not an App Store locale.", LocaleResolver.remedy(for: text))
        return nil
    }

    static func acceptances(_ nodes: [YAMLNode]) -> [Acceptance] {
        nodes.compactMap { node in
            guard let entry = YAMLMapping(node) else { return nil }
            let finding = entry.string("finding", required: true)
                .flatMap { text in entry.checked(text, "finding") { FindingID($0) } }
            let by = entry.string("by", required: true)
            let why = entry.string("why", required: true)
            let until = entry.checked("until") { CalendarDay.isDay($0) ? $0 : nil }
            entry.finish()
            guard let finding, let by, let why else { return nil }
            return Acceptance(finding: finding, by: by, why: why, until: until, place: node.location)
        }
    }
}
