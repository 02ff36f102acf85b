private import Foundation
import GlossportChecking
import GlossportReading
import Testing

@testable import GlossportProject

@Suite("Project file")
struct ProjectFileTests {
    private static let formats: [Format] = {
        var sheets = StubReader.format(named: "xlsx")
        sheets.options.append(ReaderOption(name: "map", help: "", example: "", hasEntries: true))
        return [
            StubReader.format(named: "csv", options: ["key", "delimiter"]), StubReader.format(named: "xliff"), sheets,
        ]
    }()

    private func parse(_ text: String) throws -> Project {
        try ProjectFile.parse(
            text,
            path: "glossport.yaml",
            ruleIDs: ["target-equals-source", "text-too-long"],
            formats: Self.formats
        )
    }

    /// The problems in a project file, as `line:column: message remedy`.
    private func problems(_ text: String) -> [String] {
        do {
            _ = try parse(text)
            return []
        } catch let error as ProjectFileError {
            return error.problems.map {
                #expect($0.code == .invalidProject)
                let place = $0.location.map { "\($0.line):\($0.column): " } ?? ""
                return place + $0.message + " " + ($0.remedy ?? "")
            }
        } catch {
            return ["another error: \(error)"]
        }
    }

    @Test("The keys of a project file become the project's settings")
    func keys() throws {
        let project = try parse(
            """
            app: com.example.northlight
            environment: production
            credentials:
              issuerID: 57246542-96FE-1a63-e053-0824d011072a
              keyID: 2X9R4HXF34
              privateKeyFile: AuthKey.p8
            deliveries:
              - path: vendor/
              - path: vendor/offers.csv
                format: csv
                locale: da
                options: { key: id, delimiter: ";" }
                replaces: true
            keys: "{message}/{field}"
            locales:
              expected: [en-US, de-DE, no]
              map: { zh-CN: zh-Hans }
              also: { de-DE: [nl-NL] }
              fallback: true
              minimumState: reviewed
            messages:
              keep-annual:
                kind: text
                headerPosition: above-image
                image: images/keep.png
                bullets: [images/star.png, images/moon.png]
                defaultFor: [com.example.northlight.annual]
                ids: { de-DE: 5D0F9BB6-7c07-5a3f-9a5e-4b8f0f0d7a11 }
              keep-monthly:
                kind: offer
            rules:
              target-equals-source: off
              text-too-long: warning
            pace: steady
            budgets:
              uploadMessage: 3600
              uploadImage: 7
              configureDefault: 36000
            journal: state/journal.sqlite
            """
        )
        var expected = Project(app: "com.example.northlight")
        expected.environment = .production
        expected.credentials = Project.Credentials(
            issuerID: "57246542-96fe-1a63-e053-0824d011072a",
            keyID: "2X9R4HXF34",
            privateKeyFile: "AuthKey.p8"
        )
        expected.deliveries = [
            Project.Delivery(path: "vendor/", place: SourceLocation(path: "glossport.yaml", line: 8, column: 5)),
            Project.Delivery(
                path: "vendor/offers.csv",
                format: "csv",
                locale: "da",
                options: ["key": "id", "delimiter": ";"],
                replaces: true,
                place: SourceLocation(path: "glossport.yaml", line: 9, column: 5)
            ),
        ]
        expected.keys = try #require(KeyPattern("{message}/{field}"))
        expected.locales.expected = ["en-US", "de-DE", "no"].compactMap { StoreLocale($0) }
        expected.locales.map = ["zh-CN": try #require(StoreLocale("zh-Hans"))]
        expected.locales.originals = [try #require(StoreLocale("nl-NL")): try #require(StoreLocale("de-DE"))]
        expected.locales.fallback = true
        expected.locales.minimumState = .reviewed
        var message = Project.Message()
        message.headerPosition = .aboveImage
        let place = { (line: Int, column: Int) in
            SourceLocation(path: "glossport.yaml", line: line, column: column)
        }
        message.image = ImagePattern("images/keep.png", at: place(25, 12))
        message.bullets = [
            ImagePattern("images/star.png", at: place(26, 15)), ImagePattern("images/moon.png", at: place(26, 32)),
        ]
        message.defaultFor = ["com.example.northlight.annual"]
        let german = try #require(StoreLocale("de-DE"))
        message.ids = [german: try #require(ServiceID("5d0f9bb6-7c07-5a3f-9a5e-4b8f0f0d7a11"))]
        var offer = Project.Message()
        offer.kind = .offer
        expected.messages = ["keep-annual": message, "keep-monthly": offer]
        expected.rules = ["target-equals-source": .off, "text-too-long": .warning]
        expected.pace = .steady
        expected.budgets = [.uploadMessage: 3_600, .uploadImage: 7, .configureDefault: 36_000]
        expected.journal = .file("state/journal.sqlite")
        #expect(project == expected)
    }

    @Test(
        "The entries of a reader's option may be a mapping or the command line's text",
        arguments: [
            "{ \"French, Canada\": fr-CA, Owner: ignore }", "\"French, Canada=fr-CA, Owner=ignore\"",
        ]
    )
    func optionEntries(value: String) throws {
        let project = try parse("app: com.example.app\ndeliveries: [{ path: a.csv, options: { map: \(value) } }]\n")
        #expect(project.deliveries.first?.options == ["map": "French, Canada=fr-CA, Owner=ignore"])
    }

    @Test("A mapping is not a valid value for an option without entries")
    func optionWithoutEntries() throws {
        let text = "app: com.example.app\ndeliveries: [{ path: a.csv, options: { key: { a: b } } }]\n"
        #expect(problems(text).first?.contains("not a group") == true, "\(problems(text))")
    }

    @Test(
        "An image that the service would refuse is an error at its line",
        arguments: [
            ("kind: offer, image: a.png", "A message of the kind offer can't have image."),
            ("kind: switch-plan, bullets: [a.png]", "A message of the kind switch-plan can't have bullets."),
            (
                "headerPosition: above-image",
                "The header can't be above an image, because the message has none."
            ),
            (
                "bullets: [a.png, b.png, c.png, d.png, e.png, f.png]",
                "The message has 6 bullet points; 5 are allowed."
            ),
            ("image: a.jpg", "“a.jpg” is not a PNG file."),
            ("image: \"{lang}.png\"", "“{lang}.png” has a placeholder that does not exist."),
        ]
    )
    func images(settings: String, message: String) {
        let found = problems("app: com.example.app\nmessages:\n  keep: { \(settings) }\n")
        #expect(found.count == 1 && found[0].hasPrefix("3:") && found[0].contains(message), "\(found)")
    }

    @Test(
        "An invalid copy of a locale is an error at its line and column",
        arguments: [
            ("{ fr-FR: [fr-FR] }", "4:19: fr-FR cannot be a copy of itself."),
            ("{ fr-FR: [fr-CA], fr-CA: [ja] }", "4:19: fr-CA is copied from fr-FR, and other locales"),
            ("{ fr-FR: [fr-CA], fr-CA: [fr-FR] }", "4:19: fr-CA is copied from fr-FR, and"),
            ("{ fr-FR: [fr-CA, ko], ja: [ko] }", "4:36: ko is copied from fr-FR already."),
            ("{ fr-FR: [fr-CA, fr-CA] }", "4:26: fr-CA is copied from fr-FR already."),
            ("{ fr-FR: [it] }", "4:19: it is also in the `locales` of a vendor."),
            ("{ fr-FR: [fr_CA] }", "4:19: “fr_CA” is not an App Store locale. Did you mean fr-CA?"),
            ("{ fr: [fr-CA] }", "4:15: “fr” is not an App Store locale. Did you mean fr-FR?"),
            ("{ fr-FR: fr-CA }", "4:18: Expected a list, not a single value."),
        ]
    )
    func copies(also: String, problem: String) {
        let start = "app: com.example.app\nvendors: { Sud: { locales: [it] } }\n"
        let found = problems(start + "locales:\n  also: \(also)\n")
        #expect(found.first?.hasPrefix(problem) == true, "\(found)")
    }

    @Test("A project file with only a bundle ID is valid")
    func least() throws {
        #expect(try parse("app: com.example.app\n") == Project(app: "com.example.app"))
        #expect(
            try parse("app: com.example.app\nmessages:\nlocales:\ndeliveries:\n") == Project(app: "com.example.app")
        )
    }

    @Test(
        "An unknown key is an error at its line and column that suggests the nearest valid key",
        arguments: [
            (
                "app: com.example.app\nenviroment: sandbox\n",
                "2:1: There is no key “enviroment”. Did you mean environment?"
            ),
            (
                "app: com.example.app\nlocales:\n  expect: [ja]\n",
                "3:3: There is no key “expect”. Did you mean expected?"
            ),
            (
                "app: com.example.app\nbudgets: { uploadMessages: 1 }\n",
                "2:12: There is no key “uploadMessages”. Did you mean uploadMessage?"
            ),
            (
                "app: com.example.app\nmessages:\n  keep:\n    headerposition: above-body\n",
                "4:5: There is no key “headerposition”. Did you mean headerPosition?"
            ),
            (
                "app: com.example.app\ncredentials: { issuerID: 57246542-96fe-1a63-e053-0824d011072a, keyID: A, key: B }\n",
                "2:74: There is no key “key”. Did you mean keyID?"
            ),
            (
                "app: com.example.app\ndeliveries:\n  - path: a.csv\n    format: csv\n    options: { seperator: x, delimter: y }\n",
                "5:30: There is no key “delimter”. Did you mean delimiter?"
            ),
            (
                "app: com.example.app\nrules:\n  text-to-long: off\n",
                "3:3: There is no rule “text-to-long”. Did you mean text-too-long?"
            ),
        ]
    )
    func unknownKeys(text: String, problem: String) {
        #expect(problems(text).contains(problem))
    }

    @Test(
        "A value of the wrong type or out of range is an error at the value's location",
        arguments: [
            ("app: [a]\n", "1:6: Expected a text, not a list."),
            ("app: northlight\n", "1:6: “northlight” is not a valid `app`."),
            ("app: com.example/app\n", "1:6: “com.example/app” is not a valid `app`."),
            ("app:\n", "1:"), ("app: ~\n", "1:6: Expected a text, not nothing."),
            ("app: com.example.app\nenvironment: prod\n", "2:14: “prod” is not a valid `environment`."),
            ("app: com.example.app\npace: slow\n", "2:7: “slow” is not a valid `pace`."),
            ("app: com.example.app\nlocales: [ja]\n", "2:10: Expected a group of keys, not a list."),
            ("app: com.example.app\nlocales: { expected: ja }\n", "2:22: Expected a list, not a single value."),
            ("app: com.example.app\nlocales: { fallback: yes }\n", "2:22: “yes” is neither true nor false."),
            ("app: com.example.app\nlocales: { expected: [de] }\n", "2:23: “de” is not an App Store locale."),
            ("app: com.example.app\nlocales: { map: { x: xx } }\n", "2:22: “xx” is not an App Store locale."),
            ("app: com.example.app\nbudgets: { uploadMessage: 0 }\n", "2:27: “0” is not a whole number from 1"),
            ("app: com.example.app\nbudgets: { uploadMessage: 1.5 }\n", "2:27: “1.5” is not a whole number"),
            ("app: com.example.app\nbudgets: { uploadMessage: many }\n", "2:27: “many” is not a whole number"),
            (
                "app: com.example.app\nmessages: { a: { defaultFor: [p.q] }, b: { defaultFor: [p.q] } }\n",
                "2:57: a and b are both defaults for p.q."
            ),
            (
                "app: com.example.app\nmessages: { a: { defaultFor: [com harbour] } }\n",
                "2:31: “com harbour” is not a product ID."
            ),
            ("app: com.example.app\nrules: { text-too-long: no }\n", "2:25: “no” is not a severity."),
            (
                "app: com.example.app\nrules: { private-key: off }\n",
                "2:23: A private key in a delivery is always an error."
            ),
            ("app: com.example.app\nkeys: header\n", "2:7: “header” is not a valid `keys`."),
            (
                "app: com.example.app\ndeliveries: [vendor/]\n",
                "2:14: A delivery must begin with the key “path”. Write `- path: vendor/`."
            ),
            ("app: com.example.app\ndeliveries:\n  - format: csv\n", "3:5: The key “path” is missing."),
            (
                "app: com.example.app\ndeliveries:\n  - { path: a, format: cvs }\n",
                "3:24: “cvs” is not a valid `format`."
            ),
            ("app: com.example.app\nmessages: { keep: { kind: txt } }\n", "2:27: “txt” is not a valid `kind`."),
            (
                "app: com.example.app\ncredentials: { issuerID: 1, keyID: A }\n",
                "2:26: This is not a valid `issuerID`."
            ),
            ("app: com.example.app\njournal: null\n", "2:10: Expected a text, not nothing."),
            (
                "app: com.example.app\njournal: postgres://u@db1/j?hostaddr=10.0.0.1\n",
                "2:10: An address in a project file may contain only host, port, database and user."
            ),
        ]
    )
    func wrongTypes(text: String, problem: String) {
        let found = problems(text)
        #expect(found.contains { $0.hasPrefix(problem) }, "\(found)")
    }

    @Test("Of thousands of problems, a hundred are listed and the rest counted")
    func many() {
        let rules = (0..<5_000).map { "  rule-\($0): off" }.joined(separator: "\n")
        let found = problems("app: com.example.app\nrules:\n\(rules)\n")
        #expect(found.count == 101 && found.last?.contains("has 4900 more problems") == true)
    }

    @Test("A list has at most 5,000 elements")
    func longList() {
        let files = (0...5_000).map { "{ path: \($0).csv }" }.joined(separator: ", ")
        #expect(
            problems("app: com.example.app\ndeliveries: [\(files)]\n").first?.hasPrefix("2:13: A list of 5001") == true
        )
    }

    @Test("A missing bundle ID is reported together with all other problems")
    func missing() {
        let found = problems("pace: slow\nenviroment: sandbox\n")
        #expect(found.count == 3)
        #expect(found.contains { $0.hasPrefix("1:1: The key “app” is missing.") })
    }

    @Test("All problems are reported at once, in the file's order")
    func order() {
        let found = problems("app: x\npaces: steady\nlocales:\n  expected: [xx, de-DE, yy]\njurnal: a\n")
        #expect(found.map { String($0.prefix(4)) } == ["1:6:", "2:1:", "4:14", "4:25", "5:1:"])
    }

    @Test(
        "A duplicate key is an error",
        arguments: ["app: a.b\napp: c.d\n", "app: a.b\nlocales: { map: { x: ja, x: ko } }\n"]
    )
    func duplicates(text: String) {
        let found = problems(text)
        #expect(found.count == 1)
        #expect(found.first?.contains("twice") == true)
    }

    @Test("`no` is Norwegian and `off` is a severity, with and without quotes")
    func scalars() throws {
        for no in ["no", "\"no\"", "'no'"] {
            let project = try parse(
                "app: com.example.app\nlocales: { expected: [\(no)], map: { nb: \(no), no: nl-NL } }\n"
            )
            #expect(project.locales.expected.map(\.code) == ["no"])
            #expect(project.locales.map["nb"]?.code == "no")
            #expect(project.locales.map["no"]?.code == "nl-NL")
        }
        for off in ["off", "\"off\""] {
            #expect(try parse("app: a.b\nrules: { text-too-long: \(off) }\n").rules == ["text-too-long": .off])
        }
        // Numbers and dates are taken as text.
        let project = try parse("app: a.b\njournal: 2026-11-20\nmessages: { 007: { defaultFor: [1.10] } }\n")
        #expect(project.journal == .file("2026-11-20"))
        #expect(project.messages["007"]?.defaultFor == ["1.10"])
    }

    @Test(
        "Invalid YAML is reported with its location",
        arguments: [
            "", "\n# nothing\n", "app: [a", "app: \"a", "\tapp: a", "- a\n- b\n", "a: b: c", "app: *x", "app: &x *x",
        ]
    )
    func notYAML(text: String) {
        let found = problems(text)
        #expect(!found.isEmpty)
        #expect(found.allSatisfy { $0.first?.isNumber == true })
    }

    @Test(
        "A key that is an alias, a list or a group is refused with its location",
        arguments: [
            ("app: a.b\nx: &a [b]\nmessages:\n  ? *a\n  : {}\n", "4:5:"),
            ("app: a.b\nx: &a b\nmessages: { *a : {} }\n", "3:13:"),
            ("app: a.b\nmessages:\n  ? [a, b]\n  : {}\n", "3:5:"), ("app: a.b\nmessages: { {a: b}: {} }\n", "2:13:"),
        ]
    )
    func unusualKeys(text: String, place: String) {
        let found = problems(text)
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix(place) == true, "\(found)")
        #expect(found.first?.contains("plain word") == true)
    }

