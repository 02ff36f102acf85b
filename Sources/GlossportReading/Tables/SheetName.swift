/// Recognizes sheets with terms or notes by their names.
enum SheetName {
    /// Returns the note that a sheet is skipped; `nil` if the sheet is read.
    ///
    /// Unless the options exclude it, a sheet with a valid header is skipped only if its name is unambiguous, such as
    /// that of a glossary.
    static func leftOut(_ name: String, _ options: TableOptions, isReadable: Bool) -> HeaderProblem? {
        switch options.use(ofSheet: name) {
        case .read?: return nil
        case .ignore?:
            return note("The sheet “\(name)” was not read, as the option sheets asks.", remedy: "No action is needed.")
        case nil: break
        }
        guard holdsTerms(name) || (!isReadable && holdsNotes(name)) else { return nil }
        return note(
            "The sheet “\(name)” seems to hold terms or notes, so it was not read.",
            remedy: "No action is needed if so; otherwise write sheets: \"\(name)=read\" under options."
        )
    }

    private static func note(_ text: String, remedy: String) -> HeaderProblem {
        HeaderProblem(rule: .skippedSheet, severity: .note, text: text, remedy: remedy, audience: .team)
    }

    private static func holdsTerms(_ name: String) -> Bool { words(of: name).contains { terms.contains($0) } }
    private static func holdsNotes(_ name: String) -> Bool { words(of: name).contains { notes.contains($0) } }

    /// Returns the words of a name, and all of them joined, as for `Read me`.
    private static func words(of name: String) -> [String] {
        name.split { !$0.isLetter }.map { HeaderWord.plain($0) } + [HeaderWord.plain(name)]
    }

    private static let terms = set(
        """
        glossary glossar glossaire glosario glossario terminology terminologie terminología terminologia termbase termlist \
        donottranslate 用語集 术语
        """
    )
    private static let notes = set(
        """
        note notes terms styleguide readme instruction instructions changelog info information cover coverpage guideline guidelines \
        history legend help about contents tableofcontents toc summary overview queries query qa questions feedback contacts statistics stats settings lists \
        anleitung hinweis hinweise deckblatt übersicht legende fragen lisezmoi consignes instrucciones notas istruzioni instruções
        """
    )

    private static func set(_ words: String) -> Set<String> { Set(words.split(separator: " ").map(String.init)) }
}
