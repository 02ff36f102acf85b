extension Field {
    /// The fields that people mean by another name.
    ///
    /// - Parameters:
    ///   - name: As a key has it, such as `title`.
    ///   - present: The fields that the message has already; they are meant only if nothing else is.
    /// - Returns: What may be meant, the likeliest first.
    package static func meant(by name: String, besides present: Set<Field> = []) -> [Field] {
        let word = name.lowercased().filter { $0.isLetter || $0.isNumber }
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
