package import GlossportProject

/// Apple's error numbers, explained for the people who must act on them.
///
/// The service's own texts are shown beside these, but never used for decisions.
package enum AppleError {
    /// Returns the meaning of an error number, or its remedy, as a sentence; `nil` for an unknown number.
    package static func advice(_ code: Int) -> String? { adviceByCode[code] }

    package static var codes: [Int] { adviceByCode.keys.sorted() }

    /// Whether an error number means that the service will never accept this content.
    ///
    /// All other numbers, including unknown ones, concern circumstances: for example an image that does not exist yet,
    /// an app that is not enabled, or a malformed request that a newer version may correct.
    static func concernsContent(_ code: Int) -> Bool { ofContent.contains(code) }

    /// No default is set for a product in a locale.
    package static let noDefault = 4_040_020
    /// The app has no real-time URL.
    static let noRealtimeURL = 4_040_021

    /// The App Store has no such product ID.
    package static let invalidProduct = 4_000_023
    /// The service does not accept this locale for a default.
    package static let invalidLocale = 4_000_164

    /// Returns the error number for a text that is too long for a field; `nil` if there is none.
    package static func tooLong(_ field: Field) -> Int? {
        switch field {
        case .header: 4_000_162
        case .body: 4_000_163
        case .altText, .bulletAltText: 4_000_175
        case .bulletText: 4_000_219
        case .messageIdentifier: nil
        }
    }

    /// The numbers for content that is too long, damaged or an invalid combination.
    private static let ofContent: Set<Int> = [
        4_000_161, 4_000_162, 4_000_163, 4_000_175, 4_000_216, 4_000_218, 4_000_219, 4_000_224,
    ]

    private static let adviceByCode: [Int: String] = [
        4_000_000: "The request was malformed: please report it.",
        4_000_002: "Check the bundle ID under `app:`.",
        4_000_006: "Use the original transaction ID of an active subscription bought in the sandbox.",
        invalidProduct:
            "The App Store has no such subscription: check the product ID under `defaultFor:`; it must be an auto-renewable subscription of this app.",
        4_000_048: "Use the original transaction ID of a subscription, not an app transaction's ID.",
        4_000_161:
            "The image must be PNG without transparency, 3840 pixels wide and 160 to 2160 high, or 1024 × 1024 for an icon.",
        4_000_162: "Shorten the header: 66 characters are allowed; Apple does not document how it counts.",
        4_000_163: "Shorten the body: 144 characters are allowed; Apple does not document how it counts.",
        invalidLocale:
            "The service does not accept this locale: eleven of the App Store's locales are new and may not be supported yet.",
        4_000_175: "Shorten the alt text: 150 characters are allowed; Apple does not document how it counts.",
        4_000_185: "Use a subscription that was bought by the sandbox account itself, not shared by its family.",
        4_000_187: "Use the original transaction ID, which is that of the subscription's first purchase.",
        4_000_211: "Set the sandbox's real-time URL before the test.",
        4_000_212: "The request ID is not one of a performance test: use the one that the test's start printed.",
        4_000_213: "A performance test of this app is running; wait until it ends before you start another.",
        4_000_215: "A real-time URL begins with https:// and has up to 256 characters.",
        4_000_216: "A message needs a full-size image, and a bullet point an icon of 1024 × 1024.",
        4_000_218: "Remove bullet points: the service accepts at most five.",
        4_000_219: "Shorten the bullet point: 66 characters are allowed; Apple does not document how it counts.",
        4_000_224: "A header above the image needs an image.",
        4_030_014: "The app holds 2,000 images: `glossport prune` shows which are no longer used.",
        4_030_016: "The app holds 2,000 messages: `glossport prune` shows which are no longer used.",
        4_030_017: "Apple has not approved the message yet: run `glossport settle` again later.",
        4_030_018: "Apple has not approved the message's image yet: run `glossport settle` again later.",
        4_030_019: "A message uses the image: delete that one first.",
        4_030_026: "In production, Apple accepts a URL only after it has passed a performance test in the sandbox.",
        4_040_014: "The image does not exist; it was deleted, or is in the other environment.",
        4_040_015: "The message does not exist; it was deleted, or is in the other environment.",
        4_040_018: "There is no performance test with this ID; start a new one.",
        noDefault: "No default is set there.",
        noRealtimeURL: "No real-time URL is set.",
        4_090_000: "An image with this id already exists.",
        4_090_001: "A message with this id already exists.",
        4_290_000: "The hour's quota is used up.",
        5_000_000: "Apple's service failed: run the same command again.",
        5_000_001: "Apple's service failed: run the same command again.",
    ]
}

extension Answer {
    /// The answer in words: Apple's error number or the HTTP status, and Apple's message or the failure on the way.
    package var sentence: String {
        let number = appleCode.map { "Apple's error \($0)" } ?? status.map { "HTTP \($0)" }
        return [number, detail].compactMap { $0 }.joined(separator: ": ")
    }

    /// ``sentence`` without its final period, for use in another sentence.
    package var clause: String { sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence }

    /// The beginning of a sentence about ``Outcome/accessRefused``.
    package var refusal: String {
        remedy == nil ? "The service refuses access (\(clause))" : "Another server answered for the service (\(clause))"
    }

    /// ``sentence`` followed by ``AppleError``'s advice for Apple's error number, if there is any.
    package var explanation: String {
        guard let advice = appleCode.flatMap(AppleError.advice) else { return sentence }
        return "\(clause). \(advice)"
    }
}
