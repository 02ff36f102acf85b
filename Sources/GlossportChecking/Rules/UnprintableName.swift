import GlossportProject
import GlossportReading

enum UnprintableName: Rule {
    static let description = RuleDescription(
        "unprintable-name",
        .error,
        """
        The name of a message contains a control character, a line break, or an invisible character that changes the direction of \
        writing. A terminal or a build server might execute it, and two such names can look the same. It comes from a damaged file \
        or from an attack.
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
                "The message name “\(record.message)” contains the character \(scalar.codePoint), which can't be shown.",
                remedy: "Have the key corrected, and check the file's origin.",
                request: "Remove the invisible character \(scalar.codePoint) from the key.",
                at: record.location,
                message: record.message
            )
        }
    }
}
