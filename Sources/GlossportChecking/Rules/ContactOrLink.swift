import GlossportProject
import GlossportReading

enum ContactOrLink: TextRule {
    static let description = RuleDescription(
        "contact-or-link",
        .warning,
        """
        The text contains a web address, an e-mail address, a phone number or a name in a social \
        network, such as @northlight. Nothing in a message can be tapped, and Apple's \
        review may refuse it; Apple has published no rule for this API.
        """
    )
    static let issue = QualityIssue.nonConformance
    static let triggering = [
        RuleExample("a web address", "keep.body [de-DE] = Mehr auf northlight.example.com"),
        RuleExample("an e-mail address", "keep.body [de-DE] = Schreib an hallo@northlight.app"),
        RuleExample("a web address behind other dots", "keep.body [de-DE] = Version 1.2.3: a.b_c, my.northlight.de"),
        RuleExample("a name of a social network", "keep.body [de-DE] = Folge @northlight"),
        RuleExample("a phone number", "keep.body [de-DE] = Ruf an: +49 30 1234567"),
    ]
    static let nonTriggering = [
        RuleExample("a missing blank", "keep.body [de-DE] = Bleib.Deine Daten auch."),
        RuleExample("a price of each", "keep.body [de-DE] = 3 @ 5"),
        RuleExample("numbers", "keep.body [de-DE] = 2.000 Lieder, 24/7, 100 +1"),
        RuleExample("many dots", "keep.body [de-DE] = 1.1.1.1.1.1, ab.cd.ef.gh"),
    ]

    static func check(_ text: CheckedText, _ project: Project) -> Finding? {
        guard mayHold(text.scalars),
            let address = text.text.firstMatch(of: address).map({ String($0.output) }) ?? domain(in: text.scalars)
                ?? handle(in: text.scalars)
        else { return nil }
        return finding(
            text,
            "contains the address \(address), which cannot be tapped.",
            remedy: "Ask the vendor to remove it.",
            request: "Leave out \(address): nothing in a message can be tapped.",
            marking: .words(address)
        )
    }

    /// Whether the text contains signs of an address, such as “@”; most texts do not, and the pattern is slow.
    private static func mayHold(_ scalars: [Unicode.Scalar]) -> Bool {
        func isPart(_ index: Int) -> Bool {
            guard scalars.indices.contains(index), scalars[index].isASCII else { return false }
            return scalars[index].isAlphabetic || scalars[index].isNumeric
        }
        return scalars.indices.contains { index in
            switch scalars[index] {
            case "@": true
            case ".", "+": isPart(index + 1) && (scalars[index] == "+" || isPart(index - 1))
            case "/": index > 0 && scalars[index - 1] == "/"
            default: false
            }
        }
    }

    /// A name after an at sign that begins a word.
    private static func handle(in scalars: [Unicode.Scalar]) -> String? {
        for at in scalars.indices where scalars[at] == "@" && (at == 0 || scalars[at - 1] == " ") {
            let name = scalars[(at + 1)...].prefix { $0.isASCII && ($0.isAlphabetic || $0 == "_") }
            if name.count > 2 { return "@" + String(String.UnicodeScalarView(name)) }
        }
        return nil
    }

    /// A domain or an e-mail address, found by the dot before its last label; a pattern would start again at each
    /// label.
    private static func domain(in scalars: [Unicode.Scalar]) -> String? {
        func isLabel(_ scalar: Unicode.Scalar) -> Bool {
            scalar.isASCII && (scalar.isAlphabetic || scalar.isNumeric) || scalar == "-"
        }
        // The last character before the dot that cannot be in an address; searching for it at each dot would take
        // quadratic time.
        var start: Int?
        for dot in scalars.indices {
            guard isLabel(scalars[dot]) || "._".unicodeScalars.contains(scalars[dot]) else {
                start = dot
                continue
            }
            guard scalars[dot] == ".", dot > 0, isLabel(scalars[dot - 1]) else { continue }
            let end = scalars[(dot + 1)...].firstIndex { !isLabel($0) } ?? scalars.endIndex
            let last = String(String.UnicodeScalarView(scalars[(dot + 1)..<end]))
            let isMail = start.map { scalars[$0] == "@" && $0 > 0 && isLabel(scalars[$0 - 1]) } ?? false
            // “.früh” continues after “.fr”, so it is not a domain.
            let isOver = end == scalars.endIndex || !(scalars[end].isAlphabetic || scalars[end] == "_")
            guard isMail ? last.count >= 2 && !last.contains(where: \.isNumber) : isOver && topLevels.contains(last)
            else {
                continue
            }
            let first =
                isMail
                ? scalars[..<(start ?? 0)].lastIndex { !isLabel($0) && !"._".unicodeScalars.contains($0) } : start
            return String(String.UnicodeScalarView(scalars[((first ?? -1) + 1)..<end]))
        }
        return nil
    }

    private static let topLevels: Set = ["com", "net", "org", "io", "app", "de", "fr", "jp", "eu", "info", "me", "tv"]

    // A regular expression is not Sendable, but immutable. It is compiled once, because that takes longer than a
    // search.
    nonisolated(unsafe) private static let address =
        /https?:\/\/\S+|www\.[A-Za-z0-9-]+\.\S+|\+[0-9](?:[ \u{A0}().-]?[0-9]){7,}/
}
