private import CLibrary
private import Foundation
import GlossportChecking
import GlossportReading

/// The project files that `--project` names: paths, folders, and patterns as shells have them.
enum ProjectPattern {
    static func isPattern(_ text: String) -> Bool {
        text.unicodeScalars.contains { "*?[".unicodeScalars.contains($0) }
            && !FileManager.default.fileExists(atPath: text)
    }

    /// The files, those of a pattern by name.
    ///
    /// - Throws: ``GlossportError`` for a pattern that matches nothing, and for a file that is named twice.
    static func paths(_ named: [String]) throws -> [String] {
        var paths: [String] = []
        for name in named {
            guard isPattern(name) else {
                paths.append(ProjectSearch.path(named: name) ?? name)
                continue
            }
            let found = matches(of: name)
            guard !found.isEmpty else {
                throw GlossportError(
                    .invalidOption,
                    "The pattern \(name.quoted) matches no project file.",
                    remedy: "Correct it; it is relative to the current folder."
                )
            }
            paths += found.compactMap { ProjectSearch.path(named: $0) }
        }
        let twice = Dictionary(grouping: paths) { URL(filePath: $0).resolvingSymlinksInPath().path }.values
        if let path = twice.first(where: { $0.count > 1 })?.first {
            throw GlossportError(.invalidOption, "The project \(path) is named twice.", remedy: "Name it once.")
        }
        return paths
    }

    private static func matches(of pattern: String) -> [String] {
        var found = glob_t()
        defer { globfree(&found) }
        guard glob(pattern, 0, nil, &found) == 0 else { return [] }
        return (0..<Int(found.gl_pathc)).compactMap { found.gl_pathv[$0].map { String(cString: $0) } }
    }

    /// Where a project's texts go; `nil` where its file does not tell.
    static func destination(of path: String, in environment: String?) -> Destination? {
        guard let text = try? ProjectText.text(of: path), let bases = try? ProjectBases.of(text, path: path),
            var destination = ProjectFile.destination(in: text, path: path, bases: bases)
        else { return nil }
        destination.environment = environment.flatMap(ServiceEnvironment.init(rawValue:)) ?? destination.environment
        return destination
    }

    /// Makes sure that no two files are for the same app and environment: which texts customers see would be a matter of time.
    static func requireDifferent(_ projects: some Sequence<(String, Destination?)>) throws {
        var paths: [Destination: String] = [:]
        for (path, destination) in projects {
            guard let destination, let other = paths.updateValue(path, forKey: destination) else { continue }
            throw GlossportError(
                .invalidProject,
                "\(other) and \(path) are both for \(destination).",
                remedy: "Name one of them, or give each an app or environment of its own."
            )
        }
    }
}
