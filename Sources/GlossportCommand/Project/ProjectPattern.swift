private import CLibrary
private import Foundation
import GlossportProject
import GlossportReading

/// The project files that `--project` names: paths, folders and shell patterns.
enum ProjectPattern {
    static func isPattern(_ text: String) -> Bool {
        text.unicodeScalars.contains { "*?[".unicodeScalars.contains($0) }
            && !FileManager.default.fileExists(atPath: text)
    }

    /// The named files; those of a pattern are sorted by name.
    ///
    /// - Throws: ``GlossportError`` if a pattern matches no file, or a file is named twice.
    static func paths(_ named: [String]) throws -> [String] {
        var paths: [String] = []
        for name in named {
            guard isPattern(name) else {
                paths.append(ProjectSearch.path(of: name))
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
            paths += found.map(ProjectSearch.path(of:))
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

    /// The app and environment of a project, according to flags, environment variables and the project file.
    struct Aim: Hashable {
        var app: String
        var environment: ServiceEnvironment?

        /// Returns `nil` if the file can't be read or names no app.
        init?(_ path: String, environment: ServiceEnvironment?) {
            guard let text = try? ProjectText.text(of: path), let app = ProjectFile.app(in: text, path: path) else {
                return nil
            }
            self.app = app
            self.environment =
                environment
                ?? (try? ProjectBases.of(text, path: path)).flatMap {
                    ProjectFile.environment(in: text, path: path, bases: $0)
                }
        }
    }

    /// Refuses two files for the same app and environment, because the last import's texts would win.
    static func requireDifferent(_ projects: some Sequence<(String, Aim?)>) throws {
        var paths: [Aim: String] = [:]
        for (path, aim) in projects {
            guard let aim, let other = paths.updateValue(path, forKey: aim) else { continue }
            let environment = aim.environment.map { " (\($0.rawValue))" } ?? ""
            throw GlossportError(
                .invalidProject,
                "\(other) and \(path) are both for \(aim.app)\(environment).",
                remedy: "Name one of them, or give each an app or environment of its own."
            )
        }
    }
}
