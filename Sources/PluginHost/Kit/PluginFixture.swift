private import CLibrary
private import Foundation
import GlossportReading

/// A file beside a plugin, and what the plugin has to say of it.
struct PluginFixture {
    let name: String
    let bytes: [UInt8]
    let request: ReadRequest
    /// The expected output, line by line; `nil` if it was not recorded yet.
    let expected: [UInt8]?
    /// Whether a file of the format that was cut off can be told from a whole one.
    let truncationShows: Bool
    /// Where the expectation belongs.
    let expectedPath: String

    /// The required fixtures.
    static let needed = ["plain", "empty", "broken", "unicode"]

    /// The fixtures in a folder, by name.
    ///
    /// - Parameters:
    ///   - folder: The folder.
    ///   - fileExtension: The extension of a fixture's path, if the request has none.
    /// - Returns: The fixtures.
    /// - Throws: ``GlossportError`` for what can't be read.
    static func all(in folder: String, fileExtension: String) throws -> [PluginFixture] {
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
            .filter { $0.hasSuffix(".in") }.map { String($0.dropLast(3)) }
        return try names.sorted().map { name in
            let place = "\(folder)/\(name)"
            for path in [".in", ".request.json", ".jsonl"].map({ place + $0 }) where isLink(path) {
                throw GlossportError(
                    .unreadableInput,
                    "\(path) is a link.",
                    remedy: "Put the file itself there: an untrusted plugin may read nothing else."
                )
            }
            guard let bytes = try SourceFile(path: place + ".in").bytes(atMost: 64 << 20) else {
                throw GlossportError(
                    .unreadableInput,
                    "\(place).in is larger than 64 MiB.",
                    remedy: "Use a smaller one."
                )
            }
            var request = ReadRequest(path: "", bytes: nil)
            var truncationShows = true
            if let text = try? SourceFile(path: place + ".request.json").bytes(atMost: 1 << 20) {
                do {
                    let line = Array(#"{"read":"#.utf8) + text + Array("}".utf8)
                    request = try line.withUnsafeBytes { try ReadRequest(parsing: $0) }
                    truncationShows = try text.withUnsafeBytes { try Self.truncationShows($0) }
                } catch {
                    throw GlossportError(
                        .invalidOption,
                        "\(place).request.json does not contain members of a request.",
                        remedy: "Write such as {\"path\": \"values-de/strings.xml\", \"options\": {\"key\": \"id\"}}."
                    )
                }
            }
            if request.path.isEmpty { request.path = "\(name).\(fileExtension)" }
            request.features = Set(ReaderFeature.allCases)
            let expected = (try? SourceFile(path: place + ".jsonl").bytes(atMost: 64 << 20)).flatMap(\.self)
            return PluginFixture(
                name: name,
                bytes: bytes,
                request: request,
                expected: expected,
                truncationShows: truncationShows,
                expectedPath: place + ".jsonl"
            )
        }
    }

    private static func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    private static func truncationShows(_ text: UnsafeRawBufferPointer) throws -> Bool {
        var shows = true
        var scanner = try JSONScanner(text)
        try scanner.object { scanner, name in
            guard name == "truncationShows" else { return try scanner.skip() }
            _ = scanner.peek()
            shows = try scanner.literal() ?? true
        }
        return shows
    }
}
