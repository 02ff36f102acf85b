/// A property of the service that Apple's documentation leaves open; a probe asks in this order.
///
/// The raw values appear in `probe.json`.
package enum ProbeQuestion: String, Sendable, Hashable, Encodable, CaseIterable {
    case beyondBMP = "beyond-bmp"
    case listLag = "list-lag"
    case repeated = "repeated-upload"
    case upperCaseID = "upper-case-id"
    case unknownMember = "unknown-member"
    case listOrder = "list-order"
    case headerUnit = "header-unit"
    case bodyUnit = "body-unit"
    case imageHeight = "image-height"
    case altTextUnit = "alt-text-unit"
    case deletedID = "deleted-id"
    case tokenLifetime = "token-lifetime"
    case locales
    /// Uses up an hour's allowance, so it is asked only on demand.
    case quota

    package var text: String {
        switch self {
        case .beyondBMP: "Are characters beyond U+FFFF accepted (emoji, rare letters)?"
        case .listLag: "How long after its upload does the list show a message?"
        case .repeated: "What answers a repeated upload, as after a lost answer?"
        case .upperCaseID: "Are ids in upper case accepted, and how does the list write them?"
        case .unknownMember: "Are unknown JSON members accepted?"
        case .listOrder: "In which order does the list show messages, and does one answer contain all?"
        case .headerUnit: "In which unit are the 66 characters of a header counted?"
        case .bodyUnit: "In which unit are the 144 characters of a body counted?"
        case .altTextUnit: "In which unit are the 150 characters of an alt text counted?"
        case .imageHeight: "Is an image of 3840 × 160 accepted?"
        case .deletedID: "May the id of a deleted message be used again?"
        case .tokenLifetime: "Is a token of two hours accepted?"
        case .locales: "Which of the App Store's 50 locales can have a default?"
        case .quota: "What does a 429 contain?"
        }
    }

    /// The behavior that Glossport assumes.
    package var expected: String {
        switch self {
        case .beyondBMP: "accepted"
        case .listLag: "within a minute"
        case .repeated: "409 with 4090001"
        case .upperCaseID: "accepted, in lower case in the list"
        case .unknownMember: "accepted and ignored"
        case .listOrder: "any order, all in one answer"
        case .headerUnit, .bodyUnit, .altTextUnit: "characters (graphemes)"
        case .imageHeight: "accepted"
        case .deletedID: "either"
        case .tokenLifetime: "refused with 401"
        case .locales: "all 50"
        case .quota: "Retry-After in milliseconds since 1970"
        }
    }
}