    @Test("Nested aliases with an exponential expansion are refused without expanding them")
    func aliases() {
        // Eighty levels: composing a key from them would never end.
        let levels = (1...80).map { "x\($0): &l\($0) [*l\($0 - 1), *l\($0 - 1)]\n" }.joined()
        let found = problems("app: a.b\nx0: &l0 [a]\n\(levels)messages:\n  ? *l80\n  : {}\n")
        #expect(found.count == 1)
    }

    @Test("An alias for a value equals the value")
    func aliasValue() throws {
        let project = try parse("app: a.b\nlocales: { map: { xx: &l ja, yy: *l } }\nkeys: \"{message}: {field}\"\n")
        #expect(project.locales.map.values.map(\.code) == ["ja", "ja"])
    }

    @Test("The samples' project files parse", arguments: ["northlight", "broken"])
    func samples(name: String) throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let file = root.appending(path: "samples/\(name)/glossport.yaml")
        let text = try String(contentsOf: file, encoding: .utf8)
        let project = try ProjectFile.parse(
            text,
            path: "glossport.yaml",
            ruleIDs: FormatRegistry([]).rules.map(\.id),
            formats: Self.formats
        )
        #expect(project.app == "com.example.northlight")
        #expect(!project.deliveries.isEmpty)
        #expect(!project.messages.isEmpty)
    }
}
