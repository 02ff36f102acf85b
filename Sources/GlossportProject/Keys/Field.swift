/// A field of a message that a delivery can fill.
package enum Field: Sendable, Hashable, Comparable {
    case header
    case body
    case altText
    /// The text of a bullet point, counted from 1.
    case bulletText(Int)
    /// The alt text of a bullet point's icon, counted from 1.
    case bulletAltText(Int)
    /// No text: the id that the team has fixed for the message in this locale.
    case messageIdentifier

    /// The service's maximum number of bullet points (Apple's libraries; its pages give no number).
    package static let maximumBullets = 5

    /// The field's name as keys and column headings write it: `header`, `bullets.1.text`.
    package init?(name: some StringProtocol) {
        switch name {
        case "header": self = .header
        case "body": self = .body
        case "altText": self = .altText
        case "messageIdentifier": self = .messageIdentifier
        default:
            let parts = name.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 3, parts[0] == "bullets", let number = Int(parts[1]), number >= 1,
                number <= Self.maximumBullets,
                String(number) == parts[1]
            else { return nil }
            switch parts[2] {
            case "text": self = .bulletText(number)
            case "altText": self = .bulletAltText(number)
            default: return nil
            }
        }
    }

    /// The field's name as keys write it.
    package var name: String {
        switch self {
        case .header: "header"
        case .body: "body"
        case .altText: "altText"
        case .messageIdentifier: "messageIdentifier"
        case .bulletText(let number): "bullets.\(number).text"
        case .bulletAltText(let number): "bullets.\(number).altText"
        }
    }

    /// The service's length limit in characters (Apple's page “Upload Message”); which unit it counts is not known.
    package var lengthLimit: Int {
        switch self {
        case .header, .bulletText: 66
        case .body: 144
        case .messageIdentifier: 36
        case .altText, .bulletAltText: 150
        }
    }

    /// Whether the rules about words look into a text, which may have up to four times ``lengthLimit`` Unicode scalars.
    ///
    /// One that is longer is an error whatever it says, and could be long enough to keep a pattern busy.
    package func isExamined(_ text: String) -> Bool {
        text.utf8.count <= 4 * lengthLimit || text.unicodeScalars.prefix(4 * lengthLimit + 1).count <= 4 * lengthLimit
    }

    /// The names that a person may have meant, for a suggestion.
    package static let commonNames = ["header", "body", "altText", "bullets.1.text", "bullets.1.altText"]

    private var order: (Int, Int) {
        switch self {
        case .header: (0, 0)
        case .body: (1, 0)
        case .altText: (2, 0)
        case .bulletText(let number): (3, number * 2)
        case .bulletAltText(let number): (3, number * 2 + 1)
        case .messageIdentifier: (4, 0)
        }
    }

    package static func < (left: Field, right: Field) -> Bool { left.order < right.order }
}

extension Field {
    /// The fields that people mean by another name.
    ///
    /// - Parameters:
    ///   - name: As a key has it, such as `title`.
    ///   - present: The fields that the message has already; they are meant only if nothing else is.
    /// - Returns: The possible fields, the likeliest first.
    package static func meant(by name: String, besides present: Set<Field> = []) -> [Field] {
        let word = name.lettersAndDigits
        let fields = synonyms.first { $0.words.contains(word) }?.fields ?? []
        let open = fields.filter { !present.contains($0) }
        return open.isEmpty ? fields : open
    }

    private static let synonyms: [(words: Set<String>, fields: [Field])] = [
        (["title", "titel", "titre", "heading", "headline", "subject", "head"], [.header]),
        (["description", "desc", "message", "content", "copy", "subtitle", "paragraph"], [.body]),
        (["text"], [.body, .altText]),
        (["alt", "alttext", "imagealt", "imagealttext", "imagetext", "imagedescription", "accessibility"], [.altText]),
        (["headertext", "headerlabel"], [.header]),
        (["bodytext", "bodylabel"], [.body]),
    ]
}

extension String {
    /// The letters and digits in lower case: people separate the words of a name differently.
    package var lettersAndDigits: String { lowercased().filter { $0.isLetter || $0.isNumber } }
}

extension Field: Encodable {
    package func encode(to encoder: any Encoder) throws { try name.encode(to: encoder) }
}
