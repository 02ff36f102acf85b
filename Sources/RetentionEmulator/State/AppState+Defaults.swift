extension AppState {
    mutating func configureDefault(
        _ key: DefaultKey,
        _ identifier: Identifier,
        at now: Moment,
        rules: Rules
    ) throws(ServiceError) {
        try check(key, rules: rules)
        guard let message = messages[identifier] else { throw .messageNotFound }
        guard message.review.state(at: now) == .approved else { throw .messageNotApproved }
        for reference in message.content.references
        where images[reference.identifier]?.review.state(at: now) != .approved {
            throw .imageNotApproved
        }
        defaults[key] = identifier
    }

    func getDefault(_ key: DefaultKey, rules: Rules) throws(ServiceError) -> Identifier {
        try check(key, rules: rules)
        guard let identifier = defaults[key] else { throw .defaultNotFound }
        return identifier
    }

    mutating func deleteDefault(_ key: DefaultKey, rules: Rules) throws(ServiceError) {
        try check(key, rules: rules)
        defaults[key] = nil
    }

    mutating func configureRealtimeURL(_ url: String, rules: Rules) throws(ServiceError) {
        guard url.hasPrefix("https://"), url.count <= 256 else { throw .invalidRealtimeURL }
        if rules.environment == .production, !rules.hasPassedPerformanceTest { throw .noPassingTest }
        realtimeURL = url
    }

    private func check(_ key: DefaultKey, rules: Rules) throws(ServiceError) {
        if let products = rules.products {
            guard products.contains(key.productID) else { throw .invalidProduct }
        } else {
            // App Store Connect allows letters, digits, periods, underscores and hyphens.
            let isWellFormed = key.productID.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
                default: false
                }
            }
            guard isWellFormed, (1...255).contains(key.productID.utf8.count) else { throw .invalidProduct }
        }
        guard
            LocaleCodes.established.contains(key.locale)
                || rules.knowsNewerLocales && LocaleCodes.newer.contains(key.locale)
        else { throw .invalidLocale }
    }
}

/// Apple's locale short codes, which are case-sensitive.
package enum LocaleCodes {
    /// The 39 codes that Apple has long supported.
    package static let established: Set<String> = [
        "ar-SA", "ca", "cs", "da", "de-DE", "el", "en-AU", "en-CA", "en-GB", "en-US", "es-ES", "es-MX", "fi", "fr-CA",
        "fr-FR", "he", "hi", "hr", "hu", "id", "it", "ja", "ko", "ms", "nl-NL", "no", "pl", "pt-BR", "pt-PT", "ro",
        "ru", "sk", "sv", "th", "tr", "uk", "vi", "zh-Hans", "zh-Hant",
    ]
    /// The 11 codes added in 2026; whether the service accepts them is unknown.
    package static let newer: Set<String> = [
        "bn-BD", "gu-IN", "kn-IN", "ml-IN", "mr-IN", "or-IN", "pa-IN", "sl-SI", "ta-IN", "te-IN", "ur-PK",
    ]
}
