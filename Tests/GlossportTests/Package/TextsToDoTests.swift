import Testing

@testable import GlossportChecking
@testable import GlossportProject
@testable import GlossportReading
@testable import GlossportReporting

@Suite("Texts for vendors")
struct TextsToDoTests {
    /// Deliveries of several vendors, written as lines of rule examples; the file name is the vendor's name.
    private struct Office {
        var project = Project(app: "com.example.app")
        var readersFindings: [Finding] = []
        /// The header of message `a` that one import has sent, by locale.
        var approved: [String: String] = [:]
        var languages: LanguageInspector?

        /// - Parameters:
        ///   - vendors: The vendors, each with its locales.
        ///   - expected: The locales that the project expects.
        init(_ vendors: [String: [String]] = [:], expected: [String] = []) {
            project.vendors = vendors.sorted { $0.key < $1.key }.map { name, locales in
                var vendor = Project.Vendor(name: name)
                vendor.locales = locales.compactMap { StoreLocale($0) }
                return vendor
            }
            project.locales.expected = expected.compactMap { StoreLocale($0) }
            project.locales.source = StoreLocale("en-US")
        }

        private var sent: SentTexts {
            approved.reduce(into: SentTexts()) { texts, text in
                texts.add([.header: text.value], of: "a", in: text.key, run: 1, isApproved: true)
            }
        }

        func review(_ lines: String) -> Review {
            let example = RuleExample("", lines, project: project, languages: languages)
            let files = Dictionary(grouping: example.units, by: \.location.path).map { path, units in
                var report = FileReport(path: path, format: "csv")
                report.vendor = project.vendors.contains { $0.name == path } ? path : nil
                for unit in units { report.note(locale: unit.locale) }
                report.sortLocales()
                return report
            }
            var collected = Collected(
                catalog: example.catalog,
                findings: readersFindings,
                files: files,
                skipped: [:],
                sources: []
            )
            collected.catalog.sent = sent
            collected.catalog.languages = languages?.inspect(collected.catalog) ?? collected.catalog.languages
            return Review(project, collected, collected.findings(for: project), rules: [])
        }

        func texts(_ kind: TextsToDo.Kind, _ lines: String, in locales: [String] = []) throws -> TextsToDo {
            let selection = Selection(locales: Set(locales.compactMap { StoreLocale($0) }))
            return try TextsToDo(kind, of: review(lines), selection, at: 0)
        }
    }

    /// The texts of each vendor as `locale key: task`.
    private func tasks(_ texts: TextsToDo) -> [String: [String]] {
        Dictionary(
            uniqueKeysWithValues: texts.packages.map { package in
                (package.vendor.name, package.allTexts.map { "\($0.locale) \($0.key): \($0.task)" })
            }
        )
    }

    private func keys(_ texts: TextsToDo) -> [String: Set<String>] {
        Dictionary(
            uniqueKeysWithValues: texts.packages.map { package in
                (package.vendor.name, Set(package.allTexts.map { "\($0.locale) \($0.key)" }))
            }
        )
    }

    private static let source = """
        team/a.header [en-US] = Stay with us
        team/a.body [en-US] = All of your songs and lists are kept.
        team/b.header [en-US] = Come back and save
        team/b.body [en-US] = The offer is for you and your family.

        """

    private static func good(_ vendor: String, _ locale: String) -> String {
        """
        \(vendor)/a.header [\(locale)] = Xa yb
        \(vendor)/a.body [\(locale)] = Xall yof zyour xsongs yand zlists.
        \(vendor)/b.header [\(locale)] = Xcome yback
        \(vendor)/b.body [\(locale)] = Xthe yoffer zis xfor yyou zand xyours.

        """
    }

    // MARK: Findings

