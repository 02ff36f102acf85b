import GlossportReading
import Testing

@testable import GlossportChecking
@testable import GlossportProject

@Suite("Texts that come back")
struct ReturnedTextsTests {
    /// A text of the message `keep`.
    struct Text: Sendable {
        var target: String?
        var made: Int64?
        var state = TranslationState.translated
        var replaces = false
        var key = "keep.header"
        var locale = "de-DE"
        var vendor: String?
        /// Whether it belongs to the same delivery as the previous text.
        var sharesDelivery = false
    }

    private static let mark = "glossport package 20261126T150233Z"

    /// Delivers the texts one after the other; the path of each is its number, starting at 1.
    private func catalog(_ texts: [Text], of project: Project = Project(app: "com.example.app")) -> Catalog {
        var builder = CatalogBuilder(project: project)
        for (index, text) in texts.enumerated() {
            if !text.sharesDelivery { builder.beginDelivery(replaces: text.replaces) }
            builder.add(
                TranslationUnit(
                    key: text.key,
                    locale: text.locale,
                    target: text.target,
                    state: text.target == nil ? .untranslated : text.state,
                    notes: text.made.map { [PackageMark(made: $0, vendor: text.vendor).description] } ?? [],
                    location: SourceLocation(path: "\(index + 1)", line: 1, column: 1)
                )
            )
        }
        return builder.finish()
    }

    private func header(_ catalog: Catalog) -> String? { catalog.records.first?.text(.header) }

    /// Each replaced text and its winner, as numbers.
    private func replaced(_ catalog: Catalog) -> [String] {
        catalog.replaced.first.map { "\($0.place.path)<\($0.winner.path)" }
    }

    @Test("A returned text replaces the text it corrects, even if that text is delivered later")
    func marked() {
        for texts in [
            [Text(target: "Alt"), Text(target: "Neu", made: 1)], [Text(target: "Neu", made: 1), Text(target: "Alt")],
        ] {
            let catalog = catalog(texts)
            #expect(header(catalog) == "Neu")
            #expect(catalog.duplicates.isEmpty && catalog.repetitions.isEmpty)
            #expect(catalog.replaced.count == 1)
            #expect(catalog.records.first?.fields[.header]?.notes == [])
        }
    }

