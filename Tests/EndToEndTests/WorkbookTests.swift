import Foundation
import Testing

/// `Workbooks/README.md` lists the programs that wrote the workbooks.
@Suite("Workbooks of an agency")
struct WorkbookTests {
    private static let writers = ["openpyxl", "xlsxwriter", "libreoffice", "google"]
    /// An environment without Python or any other program.
    private static let environment = ["PATH": "/nonexistent"]

    @Test("Three commands set a workbook's texts as defaults, without another program", arguments: writers)
    func defaults(writer: String) async throws {
        let project = try TestProject()
        try FileManager.default.removeItem(atPath: project.file("glossport.yaml"))
        try FileManager.default.createDirectory(atPath: project.file("vendor"), withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            atPath: Repository.file("Tests/EndToEndTests/Workbooks/\(writer).xlsx"),
            toPath: project.file("vendor/retention.xlsx")
        )
        _ = try await Emulator.with(in: project, "--approve-after", "0s") { emulator in
            func call(_ arguments: String...) async throws -> Glossport {
                let environment = Self.environment.merging(["GLOSSPORT_ENDPOINT": emulator.endpoint]) { $1 }
                return try await Glossport.run(arguments, in: project, environment: environment)
            }
            let product = "welcome=\(TestProject.product)"
            let made = try await call(
                "init",
                "--app",
                TestProject.app,
                "--issuer-id",
                TestProject.issuerID,
                "--product",
                product
            )
            #expect(made.exitCode == 0, "\(made.output)")
            let checked = try await call("validate")
            #expect(checked.exitCode == 0 && checked.stdout.contains("3 records"), "\(checked.output)")
            #expect(checked.stdout.contains("No findings"), "\(checked.output)")
            let imported = try await call("import")
            #expect(imported.exitCode == 0, "\(imported.output)")
            #expect(try await call("coverage").stdout.contains("3 set."))
            let seen = try await call("simulate", "--product", TestProject.product, "--locale", "de-DE").stdout
            #expect(seen.contains("Bleib noch ein wenig"), "\(seen)")
        }
        let file = try project.text("glossport.yaml")
        #expect(file.contains("    options: { sheets: { Glossary: ignore, \"Read me\": ignore } }\n"), "\(file)")
        #expect(file.contains("expected: [de-DE, fr-FR, ja]"), "\(file)")
    }
}
