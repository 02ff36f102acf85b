import Foundation
import Testing

/// A new user's first delivery: a vendor's archive of twelve files, four of them damaged.
@Suite("A mixed delivery in an archive")
struct ArchiveTests {
    static let golden = "archive-of-twelve"

    /// A script that creates the archive from the samples: eight good files, four with damage typical of vendors, and
    /// the files that macOS adds.
    private static let script = #"""
        import csv, json, sys, zipfile
        samples, archive = sys.argv[1:]
        files = {}

        def take(name, change=lambda data: data):
            with open(samples + "/northlight/vendor/" + name, "rb") as file:
                files["Northlight/" + name] = change(file.read())

        for name in ("fr.xliff", "ja.xliff", "pt-BR.xliff", "it.xlf"):
            take("xliff/" + name)
        for locale in ("ar", "he", "ru"):
            take(f"strings/{locale}.lproj/Retention.strings")
        # The table of three languages as a String Catalog.
        with open(samples + "/northlight/vendor/csv/retention-wide.csv", encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file, delimiter=";"))
        strings = {
            row["key"]: {
                "comment": row["notes"],
                "localizations": {
                    locale: {"stringUnit": {"state": "translated", "value": row[locale]}}
                    for locale in ("en-US", "nl-NL", "sv")
                },
            }
            for row in rows
        }
        catalog = {"sourceLanguage": "en-US", "strings": strings, "version": "1.0"}
        files["Northlight/Retention.xcstrings"] = json.dumps(catalog, ensure_ascii=False, indent=2).encode()
        # Cut off, as by a broken download.
        take("xliff/de.xliff", lambda data: data[:len(data) * 3 // 5])
        # The target language left as it was exported.
        take("xliff/ko.xlf", lambda data: data.replace(b'trgLang="ko-KR"', b'trgLang="en-US"'))
        # One semicolon too many, after which Apple's tools drop everything.
        take("strings/zh-Hans.lproj/Retention.strings", lambda data: data.replace(b'";', b'";;', 1))
        # Saved as "CSV" by an Excel that does not write UTF-8.
        files["Northlight/csv/nordic.csv"] = (
            "key;notes;nb;fi\r\n"
            "keep-annual.header;Top line;De fineste nettene gjenstår;Parhaat yöt ovat vielä edessä\r\n"
            "keep-annual.body;Below it;Årsabonnementet beholder varslene;Vuositilaus säilyttää hälytykset\r\n"
        ).encode("windows-1252")
        files["Northlight/Read me.txt"] = b"Twelve files, as agreed.\n"
        files["Northlight/.DS_Store"] = b"\0\0\0\1Bud1"
        files["__MACOSX/Northlight/xliff/._de.xliff"] = b"\0\5\x16\7"

        with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
            for name, data in files.items():
                file.writestr(zipfile.ZipInfo(name, (2026, 11, 2, 9, 0, 0)), data)
        """#

    @Test("Each of the four damaged files is reported with its location, and the counts add up")
    func newcomer() async throws {
        let project = try TestProject()
        try Self.make(project.file("vendor-2026-11.zip"))
        let call = try await Glossport.run("validate", "vendor-2026-11.zip", in: project)
        #expect(call.exitCode == 4)
        try Golden.check(
            "$ glossport validate vendor-2026-11.zip\n\(call.output)exit \(call.exitCode)\n",
            is: Self.golden
        )
    }

    private static func make(_ archive: String) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", script, Repository.file("samples"), archive]
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
    }
}
