import Foundation
import Testing

/// Xcode's localization bundles, as *Export Localizations* writes them.
@Suite("Xcode's bundles")
struct BundleTests {
    private static let locales = ["de", "fr-CA", "ja"]

    /// Returns a project with three bundles in `vendor`, whose source texts could be mistaken for messages.
    private func project() throws -> TestProject {
        let project = try TestProject("deliveries: [{ path: vendor }]")
        for locale in Self.locales {
            let bundle = "vendor/\(locale).xcloc/"
            try project.write(
                #"{"developmentRegion": "en", "targetLocale": "\#(locale)", "toolInfo": {"toolID": "com.apple.dt.xcode"}, "version": "1.0"}"#,
                to: bundle + "contents.json"
            )
            // Like an export without earlier translations, it has no target-language.
            try project.write(Self.xliff(locale), to: bundle + "Localized Contents/\(locale).xliff")
            try project.write(
                "\"keep.header\" = \"Stay\";\n\"keep.body\" = \"Data\";\n",
                to: bundle + "Source Contents/App/en.lproj/Retention.strings"
            )
            try project.write("{}", to: bundle + "Notes/notes.json")
        }
        return project
    }

    private static func xliff(_ locale: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">
          <file original="App/en.lproj/Retention.strings" source-language="en" datatype="plaintext">
            <header><tool tool-id="com.apple.dt.xcode" tool-name="Xcode" tool-version="26.0" build-num="1"/></header>
            <body>
              <trans-unit id="keep.header" xml:space="preserve"><source>Stay</source><target>Head \(locale)</target><note/></trans-unit>
              <trans-unit id="keep.body" xml:space="preserve"><source>Data</source><target>Body \(locale)</target><note/></trans-unit>
            </body>
          </file>
        </xliff>
        """
    }

    private static func zip(_ archive: String, of folder: String) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "python3", "-c", "import shutil, sys; shutil.make_archive(*sys.argv[1:])", archive, "zip", folder,
        ]
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
    }

    @Test("Only a bundle's translations are read, from a folder, from an archive or by name")
    func validate() async throws {
        let project = try project()
        try Self.zip(project.file("bundles"), of: project.file("vendor"))
        try Self.zip(project.file("inside"), of: project.file("vendor/ja.xcloc"))
        for (arguments, records) in [
            ([], 3), (["bundles.zip"], 3), (["vendor/ja.xcloc"], 1), (["vendor/ja.xcloc/"], 1), (["inside.zip"], 1),
        ] {
            let call = try await Glossport.run(["validate", "--output", "json"] + arguments, in: project)
            #expect(call.exitCode == 0, "\(arguments): \(call.output)")
            let report = try call.json()
            let findings = report["findings"]?.elements.filter { $0["rule"]?.string != "unknown-word" }
            #expect(findings?.count == 0, "\(arguments)")
            #expect(report["counts"]?["records"]?.int == records, "\(arguments)")
            #expect(report["counts"]?["units"]?.int == 2 * records, "\(arguments)")
        }
        let shown = try await Glossport.run("validate", in: project)
        #expect(shown.stdout.contains("Not read: 9 × bundle part without translations."), "\(shown.output)")
    }

    @Test("Each bundle is imported in the locale that its contents.json names")
    func imported() async throws {
        let project = try project()
        let (call, service) = try await Emulator.with(in: project) { emulator in
            try await Glossport.run("import", "--endpoint", emulator.endpoint, in: project)
        }
        #expect(call.exitCode == 0, "\(call.output)")
        #expect(Set(service.messages.map(\.header)) == Set(Self.locales.map { "Head \($0)" }))
    }
}