    @Test(
        "Each finding for vendors is part of the requests for its texts, or a remark in the letter",
        arguments: RuleExampleTests.triggering.filter { !RuleExampleTests.teams.contains($0.0) }
    )
    func examples(id: RuleID, title: String) throws {
        let rule = try #require(RuleSet.byID[id])
        let example = try #require(rule.triggering.first { $0.title == title })
        let catalog = example.catalog
        let findings = rule.check(catalog, example.project)
        let collected = Collected(catalog: catalog, findings: [], files: [], skipped: [:], sources: [])
        let review = Review(example.project, collected, findings, rules: [])
        let texts = try TextsToDo(.reject(minimum: .note), of: review, at: 0)
        let requests = texts.packages.flatMap { $0.allTexts.flatMap(\.requests) + $0.remarks }
        let open = Set(findings.map(review.id)).subtracting(requests.map(\.finding))
        #expect(open.isEmpty || texts.findingsForTeam == open.count, "\(findings)")
        // Only texts that a finding names are sent.
        for text in texts.packages.flatMap(\.allTexts) {
            #expect(
                findings.contains { finding in
                    (finding.message == nil || finding.message == text.message)
                        && (finding.locale == nil || finding.locales.contains { $0.hasPrefix(text.locale.language) })
                },
                "\(text)"
            )
        }
    }

    @Test("Five vendors each get the errors in their texts and the missing texts of their locales only")
    func fiveVendors() throws {
        let office = Office(
            ["Nord": ["de-DE", "sv"], "Sud": ["fr-FR", "it"], "Ost": ["ja"], "West": ["es-MX"], "Rest": []],
            expected: ["en-US", "de-DE", "sv", "fr-FR", "it", "ja", "es-MX", "pl", "tr"]
        )
        let long = String(repeating: "b", count: 70)
        let lines =
            Self.source
            + Self.good("Nord", "de-DE").replacing("Xa yb", with: long).replacing("b.body", with: "b.boody")
            + Self.good("Sud", "fr-FR").replacing("Xcome yback", with: "Xcome  yback")
            + Self.good("Sud", "it").split(separator: "\n").dropLast().joined(separator: "\n") + "\n"
            + Self.good("West", "es-MX").replacing("Xa yb", with: "Xa {name}") + "West/a.header [es-MX] = Xa\n"
            + Self.good("Rest", "pl")
        let texts = try office.texts(.reject(minimum: .warning), lines)
        let all = ["a.header", "a.body", "b.header", "b.body"]
        #expect(
            keys(texts) == [
                "Nord": Set(["de-DE a.header", "de-DE b.body"] + all.map { "sv \($0)" }),
                "Sud": ["fr-FR b.header", "it b.body"], "Ost": Set(all.map { "ja \($0)" }),
                "West": ["es-MX a.header"], "Rest": Set(all.map { "tr \($0)" }),
            ],
            "\(tasks(texts))"
        )
        #expect(texts.packages.allSatisfy(\.remarks.isEmpty) && texts.withoutVendor.isEmpty)
    }

    @Test("If two locales are swapped, all their texts are requested, with no other findings")
    func exchanged() throws {
        var office = Office(["Nord": ["fr-FR", "de-DE"]])
        office.languages = .example
        let lines = (RuleExample.german(in: "fr-FR") + "\n" + RuleExample.french(in: "de-DE"))
            .replacing("Restez avec", with: "Restez  avec").split(separator: "\n").map { "Nord/\($0)" }
        let texts = try office.texts(.reject(minimum: .warning), lines.joined(separator: "\n"))
        #expect(texts.packages.map(\.findingCount) == [1])
        #expect(texts.packages.first?.allTexts.count == 8)
        #expect(texts.packages.first?.allTexts.allSatisfy { $0.requests.map(\.rule) == ["swapped-locales"] } == true)
    }

    @Test("Texts in the wrong language are requested, but not texts in the file's other locales")
    func language() throws {
        var office = Office()
        office.languages = .example
        let lines = RuleExample.german(in: "it") + "\n" + RuleExample.french(in: "fr-FR")
        let texts = try office.texts(.reject(minimum: .warning), lines)
        #expect(keys(texts) == ["": ["it a.header", "it a.body", "it b.header", "it b.body"]])
    }

    @Test("Both of two swapped fields are requested, without a finding about their length")
    func fields() throws {
        let body = "Deine Tafeln und alle deine Dateien bleiben für dich erhalten, solange du magst."
        let lines =
            "a.header [de-DE] = \(body) << Stay with us\na.body [de-DE] = Bleib bei uns << All of your boards and files are kept."
        let texts = try Office().texts(.reject(minimum: .warning), lines)
        #expect(
            texts.packages.first?.allTexts.map { $0.requests.map(\.rule) } == [
                ["fields-exchanged"], ["fields-exchanged"],
            ]
        )
    }

    @Test("A text under a wrong key is requested under the right key, with the delivered text")
    func wrongKey() throws {
        let texts = try Office().texts(
            .reject(minimum: .warning),
            "a.heder [de-DE] = Bleib\na.body [de-DE] = Alles bleibt"
        )
        let text = try #require(texts.packages.first?.allTexts.first)
        #expect(text.key == "a.header" && text.translation == "Bleib" && text.reason == .wrong)
        #expect(text.requests.map(\.rule) == ["unknown-field"])
        #expect(texts.packages.first?.allTexts.count == 1)
    }

    @Test("For a text delivered twice, the vendor sees both")
    func twice() throws {
        let lines = "a.header [de-DE] = Eins\na.body [de-DE] = Alles bleibt\na.header [de-DE] = Zwei"
        let texts = try Office().texts(.reject(minimum: .warning), lines)
        let text = try #require(texts.packages.first?.allTexts.first)
        #expect(text.translation == "Eins" && text.notes == ["The other text that we received: “Zwei”"])
    }

    @Test("A text that awaits review is part of the package, unchanged")
    func state() throws {
        var office = Office()
        office.project.locales.minimumState = .reviewed
        let texts = try office.texts(
            .reject(minimum: .warning),
            "a.header [de-DE] = Bleib\na.body [de-DE] = Alles bleibt"
        )
        #expect(texts.packages.first?.allTexts.map(\.translation) == ["Bleib", "Alles bleibt"])
    }

    @Test("Findings for the team are counted, but not sent to vendors")
    func team() throws {
        let office = Office([:], expected: ["de-DE"])
        let lines = Self.good("x", "de-DE") + "x/a.header [fr-FR] = Restez\nx/a.body [fr-FR] = Tout reste\n"
        let texts = try office.texts(.reject(minimum: .warning), Self.source + lines.replacing("x/b", with: "x/a"))
        #expect(texts.findingsForTeam > 0)
        #expect(
            !texts.packages.flatMap(\.allTexts).contains { $0.requests.contains { $0.rule == "unexpected-locale" } }
        )
    }

    @Test("An error in a source text is for the team, unless a vendor writes that locale")
    func sourceTexts() throws {
        let lines = Self.source.replacing("Stay with us", with: "Stay {with} us") + Self.good("Nord", "de-DE")
        let team = try Office(["Nord": ["de-DE"]]).texts(.reject(minimum: .warning), lines)
        #expect(team.packages.isEmpty && team.findingsForTeam == 1)
        let vendor = try Office(["Nord": ["de-DE"], "Copy": ["en-US"]]).texts(.reject(minimum: .warning), lines)
        #expect(keys(vendor) == ["Copy": ["en-US a.header"]])
    }

    // MARK: Readers' findings

    private func finding(
        _ severity: Severity = .error,
        at line: Int,
        column: Int = 1,
        key: String? = nil,
        for audience: Finding.Audience = .vendor,
        in path: String = "Nord"
    ) -> Finding {
        let place = SourceLocation(path: path, line: line, column: column)
        var finding = Finding("csv-defect", severity, "Broken.", remedy: "Mend it.", for: audience, at: place)
        finding.key = key
        return finding
    }

    @Test("A reader's finding belongs to the unit it names, or to the unit at its location")
    func units() throws {
        var office = Office(["Nord": ["de-DE"]])
        office.readersFindings = [finding(at: 99, key: "a.body"), finding(.warning, at: 7)]
        let texts = try office.texts(.reject(minimum: .warning), Self.source + Self.good("Nord", "de-DE"))
        #expect(keys(texts) == ["Nord": ["de-DE a.body", "de-DE b.header"]], "\(tasks(texts))")
    }

    @Test("A text that a reader refused is requested with the reader's finding and no other")
    func refused() throws {
        var office = Office(["Nord": ["de-DE"]])
        office.readersFindings = [finding(at: 99, key: "b.body")]
        let lines = Self.source + Self.good("Nord", "de-DE").split(separator: "\n").dropLast().joined(separator: "\n")
        let texts = try office.texts(.reject(minimum: .warning), lines)
        #expect(tasks(texts) == ["Nord": ["de-DE b.body: Broken. Mend it."]])
    }

    @Test("For an error about a whole file, all its texts are requested; a warning is a remark in the letter")
    func wholeFile() throws {
        var office = Office(["Nord": ["de-DE"], "Sud": ["fr-FR"]])
        office.readersFindings = [finding(at: 1), finding(.warning, at: 1, in: "Sud")]
        let lines = Self.source + Self.good("Nord", "de-DE") + Self.good("Sud", "fr-FR")
        let texts = try office.texts(.reject(minimum: .warning), lines)
        #expect(texts.packages.map(\.allTexts.count) == [4, 0] && texts.packages.map(\.remarks.count) == [0, 1])
    }

    /// The texts to do if a file of Sud could not be read and nothing was delivered in Hungarian.
    private func textsToDo(unread path: String) throws -> TextsToDo {
        let office = Office(["Nord": ["de-DE"], "Sud": []], expected: ["en-US", "de-DE", "hu"])
        var review = office.review(Self.source + Self.good("Nord", "de-DE"))
        var report = FileReport(path: path, format: "csv")
        report.vendor = "Sud"
        review.collected.files.append(report)
        review.findings.append(finding(at: 1, in: path))
        return try TextsToDo(.reject(minimum: .warning), of: review, at: 0)
    }

    @Test("Texts of an unreadable file are requested from its vendor, with the file's error")
    func unreadable() throws {
        let texts = try textsToDo(unread: "x/hu.csv")
        #expect(tasks(texts)["Sud"]?.count == 4, "\(tasks(texts))")
        let task = "Fill in this text here: we could not read your file hu.csv (Broken)."
        #expect(tasks(texts)["Sud"]?.allSatisfy { $0.hasSuffix(": \(task)") } == true, "\(tasks(texts))")
    }

    @Test("Missing texts that may be in a vendor's unreadable archive are requested with its name")
    func unreadArchive() throws {
        let texts = try textsToDo(unread: "x/all.zip")
        let task = "Fill in this text here: we could not read your file all.zip (Broken)."
        #expect(tasks(texts)["Sud"]?.count == 4, "\(tasks(texts))")
        #expect(tasks(texts)["Sud"]?.allSatisfy { $0.hasSuffix(": \(task)") } == true, "\(tasks(texts))")
        #expect(texts.packages.flatMap(\.allTexts).allSatisfy { $0.reason == .missing })
        // No request concerns the archive itself.
        #expect(texts.packages.allSatisfy(\.remarks.isEmpty) && texts.superseded == 1)
    }

    @Test("A wrong language in a folder name is for the team if the project file names that folder")
    func teamsFolder() throws {
        var office = Office()
        office.project.deliveries = [Project.Delivery(path: "vendors/German")]
        for (path, count) in [("vendors/German/a.csv", 0), ("vendors/German/French/a.csv", 1)] {
            var finding = finding(.warning, at: 1, in: path)
            finding.rule = "csv-locale-conflict"
            office.readersFindings = [finding]
            let texts = try office.texts(.reject(minimum: .warning), "")
            #expect(texts.packages.flatMap(\.remarks).count == count && texts.findingsForTeam == 1 - count, "\(path)")
        }
    }

    @Test("Without source texts, missing texts are requested by their keys")
    func unsourced() throws {
        let office = Office([:], expected: ["de-DE", "it"])
        let texts = try office.texts(.reject(minimum: .error), "a.header [de-DE] = Bleib\na.body [de-DE] = Hier\n")
        #expect(keys(texts) == ["": ["it a.header", "it a.body"]])
    }

    @Test("Texts of a file that the team's settings make unreadable are not requested")
    func unread() throws {
        var office = Office([:], expected: ["en-US", "de-DE", "hu"])
        office.readersFindings = [finding(at: 1, for: .team, in: "x/hu.csv")]
        var review = office.review(Self.source + Self.good("x", "de-DE"))
        review.collected.files.append(FileReport(path: "x/hu.csv", format: "csv"))
        let texts = try TextsToDo(.reject(minimum: .warning), of: review, at: 0)
        #expect(texts.packages.isEmpty && texts.findingsForTeam == 2)
    }

    @Test("Texts under an invalid locale code are not requested again")
    func wrongCode() throws {
        let office = Office([:], expected: ["en-US", "de-DE", "pt-BR"])
        let lines = Self.source + Self.good("x", "de-DE") + Self.good("x", "pt-RB")
        let texts = try office.texts(.reject(minimum: .warning), lines)
        #expect(texts.packages.map(\.allTexts.count) == [0])
        #expect(texts.packages.first?.remarks.map(\.rule) == ["unknown-locale"])
        #expect(texts.superseded == 1)
    }

    @Test("An invalid locale code affects no other vendor's locales, and only the texts under it")
    func wrongCodeOfOne() throws {
        let office = Office(
            ["LatAm": ["es-MX", "pt-BR"], "Lisboa": ["pt-PT"]],
            expected: ["en-US", "es-MX", "pt-BR", "pt-PT"]
        )
        let half = Self.good("LatAm", "pt-RB").split(separator: "\n").prefix(2).joined(separator: "\n") + "\n"
        let texts = try office.texts(
            .reject(minimum: .warning),
            Self.source + Self.good("LatAm", "es-MX") + half
        )
        let all: Set<String> = ["a.header", "a.body", "b.header", "b.body"]
        #expect(
            keys(texts) == [
                "LatAm": ["pt-BR b.header", "pt-BR b.body"], "Lisboa": Set(all.map { "pt-PT \($0)" }),
            ]
        )
        let remark = try #require(texts.packages.first?.remarks.first)
        #expect(remark.request == "Correct the language code: we expect pt-BR.")
        #expect(!remark.problem.contains("pt-PT"))
    }

    @Test("In a message in two languages, only the text in the wrong language has that finding")
    func mixedMessage() throws {
        var office = Office()
        office.languages = .example
        let german = "Alle deine Tafeln und das Archiv bleiben für dich bei uns, und nicht nur das."
        let texts = try office.texts(
            .reject(minimum: .warning),
            "a.header [fr-FR] = Restez avec nous {name}\na.body [fr-FR] = \(german)"
        )
        let rules = Dictionary(
            uniqueKeysWithValues: (texts.packages.first?.allTexts ?? []).map { ($0.key, $0.requests.map(\.rule)) }
        )
        #expect(rules == ["a.header": ["placeholder-left"], "a.body": ["wrong-language"]], "\(tasks(texts))")
    }

    @Test("An error in a text is requested even beside a warning about its message")
    func rank() throws {
        func request(_ rule: RuleID, _ severity: Severity) -> TextToDo.Request {
            TextToDo.Request(
                rule: rule,
                severity: severity,
                problem: "",
                request: rule.rawValue,
                finding: office.id(of: Finding(rule, severity, "", remedy: "", at: nil))
            )
        }
        let office = Office().review("")
        let error = request("placeholder-left", .error)
        let warning = request("double-space", .warning)
        let details: [TextToDo.Request.Ranked] = [(.part, error), (.part, warning)]
        func kept(_ rule: RuleID, _ severity: Severity) -> [String] {
            TextToDo.Request.compatible([(.message, request(rule, severity))] + details, isOutdated: false)
                .map(\.rule.rawValue)
        }
        #expect(kept("wrong-language", .warning) == ["placeholder-left", "wrong-language"])
        #expect(kept("wrong-language", .error) == ["wrong-language"])
        #expect(kept("unknown-field", .error) == ["unknown-field", "placeholder-left"])
    }

    @Test("A newer unfinished text is requested as unfinished, without findings about the used text")
    func unfinished() throws {
        let office = Office()
        var review = office.review("a.header [de-DE] = {name}\na.body [de-DE] = Alles bleibt")
        let slot = TextSlot(message: "a", field: .header, locale: try #require(StoreLocale("de-DE")))
        var newer = try #require(review.record("a", "de-DE")?.fields[.header])
        newer.delivered = "Bleib"
        newer.text = nil
        review.collected.catalog.unfinished[slot] = newer
        let texts = try TextsToDo(.reject(minimum: .warning), of: review, at: 0)
        let text = try #require(texts.packages.first?.allTexts.first)
        #expect(text.translation == "Bleib" && text.reason == .unfinished && text.requests.isEmpty)
        #expect(texts.superseded == 1)
    }

    @Test("For a copied locale, the texts of its original are requested")
    func copied() throws {
        var office = Office()
        office.project.locales.originals = [try #require(StoreLocale("es-ES")): try #require(StoreLocale("es-MX"))]
        let texts = try office.texts(
            .reject(minimum: .error),
            "a.header [es-MX] = {name}\na.body [es-MX] = Todo se queda",
            in: ["es-ES"]
        )
        #expect(keys(texts) == ["": ["es-MX a.header"]])
    }

    @Test("If only some deliveries are read, a text without a vendor is reported instead of requested")
    func partOfDeliveries() throws {
        let office = Office(["Nord": ["de-DE"]])
        let review = office.review("Nord/a.header [it] = {name}\nNord/a.body [it] = Tutto resta")
        let texts = try TextsToDo(.reject(minimum: .error), of: review, isPart: true, at: 0)
        #expect(texts.packages.isEmpty && texts.withoutVendor.map(\.code) == ["it"])
    }

    // MARK: Vendors

    @Test("A file without a vendor goes to the locale's vendor, or to one that delivered the locale")
    func unnamedFile() throws {
        let long = String(repeating: "b", count: 70)
        let lines = """
            back/a.header [de-DE] = \(long)
            back/a.body [de-DE] = Xall yof zyour
            back/a.header [pl] = \(long)
            Rest/a.body [pl] = Xall yof zyour
            """
        let texts = try Office(["Nord": ["de-DE"], "Rest": []]).texts(.reject(minimum: .error), lines)
        #expect(keys(texts) == ["Nord": ["de-DE a.header"], "Rest": ["pl a.header"]], "\(tasks(texts))")
    }

    @Test("A wrong text in another vendor's locale goes to that vendor, or is reported if there is none")
    func otherVendor() throws {
        let long = String(repeating: "b", count: 70)
        let lines = "Nord/a.header [it] = \(long)\nNord/a.body [it] = Xall yof zyour"
        let texts = try Office(["Nord": ["de-DE"], "Sud": ["it"]]).texts(.reject(minimum: .error), lines)
        #expect(keys(texts) == ["Sud": ["it a.header"]])
        let without = try Office(["Nord": ["de-DE"]]).texts(.reject(minimum: .error), lines)
        #expect(without.packages.isEmpty && without.withoutVendor.map(\.code) == ["it"])
    }

    @Test("A missing text without a vendor is reported")
    func withoutVendor() throws {
        let office = Office(["Nord": ["de-DE"]], expected: ["en-US", "de-DE", "ja"])
        let texts = try office.texts(.reject(minimum: .error), Self.source + Self.good("Nord", "de-DE"))
        #expect(texts.packages.isEmpty && texts.withoutVendor.map(\.code) == ["ja"])
    }

    @Test(
        "A package has the vendor's configured format, or else one that suits the delivered files",
        arguments: [("xlsx", "xlsx"), ("ods", "xlsx"), ("csv", "csv"), ("strings", "xliff"), ("xliff", "xliff2")]
    )
    func format(delivered: String, written: String) throws {
        var office = Office(["Nord": ["de-DE"]])
        var review = office.review(Self.source + Self.good("Nord", "de-DE").replacing("Xa yb", with: "{a}"))
        for index in review.collected.files.indices {
            review.collected.files[index].format = delivered
            review.collected.files[index].summary.detected = [.init("version", "2.0")]
        }
        #expect(
            try TextsToDo(.reject(minimum: .error), of: review, at: 0).packages.map(\.format.rawValue) == [written]
        )
        office.project.vendors[0].format = .csv
        review.project = office.project
        #expect(try TextsToDo(.reject(minimum: .error), of: review, at: 0).packages.map(\.format) == [.csv])
    }

    // MARK: Brief

    @Test("A brief contains new, missing and outdated texts for each locale's vendor")
    func brief() throws {
        var office = Office(["Nord": ["de-DE", "sv"], "Sud": ["fr-FR"]], expected: ["en-US", "de-DE", "fr-FR", "sv"])
        office.approved = ["en-US": "Don't go", "fr-FR": "Restez"]
        let lines = """
            team/a.header [en-US] = Stay
            team/a.body [en-US] = Text
            Nord/a.header [de-DE] = Bleib << Don't go
            Nord/a.body [de-DE] = Ein Text << Text
            Sud/a.header [fr-FR] = Restez
            """
        let texts = try office.texts(.brief, lines)
        let reasons = texts.packages.map { $0.allTexts.map { "\($0.locale) \($0.key) \($0.reason)" } }
        #expect(
            reasons == [
                ["de-DE a.header outdated", "sv a.header new", "sv a.body new"],
                ["fr-FR a.header outdated", "fr-FR a.body missing"],
            ]
        )
        let outdated = try #require(texts.packages.first?.allTexts.first)
        #expect(outdated.earlier == "Bleib" && outdated.translation == nil && outdated.source == "Stay")
    }

    @Test("Without sources in the files, the approved source decides if a translation is current")
    func stale() throws {
        var office = Office()
        let lines = "a.header [en-US] = Stay\na.header [de-DE] = Bleib"
        office.approved = ["en-US": "Don't go", "de-DE": "Bleib"]
        #expect(try office.texts(.brief, lines, in: ["de-DE"]).packages.map(\.allTexts.count) == [1])
        // The translation has changed since as well.
        office.approved = ["en-US": "Don't go", "de-DE": "Geh nicht"]
        #expect(try office.texts(.brief, lines, in: ["de-DE"]).packages.isEmpty)
    }

    @Test("An undelivered text that is approved for the current source is not requested")
    func approved() throws {
        var office = Office()
        office.approved = ["en-US": "Stay", "de-DE": "Bleib"]
        #expect(try office.texts(.brief, "a.header [en-US] = Stay", in: ["de-DE"]).packages.isEmpty)
    }

    @Test("A brief for a locale without a vendor is refused")
    func refusedLocale() {
        let office = Office(["Nord": ["de-DE"]])
        #expect(throws: GlossportError.self) { try office.texts(.brief, Self.source, in: ["ja"]) }
        #expect(throws: GlossportError.self) { try office.texts(.brief, Self.source, in: ["en-US"]) }
    }

    @Test("A brief covers all expected locales that have a vendor, and reports the others")
    func briefWithoutVendor() throws {
        let office = Office(["Nord": ["de-DE"]], expected: ["en-US", "de-DE", "sv"])
        let texts = try office.texts(.brief, Self.source)
        #expect(texts.packages.map(\.allTexts.count) == [4] && texts.withoutVendor.map(\.code) == ["sv"])
    }

    @Test("A text has its length limit and its place in the message")
    func place() throws {
        var office = Office()
        var message = Project.Message()
        message.image = ImagePattern("images/a.png", at: SourceLocation(path: "p", line: 1, column: 1))
        office.project.messages = ["a": message]
        let lines = "a.header [en-US] = Stay\na.body [en-US] = Text\na.altText [en-US] = A hill"
        let texts = try office.texts(.brief, lines, in: ["de-DE"]).packages.flatMap(\.allTexts)
        #expect(texts.map(\.limit) == [66, 144, 150])
        #expect(texts.map(\.place.firstWords) == ["heading below", "text below", "description of"])
    }
}

extension String {
    fileprivate var firstWords: String { split(separator: " ").prefix(2).joined(separator: " ") }
}
