private import CLibrary
private import Foundation
import GlossportReading

/// A plugin's test file, and its expected output.
struct PluginFixture {
    let name: String
    let bytes: [UInt8]
    let request: ReadRequest
    /// The expected output; `nil` if it is not recorded yet.
    let expected: [UInt8]?
    /// The path of the expected output.
    let expectedPath: String
    /// Whether the format makes truncation detectable.
    let truncationShows: Bool

    /// The fixtures in a folder, sorted by name.
    ///
    /// If a fixture's request contains no path, the path is the fixture's name with `fileExtension`.
    ///
    /// - Throws: ``GlossportError`` if a file can't be read.
    static func all(in folder: String, fileExtension: String) throws -> [PluginFixture] {
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
            .filter { $0.hasSuffix(".in") }.map { String($0.dropLast(3)) }
        return try names.sorted().map { name in
            let place = "\(folder)/\(name)"
            var request = ReadRequest(path: "", bytes: nil)
            var truncationShows = true
            if let text = try bytes(at: place + ".request.json") {
                do {
                    let line = Array(#"{"read":"#.utf8) + text + Array("}".utf8)
                    request = try line.withUnsafeBytes { try ReadRequest(parsing: $0) }
                    let members = try JSONSerialization.jsonObject(with: Data(text)) as? [String: Any]
                    truncationShows = members?["truncationShows"] as? Bool ?? true
                } catch {
                    throw GlossportError(
                        .invalidOption,
                        "\(place).request.json does not contain members of a request.",
                        remedy: "Write such as {\"path\": \"values-de/strings.xml\", \"options\": {\"key\": \"id\"}}."
                    )
                }
            }
            if request.path.isEmpty { request.path = "\(name).\(fileExtension)" }
            return PluginFixture(
                name: name,
                bytes: try bytes(at: place + ".in") ?? [],
                request: request,
                expected: try bytes(at: place + ".jsonl"),
                expectedPath: place + ".jsonl",
                truncationShows: truncationShows
            )
        }
    }

    /// The bytes of a file; `nil` if it does not exist.
    private static func bytes(at path: String) throws -> [UInt8]? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        // Refuses links: a plugin can be checked before it is trusted, and its fixtures could lead to the user's own
        // files.
        guard status.st_mode & S_IFMT == S_IFREG, let bytes = try SourceFile(path: path).bytes(atMost: 64 << 20) else {
            throw GlossportError(
                .unreadableInput,
                "\(path) is not a regular file of at most 64 MiB.",
                remedy: "Put a small file there, not a link."
            )
        }
        return bytes
    }
}
