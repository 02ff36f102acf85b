import GlossportProject
import GlossportReading
import Testing

@Suite("Vendors in the project file")
struct VendorTests {
    private func parse(_ text: String) throws -> Project {
        try ProjectFile.parse("app: com.example.app\n" + text, path: "p.yaml", ruleIDs: [], formats: [])
    }

    private func problem(_ text: String) -> String? {
        do {
            _ = try parse(text)
            return nil
        } catch { return (error as? ProjectFileError)?.problems.first?.description }
    }

    @Test("A vendor has its locales, format, contact and deadline")
    func all() throws {
        let project = try parse(
            "vendors: { LatAm: { locales: [es-MX, pt-BR], format: xlsx, contact: Ana, due: 2026-12-04 }, Ost: }\n"
        )
        #expect(project.vendors.map(\.name) == ["LatAm", "Ost"])
        let vendor = project.vendor(named: "LatAm")
        #expect(vendor.locales.map(\.code) == ["es-MX", "pt-BR"])
        #expect(vendor.format == .xlsx && vendor.contact == "Ana" && vendor.due == "2026-12-04")
    }

    @Test("Without a list of vendors, the vendors are those named by deliveries")
    func unlisted() throws {
        let project = try parse(
            "deliveries: [{ path: a, vendor: Sud }, { path: b, vendor: Nord }, { path: c, vendor: Sud }]"
        )
        #expect(project.vendors.map(\.name) == ["Nord", "Sud"])
    }

    @Test(
        "An invalid vendor is an error at its line and column",
        arguments: [
            (
                "vendors: { LatAm: }\ndeliveries: [{ path: a, vendor: Latam }]",
                "3:33: There is no vendor “Latam”. Did you mean LatAm?"
            ),
            (
                "vendors: { LatAm: }\ndeliveries: [{ path: a, vendor: Sud }]",
                "3:33: There is no vendor “Sud”. Add it under `vendors:`"
            ),
            ("vendors: { a: { formt: csv } }", "2:17: There is no key “formt”. Did you mean format?"),
            ("vendors: { a: { format: xls } }", "2:25: “xls” is not a valid `format`. Did you mean xlsx?"),
            ("vendors: { a: { due: soon } }", "2:22: “soon” is not a valid `due`. Write a day, such as 2026-12-04."),
            ("vendors: { a: { locales: [es] } }", "2:27: “es” is not an App Store locale."),
            ("vendors: { a/b: { due: 2026-12-04 } }", "2:17: “a/b” is not a valid vendor's name."),
            ("vendors: { Others: { due: 2026-12-04 } }", "2:20: “Others” is not a valid vendor's name."),
            ("vendors: { CON: }", "2:17: “CON” is not a valid vendor's name."),
            ("vendors: { nul.x: }", "2:19: “nul.x” is not a valid vendor's name."),
            ("vendors: { Nord.: }", "2:19: “Nord.” is not a valid vendor's name."),
            (
                "deliveries: [{ path: a, vendor: Straße }, { path: b, vendor: STRASSE }]",
                "2:62: “STRASSE” and “Straße” would be the same folder."
            ),
            ("vendors: { LatAm: , latam: { due: 2026-12-04 } }", "2:28: “latam” and “LatAm” would be the same folder."),
        ]
    )
    func problems(text: String, problem: String) {
        let found = self.problem(text) ?? ""
        #expect(found.hasPrefix("p.yaml:" + problem), "\(found)")
    }
}
