extension StoreLocale {
    /// Whether its script runs from right to left.
    package var isRightToLeft: Bool {
        let language = code.prefix { $0 != "-" }.lowercased()
        return ["arab", "hebr"].contains(LocaleTables.script[language])
    }

    /// What says so in markup, with the language: the attributes `lang` and `dir`.
    var attributes: HTML { "lang=\"\(attribute: code)\" dir=\(isRightToLeft ? "rtl" as HTML : "ltr")" }
}
