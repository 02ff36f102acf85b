import GlossportReading
import Testing

@testable import GlossportChecking
@testable import GlossportProject
@testable import GlossportReporting

@Suite("Letter to a vendor")
struct PackageLetterTests {
    private static func text(
        _ key: String,
        _ locale: StoreLocale,
        _ reason: TextToDo.Reason = .new,
        source: String? = "Stay with us",
        translation: String? = nil,
        request: String? = nil
    ) -> TextToDo {
        let (message, field) = (key.prefix { $0 != "." }, Field(name: key.drop { $0 != "." }.dropFirst()) ?? .body)
        var text = TextToDo(
            key: key,
            message: String(message),
            field: field,
            locale: locale,
            reason: reason,
            source: source,
            translation: translation,
            limit: field.lengthLimit,
            place: "heading"
        )
        text.requests =
            request.map { sentence in
                let finding = Finding("text-too-long", .error, sentence, remedy: "", at: nil)
                return [
                    TextToDo.Request(
                        rule: finding.rule,
                        severity: .error,
                        problem: sentence,
                        request: sentence,
                        finding: FindingID(of: finding, text: nil)
                    )
                ]
            } ?? []
        return text
    }

    private static func package(
        _ texts: [TextToDo],
        as format: PackageFormat = .xliff,
        for vendor: Project.Vendor = Project.Vendor()
    ) throws -> VendorPackage {
        let source = try #require(StoreLocale("en-US"))
        return VendorPackage(
            // 2026-11-26
            mark: PackageMark(made: 1_795_705_353, vendor: vendor.name.isEmpty ? nil : vendor.name),
            vendor: vendor,
            format: format,
            source: source,
            texts: Dictionary(grouping: texts, by: \.locale).sorted { $0.key < $1.key }.map { ($0.key, $0.value) },
            remarks: []
        )
    }

    private let german, arabic, french: StoreLocale

    init() throws {
        german = try #require(StoreLocale("de-DE"))
        arabic = try #require(StoreLocale("ar-SA"))
        french = try #require(StoreLocale("fr-FR"))
    }

