import GlossportReading

/// A message whose name can't be shown as it is.
enum UnprintableName: Rule {
    static let description = RuleDescription(
        "unprintable-name",
        .error,
        """
        The name of a message holds a control character, a line break, or one of the invisible characters that turn the direction of writing. \
        A terminal or a build server would obey it, and nobody could tell two such names apart. It comes from a damaged file, or from somebody who means harm.
        """
    )
    static let triggering = [
        RuleExample("an escape sequence", "keep\u{1B}[2J.header [de-DE] = Bleib"),
        RuleExample("a name that reads otherwise than it is", "keep\u{202E}launna.header [de-DE] = Bleib"),
    ]
    static let nonTriggering = [RuleExample("letters of any script", "残る.header [ja] = お待ちください")]

    static func check(_ catalog: Catalog, _ project: Project) -> [Finding] {
        var seen: Set<String> = []
        return catalog.records.compactMap { record in
            guard seen.insert(record.message).inserted,
                let scalar = record.message.unicodeScalars.first(where: \.isUnprintable)
            else { return nil }
            return finding(
                "The message name “\(record.message)” holds the character \(scalar.codePoint), which can't be shown.",
                remedy: "Have the key corrected; look at where the file comes from.",
                at: record.location,
                message: record.message
            )
        }
    }
}
