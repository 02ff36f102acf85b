package enum Field: Sendable, Hashable, Comparable {
    case header
    case body
    case altText
    case bulletText(Int)
    case bulletAltText(Int)
    /// The message's fixed ID in this locale, chosen by the team; customers never see it.
    case messageIdentifier

    /// The service's maximum number of bullet points, from Apple's server libraries; its web pages give no number.
    package static let maximumBullets = 5

    /// - Parameter name: The name in a key or column heading, such as `header` or `bullets.1.text`.
    package init?(name: some StringProtocol) {
        guard let field = Self.byName[String(name)] else { return nil }
        self = field
    }

    static let all: [Field] =
        [.header, .body, .altText] + (1...maximumBullets).flatMap { [.bulletText($0), .bulletAltText($0)] }
        + [.messageIdentifier]

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

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

    /// The service's length limit, from Apple's page “Upload Message”, which does not define the unit.
    package var lengthLimit: Int {
        switch self {
        case .header, .bulletText: 66
        case .body: 144
        case .messageIdentifier: 36
        case .altText, .bulletAltText: 150
        }
    }

    /// Whether the text is short enough for the rules that examine words: at most four times ``lengthLimit``,
    /// counted in Unicode scalars.
    ///
    /// A longer text nearly always exceeds the length limit, too, and would make pattern matching slow.
    package func isExamined(_ text: String) -> Bool {
        text.utf8.count <= 4 * lengthLimit || text.unicodeScalars.prefix(4 * lengthLimit + 1).count <= 4 * lengthLimit
    }

    /// The field names to suggest when a name is mistyped.
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
    /// The fields that an unknown name may mean, likeliest first.
    ///
    /// - Parameters:
    ///   - name: The name in a key, such as `title`.
    ///   - present: The fields that the message already has, which are returned only if no other field matches.
    /// - Returns: The possible fields; empty if the name suggests none.
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
    /// The letters and digits in lower case, so that `alt_text`, `Alt Text` and `altText` are equal.
    package var lettersAndDigits: String { lowercased().filter { $0.isLetter || $0.isNumber } }
}

extension Field: Encodable {
    package func encode(to encoder: any Encoder) throws { try name.encode(to: encoder) }
}