    @Test("The letter names recipient, sender, date and deadline")
    func head() throws {
        var vendor = Project.Vendor(name: "LatAm")
        vendor.contact = "Ana, ana@latam.example"
        vendor.due = "2026-12-04"
        var project = Project(app: "com.example.northlight", keeping: ["Northlight"])
        let package = try Self.package([Self.text("keep.header", german)], for: vendor)
        let lines = PackageLetter(package, of: project).text.split(separator: "\n")
        #expect(
            lines.prefix(5) == [
                "TEXTS TO TRANSLATE OR CORRECT: Northlight (com.example.northlight)",
                "For:   LatAm (Ana, ana@latam.example)",
                "From:  the team of Northlight (com.example.northlight)",
                "Date:  26 November 2026",
                "Due:   4 December 2026",
            ]
        )
        project.terms.keep = []
        let other = PackageLetter(package, of: project, due: "2026-12-24").text
        #expect(other.contains("\nDue:   24 December 2026\n"))
        #expect(other.contains("From:  the team of com.example.northlight\n"))
    }

    @Test(
        "Texts are listed by language and request, each with its source or current translation"
    )
    func texts() throws {
        let texts = [
            Self.text("keep.header", german),
            Self.text(
                "keep.body",
                german,
                .wrong,
                translation: String(repeating: "Bleib bei uns ", count: 12) + "\nZeile",
                request: "Shorten it to 144 characters; it has 174."
            ),
            Self.text("keep.altText", german, source: "Stars"),
            Self.text("keep.header", arabic, .wrong, translation: "ابق معنا", request: "Remove the space at the end."),
        ]
        let letter = PackageLetter(try Self.package(texts), of: Project(app: "com.example.app")).text
        #expect(letter.contains("  ar-SA.xliff  Arabic            1 text\n  de-DE.xliff  German (Germany)  3 texts\n"))
        #expect(
            letter.hasSuffix(
                """
                THE TEXTS

                Arabic, ar-SA.xliff

                  Task: Remove the space at the end.
                    keep.header
                      Now: ابق معنا

                German (Germany), de-DE.xliff

                  Task: Translate it.
                    keep.header
                      English: Stay with us
                    keep.altText
                      English: Stars

                  Task: Shorten it to 144 characters; it has 174.
                    keep.body
                      Now: Bleib bei uns Bleib bei uns Bleib bei uns Bleib bei uns Bleib bei un…

                """
            )
        )
        #expect(letter.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }

    @Test("A letter lists fifty texts of each language and refers to the file for the others")
    func long() throws {
        let texts = (1...150).flatMap { number in [german, arabic].map { Self.text("keep-\(number).header", $0) } }
        let letter = PackageLetter(try Self.package(texts), of: Project(app: "com.example.app")).text
        #expect(letter.contains("  keep-50.header\n"))
        #expect(letter.hasSuffix("\n  and 100 more texts in the file.\n"))
        #expect(letter.contains("Please translate or correct 300 texts"))
    }

    @Test("The letter contains only limits for the package's fields and terms for its languages")
    func rules() throws {
        var project = Project(app: "com.example.app", keeping: ["Northlight"])
        project.terms.forbidden = [
            .init("kündig*", locales: [german], why: "say: beenden"), .init("resilier*", locales: [french]),
        ]
        project.terms.concepts = [
            Terms.Concept("plan", [.init("plan", "en"), .init("abo*", "de"), .init("forfait", "fr")])
        ]
        let header = [Self.text("keep.header", german)]
        let letter = PackageLetter(try Self.package(header), of: project).text
        #expect(letter.contains("- Characters, spaces included: header up to 66.\n"))
        #expect(!letter.contains("bullet"))
        #expect(letter.contains("NAMES THAT STAY AS THEY ARE\n\n- Northlight\n"))
        #expect(letter.contains("- kündig… in German (Germany): say: beenden\n"))
        #expect(letter.contains("- plan in German (Germany): abo…\n"))
        #expect(!letter.contains("resilier") && !letter.contains("forfait"))
        let bullet = [Self.text("keep.bullets.1.text", german)]
        #expect(PackageLetter(try Self.package(bullet), of: project).text.contains("text of a bullet point up to 66"))
    }

    @Test("The letter explains how to open its format and how to return the files", arguments: PackageFormat.allCases)
    func steps(format: PackageFormat) throws {
        let letter = PackageLetter(
            try Self.package([Self.text("keep.header", german)], as: format),
            of: Project(app: "com.example.app")
        ).text
        let sign =
            switch format {
            case .xliff, .xliff2: "translation tool"
            case .csv: "CSV in UTF-8"
            case .xlsx: "translations.xlsx, sheet de-DE"
            }
        #expect(letter.contains(sign))
        #expect(letter.split(separator: "under the same name.").count == 2)
    }

    @Test("The letter uses the singular for one text or file, and mentions marks on letters only if needed")
    func one() throws {
        let project = Project(app: "com.example.app")
        let header = Self.text("keep.header", german)
        let one = PackageLetter(try Self.package([header], as: .xlsx), of: project).text
        #expect(
            one.contains("translate or correct one text of") && one.contains("retention message: a short text")
        )
        #expect(!one.contains("has a sheet") && !one.contains("marks on letters"))
        let two = [header, Self.text("keep.header", arabic)]
        let workbook = PackageLetter(try Self.package(two, as: .xlsx), of: project).text
        #expect(workbook.contains("Each language has a\n   sheet.") && workbook.contains("Send the file back"))
        #expect(workbook.contains("marks on"))
        let files = PackageLetter(try Self.package(two), of: project).text
        #expect(files.contains("Open each file") && files.contains("Send the files back under the same names."))
        #expect(!files.contains("column") && files.contains("confirm the unit"))
    }

    @Test("The letter lists a file that can't be used, with a request")
    func remarks() throws {
        var package = try Self.package([])
        let finding = Finding("xlsx-encrypted", .error, "a.xlsx is protected.", remedy: "Save it without one.", at: nil)
        package.remarks = [
            TextToDo.Request(
                rule: finding.rule,
                severity: .error,
                problem: finding.text,
                request: finding.remedy,
                finding: FindingID(of: finding, text: nil)
            )
        ]
        let letter = PackageLetter(package, of: Project(app: "com.example.app")).text
        #expect(letter.contains("FILES THAT WE COULD NOT USE\n\n- a.xlsx is protected. Save it without one.\n"))
        #expect(!letter.contains("WHAT TO DO") && !letter.contains("THE TEXTS"))
    }

    @Test("Every App Store locale has a distinct name")
    func names() {
        let names = StoreLocale.all.compactMap { StoreLocale($0)?.name }
        #expect(Set(names).count == StoreLocale.all.count)
        #expect(Set(names).isDisjoint(with: StoreLocale.all))
        #expect(StoreLocale("zh-Hant")?.name == "Chinese (Traditional)")
        #expect(StoreLocale("zh-Hant")?.languageName == "Traditional Chinese")
    }
}
