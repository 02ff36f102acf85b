import GlossportReading
import Testing

/// Ambiguous tables, for which a wrong guess would upload wrong texts.
@Suite("Deceptive tables")
struct DeceptiveTableTests {
    @Test(
        "A second table is detected although one of its headers is unknown",
        arguments: [
            "key,de-DE,fr-FR,Ticket\na,Bleib,Reste,1\nkey,fr-FR,de-DE,Ticket\nb,Va,Geh,2\n",
            "key,de-DE,fr-FR,Figma link\na,Bleib,Reste,\n,,,\nOffers,,,\nkey,fr-FR,de-DE,Figma link\nb,Va,Geh,\n",
            "key,de-DE,fr-FR\na,Bleib,Reste\nKey (offers),fr-FR,de-DE\nb,Va,Geh\n",
        ]
    )
    func secondTable(text: String) throws {
        let read = try Read(text)
        #expect(read.texts == ["a|de-DE|Bleib", "a|fr-FR|Reste", "b|fr-FR|Va", "b|de-DE|Geh"])
        #expect(read.findings.contains { $0.rule.rawValue == "csv-other-table" })
    }

    @Test(
        "A row of texts that begins with a key word is not mistaken for a header",
        arguments: [
            "Message,Message,Nachricht", "id,ID,ID", "key,Key,Schlüssel", "key,value,Wert", "id,Indonesian,Indonesisch",
        ]
    )
    func keyWord(row: String) throws {
        let read = try Read("key,en,de\na,Stay,Bleib\n\(row)\nb,Go,Geh\n")
        #expect(read.findings == [])
        #expect(read.units.count == 6)
    }

    @Test("A row with other columns' locales is a header, regardless of its key")
    func exchanged() throws {
        let read = try Read("key,de-DE,fr-FR\na,Bleib,Reste\nOffers,fr-FR,de-DE\nb,Va,Geh\n")
        #expect(read.texts == ["a|de-DE|Bleib", "a|fr-FR|Reste"])
        #expect(read.defects == ["csv-other-table 3:1"] && read.errors.count == 1)
        #expect(try Read("key,de-DE,fr-FR\nlang.own,de-DE,fr-FR\nlang.fr,fr-FR,fr-FR\n").findings == [])
    }

    @Test("In two tables side by side, rows with different keys are an error, even far below")
    func sideBySide() throws {
        let rows = (1...70).map { "m\($0),Text \($0),,m\($0 < 60 ? $0 : $0 + 1),texte \($0)\n" }
        let read = try Read("Key,de,,Key,fr\n" + rows.joined())
        #expect(read.units.count == 70 + 59)
        #expect(read.errors.map(\.rule.rawValue) == Array(repeating: "csv-ambiguous-column", count: 11))
        #expect(read.errors.first?.location?.line == 61)
    }

    @Test(
        "A column headed as corrections is rejected if its cells are unlike the texts",
        arguments: ["Edited", "Correction", "Reviewed", "New"]
    )
    func unlike(header: String) throws {
        let read = try Read("key,en,de,\(header)\na,Stay,Bleib da,Anna\nb,Go,Geh weg,comma added\n")
        #expect(read.defects == ["csv-ambiguous-column 1:11"])
        #expect(read.units.isEmpty)
    }

    @Test("A column headed New that contains states replaces no texts")
    func newStates() throws {
        let read = try Read("key,de,New\na,Bleib,new\nb,Geh,changed\n")
        #expect(read.texts == ["a|de|Bleib", "b|de|Geh"])
        #expect(read.findings.map(\.rule.rawValue) == ["csv-ignored-column"])
    }

    @Test(
        "A header that marks its texts as not final is a warning, and they need review",
        arguments: [
            "fr old", "French old", "fr-FR (deprecated)", "fr-FR (draft)", "French, do not use", "French, pending",
            "French (machine translation)", "fr-FR (not yet approved)", "French MT",
        ]
    )
    func older(header: String) throws {
        let read = try Read("key,en,\"\(header)\"\na,Stay,Reste\n")
        #expect(read.findings.map(\.rule.rawValue) == ["csv-older-texts"])
        #expect(read.units.map(\.state) == [.translated, .needsReview])
    }

    @Test(
        "Similar words in headers do not mark texts as not final",
        arguments: ["mt", "MT (Maltese)", "Current German", "en-US (do not edit)", "ja-JP - Tanaka", "German (max 66)"]
    )
    func final(header: String) throws {
        let read = try Read("key,en,\(header)\na,Stay,Bleib\n")
        #expect(read.findings == [])
        #expect(read.units.map(\.state) == [.translated, .translated])
    }

    @Test("Several regions for one text are an error")
    func regions() throws {
        let read = try Read("key,language,market,text\na,es,Spain/Mexico,Queda\nb,es,Mexico,Quédate\n")
        #expect(read.texts == ["b|es-MX|Quédate"])
        #expect(read.defects == ["csv-unknown-region 2:6"])
    }

    @Test("In a long table, each language may have its own state column")
    func states() throws {
        let read = try Read(
            "key,language,text,Status DE,Status FR\na,de,Bleib,reviewed,draft\na,fr,Reste,reviewed,draft\n"
        )
        #expect(read.units.map(\.state) == [.reviewed, .needsReview])
        #expect(read.findings == [])
    }

    @Test("An unlocked text has no special state")
    func locked() throws {
        let read = try Read("key,locale,text,Locked\na,de,Bleib,no\nb,de,Geh,yes\n")
        #expect(read.units.map(\.state) == [.translated, .final])
    }

    @Test("Reference texts become notes", arguments: ["French reference", "Reference (fr-FR)"])
    func reference(header: String) throws {
        let read = try Read("key,en-US,fr-CA,\(header)\na,Stay,Restez,Reste\n")
        #expect(read.texts == ["a|en-US|Stay", "a|fr-CA|Restez"])
        #expect(read.units.first?.notes == ["Reste"])
    }

    @Test(
        "Headers of notes are recognized in several languages, and a version is not a language",
        arguments: ["Notizen", "Notiz", "Nota", "Observación", "Osservazione", "Observação", "Version"]
    )
    func notes(header: String) throws {
        let read = try Read("key,en,de,\(header)\na,Stay,Bleib,Kurz halten\n")
        #expect(read.units.count == 2)
        #expect(read.findings.allSatisfy { !$0.text.description.contains("it may be") })
        #expect(read.findings.map(\.rule) == (header == "Version" ? ["csv-unknown-column"] : []))
    }

    @Test("In a record with languages in its headers, the remedy suggests a field name, not another layout")
    func recordRemedy() throws {
        let read = try Read("Message,Title DE,Text DE,Title FR,Text FR\nk,A,B,C,D\n")
        let remedy = try #require(read.findings.first).remedy.description
        #expect(remedy.contains("“Body DE”") && !remedy.contains("layout"))
    }

    @Test("A locale that a header excludes is not suggested")
    func excluded() throws {
        let read = try Read("key,en-US,de-DE,Spanish (not Spain)\na,Stay,Bleib,Queda\n")
        let remedy = try #require(read.findings.first).remedy.description
        #expect(!remedy.contains("es-ES"))
    }
}
