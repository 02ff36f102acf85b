import Foundation
import GlossportChecking
import GlossportProject
import GlossportReading
import GlossportReporting
import Testing

@testable import GlossportCommand

@Suite("Output files")
struct OutputFileTests {
    private static let kinds: [OutputKind] = [
        .preview, .savedPlan, .requestLog, .report(.markdown), .report(.sarif), .report(.junit),
        .report(.codequality),
    ]

    /// Passes a temporary folder to `body` and removes it afterwards.
    private func inFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "output-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder)
    }

    @Test(
        "No output overwrites keys, journals, project files, deliveries or other tools' files",
        arguments: [
            "-----BEGIN PRIVATE KEY-----\nMIG\n", "SQLite format 3\0", "app: com.example.x\n", "key,locale,text\n",
            "{\"sourceLanguage\":\"en\",\"strings\":{},\"version\":\"1.0\"}\n", "{}\n", "# Review\n", "[1]\n",
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<xliff>\n", "<!DOCTYPE html>\n<html>\n", "x",
        ]
    )
    func foreign(content: String) throws {
        try inFolder { folder in
            let path = folder + "/file"
            try Data(content.utf8).write(to: URL(fileURLWithPath: path))
            for kind in Self.kinds {
                let error = #expect(throws: GlossportError.self, "\(kind)") {
                    try OutputFile(path, kind, in: ProjectFolder(folder))
                }
                #expect(error?.code == .invalidOption && error?.description.contains(kind.flag) == true)
            }
            #expect(try String(contentsOfFile: path, encoding: .utf8) == content)
        }
    }

    @Test("A pipe is refused as an output file and not replaced")
    func pipe() throws {
        try inFolder { folder in
            let path = folder + "/pipe"
            try #require(mkfifo(path, 0o600) == 0)
            for kind in Self.kinds {
                #expect(throws: GlossportError.self) { try OutputFile(path, kind, in: ProjectFolder(folder)) }
                #expect(throws: GlossportError.self) { try OutputFile(path, kind).write(Array("x".utf8)) }
            }
            var status = stat()
            #expect(lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
        }
    }

    @Test("Output is written to new files, empty files and earlier outputs")
    func own() throws {
        try inFolder { folder in
            let path = folder + "/file"
            let page = Array(ReturnPackageFile.previewSignature.utf8)
            for _ in 0..<2 { try OutputFile(path, .preview, in: ProjectFolder(folder)).write(page) }
            try Data().write(to: URL(fileURLWithPath: path))
            try OutputFile(path, .preview, in: ProjectFolder(folder)).write(page)
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(page))
        }
    }
}