    @Test(
        """
        In any order of deliveries, the newest usable text of a package wins unless a correction comes after it, \
        and each other text is reported once
        """
    )
    func anyOrder() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<1_000 {
            var texts = (1...Int64.random(in: 1...6)).map { made in
                let isUsable = Bool.random(using: &generator)
                return Text(target: "\(made)", made: made, state: isUsable ? .translated : .needsReview)
            }
            texts += (0..<Int.random(in: 0...2)).map { Text(target: "unmarked \($0)", replaces: Bool.random()) }
            texts.shuffle(using: &generator)
            for index in texts.indices {
                texts[index].sharesDelivery = index > 0 && Bool.random()
                texts[index].locale = ["de-DE", "de", "de_DE"].randomElement() ?? "de-DE"
            }
            let catalog = catalog(texts)
            let usable = texts.filter { $0.state == .translated }
            let newest = usable.filter { $0.made != nil }.max { ($0.made ?? 0) < ($1.made ?? 0) }
            guard let newest else { continue }
            let corrections = corrections(of: newest, in: texts)
            guard corrections.isEmpty else {
                // A further unmarked text after the correction contradicts it.
                #expect(corrections.contains(header(catalog) ?? "") || !catalog.duplicates.isEmpty, "\(texts)")
                #expect(
                    catalog.replaced.first.contains { texts[(Int($0.place.path) ?? 1) - 1].target == newest.target }
                )
                continue
            }
            #expect(header(catalog) == newest.target, "\(texts)")
            #expect(catalog.duplicates.isEmpty && catalog.repetitions.isEmpty, "\(texts)")
            let replaced = catalog.replaced.first.map(\.place.path)
            let lost = texts.indices.filter { texts[$0].target != newest.target }.map { "\($0 + 1)" }
            #expect(replaced.sorted() == lost.sorted(), "\(texts)")
            #expect(catalog.replaced.first.allSatisfy { texts[(Int($0.winner.path) ?? 1) - 1].target == newest.target })
        }
    }

    /// Returns the unmarked texts of the last delivery with `replaces: true` after a text.
    ///
    /// Deliveries without unmarked texts are skipped.
    private func corrections(of text: Text, in texts: [Text]) -> [String] {
        var deliveries: [[Text]] = []
        for text in texts {
            if text.sharesDelivery { deliveries[deliveries.count - 1].append(text) } else { deliveries.append([text]) }
        }
        let after = deliveries.drop { !$0.contains { $0.target == text.target } }.dropFirst()
        let corrections = after.filter { $0[0].replaces }.map { delivery in
            delivery.filter { $0.made == nil }.compactMap(\.target)
        }
        return corrections.last { !$0.isEmpty } ?? []
    }

    @Test("Missing or unfinished texts in a returned package replace no text; unfinished ones are reported")
    func halfDone() {
        let draft = Text(target: "Entwurf", made: 2, state: .needsReview)
        let first = catalog([Text(target: "Alt"), draft, Text(target: nil, made: 3)])
        #expect(header(first) == "Alt")
        #expect(first.replaced.first.map(\.unfinished) == [.needsReview])
        #expect(replaced(first) == ["2<1"])
        let second = catalog([draft, Text(target: "Fertig", made: 1)])
        #expect(header(second) == "Fertig")
        #expect(replaced(second) == ["1<2"])
        #expect(second.unfinished.values.map(\.delivered) == ["Entwurf"])
    }

    @Test(
        "An unfinished text is reported only if it is newer than the used text and differs from it",
        arguments: [
            ([Text(target: "Alt"), Text(target: "Neu", made: 1, state: .untranslated)], ["Neu"]),
            ([Text(target: "Neu", made: 1, state: .untranslated), Text(target: "Alt")], ["Neu"]),
            ([Text(target: "Alt"), Text(target: "Alt", made: 1, state: .untranslated)], []),
            ([Text(target: "Neu", made: 1, state: .needsReview), Text(target: "Fertig", made: 2)], []),
            ([Text(target: "Neu", made: 1, state: .needsReview), Text(target: "Fertig", replaces: true)], []),
            ([Text(target: "Fertig", replaces: true), Text(target: "Neu", made: 1, state: .needsReview)], ["Neu"]),
            (
                [
                    Text(target: "Alt"), Text(target: "Zwei", made: 2, state: .needsReview),
                    Text(target: "Eins", made: 1, state: .needsReview),
                ], ["Zwei"]
            ),
            ([Text(target: "Neu", made: 1, state: .needsReview)], []),
        ]
    )
    func unfinished(texts: [Text], expected: [String]) {
        let catalog = catalog(texts)
        #expect(catalog.unfinished.values.compactMap(\.delivered) == expected)
        #expect(catalog.replaced.first.filter { $0.unfinished != nil }.count == expected.count)
    }

    @Test("An empty package leaves a missing text missing and does not hide an existing one")
    func empty() {
        let missing = catalog([Text(target: nil, made: 1)])
        #expect(missing.records.first?.fields[.header]?.text == nil)
        let draft = catalog([Text(target: "Entwurf", state: .needsReview), Text(target: nil, made: 1)])
        #expect(draft.records.first?.fields[.header]?.delivered == "Entwurf")
    }

    @Test("A returned text that equals the delivered one is not reported as replacing it")
    func same() {
        let catalog = catalog([Text(target: "Bleib"), Text(target: "Bleib", made: 1), Text(target: "Bleib", made: 2)])
        #expect(header(catalog) == "Bleib")
        #expect(catalog.replaced.isEmpty && catalog.repetitions.isEmpty)
    }

    @Test("If a package returns twice, the later delivery wins; texts within one delivery must agree")
    func twice() {
        let first = Text(target: "Eins", made: 1)
        var second = Text(target: "Zwei", made: 1)
        #expect(header(catalog([first, second])) == "Zwei")
        #expect(replaced(catalog([first, second])) == ["1<2"])
        second.sharesDelivery = true
        #expect(catalog([first, second]).duplicates.count == 1)
        let third = catalog([first, second, Text(target: "Drei", made: 2)])
        #expect(third.duplicates.isEmpty)
        #expect(replaced(third).sorted() == ["1<3", "2<3"])
    }

    @Test(
        "An unmarked correction wins over all texts listed before it, even packages, unless it is unfinished",
        arguments: [
            ([Text(target: "Paket", made: 1), Text(target: "Korrektur", replaces: true)], "Korrektur"),
            ([Text(target: "Korrektur", replaces: true), Text(target: "Paket", made: 1)], "Paket"),
            ([Text(target: "Paket", made: 1), Text(target: "Datei")], "Paket"),
            (
                [Text(target: "Paket", made: 1), Text(target: "Entwurf", state: .needsReview, replaces: true)],
                "Paket"
            ),
            (
                [
                    Text(target: "Neu", made: 2), Text(target: "Korrektur", replaces: true),
                    Text(target: "Alt", made: 1),
                ], "Korrektur"
            ),
            (
                [
                    Text(target: "Alt", made: 1), Text(target: "Korrektur", replaces: true),
                    Text(target: "Neu", made: 2),
                ], "Neu"
            ),
            (
                [
                    Text(target: "Paket", made: 1, locale: "de"), Text(target: "Korrektur", replaces: true),
                    Text(target: "Eins", made: 1, sharesDelivery: true),
                ], "Eins"
            ),
        ]
    )
    func correction(texts: [Text], expected: String) {
        let catalog = catalog(texts)
        #expect(header(catalog) == expected)
        #expect(catalog.replaced.count == texts.count - 1)
        #expect(catalog.duplicates.isEmpty)
    }

    @Test("A package's keys use the project's pattern, whatever pattern its delivery has")
    func keys() {
        var builder = CatalogBuilder(project: Project(app: "com.example.app"))
        builder.beginDelivery(replaces: false)
        builder.use(KeyPattern("{message}_{field}"))
        let place = SourceLocation(path: "a", line: 1, column: 1)
        func add(_ key: String, _ target: String, _ notes: [String] = []) {
            builder.add(
                TranslationUnit(
                    key: key,
                    locale: "de-DE",
                    target: target,
                    state: .translated,
                    notes: notes,
                    location: place
                )
            )
        }
        add("keep_header", "Alt")
        add("keep.header", "Neu", [Self.mark])
        #expect(header(builder.finish()) == "Neu")
    }

    // MARK: Vendors

    private var project: Project {
        var project = Project(app: "com.example.app")
        project.vendors = [Project.Vendor(name: "LatAm"), Project.Vendor(name: "Nordwerk")]
        // Nordwerk translates the locales that LatAm does not list.
        project.vendors[0].locales = [StoreLocale("es-MX"), StoreLocale("pt-BR")].compactMap(\.self)
        return project
    }

    @Test(
        "A package of an unknown vendor or another vendor's locale is reported and replaces nothing",
        arguments: [
            ("LatAm", "pt-BR", true), ("LatAm", "pt", true), ("LatAm", "de-DE", false), ("Nordwerk", "de-DE", true),
            ("Lingua", "de-DE", false), ("Nordwerk", "pt-BR", false), (nil, "pt-BR", false), (nil, "de-DE", true),
        ]
    )
    func foreign(vendor: String?, locale: String, isOwn: Bool) {
        let texts = [Text(target: "Neu", made: 1, locale: locale, vendor: vendor), Text(target: "Alt", locale: locale)]
        let catalog = catalog(texts, of: project)
        #expect(catalog.foreignPackages.isEmpty == isOwn)
        #expect(catalog.duplicates.isEmpty == isOwn)
        #expect(catalog.replaced.isEmpty != isOwn)
    }

    @Test("Of a vendor's two packages for a locale, the newer one wins")
    func twoVendors() {
        let texts = [
            Text(target: "Neu", made: 2, vendor: "Nordwerk"),
            Text(target: "Alt", made: 1, locale: "de", vendor: "Nordwerk"),
        ]
        #expect(header(catalog(texts, of: project)) == "Neu")
    }

    // MARK: Earlier mistakes

    @Test("A key with a wrong field is resolved by a newer package with the right one")
    func unknownField() {
        let wrong = Text(target: "Eins", key: "keep.heder")
        #expect(catalog([Text(target: "Zwei", made: 1), wrong]).unknownFields.isEmpty)
        #expect(
            catalog([Text(target: "Zwei", made: 1), Text(target: "Eins", made: 2, key: "keep.heder")]).unknownFields
                .count == 1
        )
    }

    @Test("A mistyped locale is resolved once packages contain all of its texts")
    func unknownLocale() {
        let body = Text(target: "Corpo", key: "keep.body", locale: "pt-RB")
        let header = Text(target: "Fica", locale: "pt-RB")
        let back = Text(target: "Fique", made: 1, locale: "pt-BR")
        let settled = catalog([header, back])
        #expect(settled.locales.map(\.delivered) == ["pt-BR"])
        #expect(replaced(settled) == ["1<2"])
        let open = catalog([header, body, back])
        #expect(open.locales.map(\.delivered) == ["pt-BR", "pt-RB"])
    }
}
