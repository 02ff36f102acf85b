import GlossportChecking
import GlossportReading

extension StoreLocale {
    /// The locales that a repeatable option names, each time one or several separated by commas.
    ///
    /// - Throws: `GlossportError` for a locale that the App Store does not have.
    static func chosen(by values: [String]) throws -> Set<StoreLocale> {
        let codes = values.flatMap { $0.split(separator: ",") }.map { $0.trimmingPrefix(" ") }
        return Set(
            try codes.map { code in
                if let locale = StoreLocale(code) { return locale }
                let remedy = LocaleResolver.remedy(for: String(code))
                throw GlossportError(.invalidOption, "“\(code)” is not an App Store locale.", remedy: remedy)
            }
        )
    }
}
