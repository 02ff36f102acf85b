import Testing

@Suite(
    "Workbooks for vendors",
    .enabled(
        if: ForeignTool.openpyxl.isWanted,
        "python3-openpyxl is not installed; `make test-all` installs it."
    )
)
struct VendorWorkbookTests {
    private func project() throws -> TestProject {
        let project = try TestProject(
            """
            deliveries: [{ path: source/ }]
            locales: { expected: [ar-SA, de-DE, en-US, hi, ja], source: en-US }
            messages: { back: }
            """
        )
        try project.write(
            "key,locale,text\nback.header,en-US,Come back\nback.body,en-US,Your place is still free.\n",
            to: "source/en.csv"
        )
        return project
    }

    private func openpyxl(_ arguments: String..., in project: TestProject) async throws -> [String] {
        let check = Repository.file("Tests/EndToEndTests/Checks/vendor-workbook.py")
        return try await ForeignTool.openpyxl.run([check] + arguments, in: project)
    }

    @Test("A vendor's workbook allows only translations, has only length formulas, and refuses long texts")
    func workbook() async throws {
        let project = try project()
        let brief = try await Glossport.run("brief", "--format", "xlsx", "--out", "out", in: project)
        #expect(brief.exitCode == 0, "\(brief.output)")
        let sheets = try await openpyxl("check", "out/translations.xlsx", in: project)
        #expect(sheets == ["ar-SA", "de-DE", "hi", "ja"])
    }

    @Test(
        "A completed workbook is read without findings of its format, and an overlong text is found",
        arguments: [
            ("Komm bitte zurück", 0), ("Bleib bei uns, denn dein Platz ist noch frei, und deine Listen auch", 1),
        ]
    )
    func filled(text: String, tooLong: Int) async throws {
        let project = try project()
        let brief = try await Glossport.run(
            ["brief", "--format", "xlsx", "--locale", "de-DE", "--out", "back"],
            in: project
        )
        #expect(brief.exitCode == 0, "\(brief.output)")
        _ = try await openpyxl("fill", "back/translations.xlsx", text, in: project)
        let validate = try await Glossport.run(
            "validate",
            "source",
            "back",
            "--locale",
            "de-DE",
            "-o",
            "json",
            in: project
        )
        let rules = try validate.json()["findings"]?.elements.compactMap { $0["rule"]?.string } ?? []
        #expect(rules.count { $0 == "text-too-long" } == tooLong, "\(validate.output)")
        #expect(!rules.contains { $0.hasPrefix("xlsx-") }, "\(validate.output)")
    }
}
