private import Foundation
import GlossportProject
import GlossportReading

/// Reads and writes project files; refuses to read files that are too large or not UTF-8.
enum ProjectText {
    private static let largest = 4 << 20

    /// - Parameter path: The file; if `nil`, the project file is searched for.
    /// - Returns: The path and the text; `nil` if no file exists there.
    /// - Throws: `GlossportError` for a file that can't be a project file.
    static func load(_ path: String?) throws -> (path: String, text: String)? {
        guard let file = ProjectSearch.path(named: path), FileManager.default.fileExists(atPath: file) else {
            return nil
        }
        return (file, try text(of: file))
    }

    /// Replaces the file, or the target of a link, atomically.
    static func write(_ text: String, to path: String) throws(GlossportError) {
        let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        do { try Data(text.utf8).write(to: url, options: .atomic) } catch { throw OutputFile.unwritable(path) }
    }

    static func text(of path: String) throws -> String {
        guard let bytes = try SourceFile(path: path).bytes(atMost: largest) else {
            throw GlossportError(
                .invalidProject,
                "\(path) is larger than \(largest >> 20) MB.",
                remedy: "Name the project file with --project."
            )
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw GlossportError(.invalidProject, "\(path) is not UTF-8 text.", remedy: "Save it as UTF-8.")
        }
        return text
    }
}

/// Follows `extends:` from a project file to the files that it shares with other projects.
enum ProjectBases {
    private static let longest = 8

    /// The files that a project file extends, the nearest first.
    static func of(_ text: String, path: String) throws -> [ProjectBase] {
        let home = ProjectFolder(ProjectFolder.folder(of: path), isUntrusted: true)
        var bases: [ProjectBase] = []
        var seen = [real(path)]
        var (text, path, folder) = (text, path, "")
        while let next = ProjectBase.extended(in: text, path: path) {
            try check(next.path, at: next.place)
            let location = ProjectFolder.location(of: next.path, in: ProjectFolder.folder(of: path))
            // The path relative to the folder of the first project file, which extends all others.
            let named = ProjectFolder.location(of: next.path, in: folder)
            if Trust.isUntrusted { try home.check(named, at: next.place) }
            if let doubt = ProjectSearch.reasonToDistrust(location) {
                throw error("\(location) can't be extended: \(doubt).", "Check the path and who owns it.", next.place)
            }
            guard !seen.contains(real(location)), bases.count < longest else {
                throw error(
                    bases.count < longest
                        ? "\(location) extends itself, directly or through another file."
                        : "More than \(longest) files extend each other.",
                    "Remove one of the `extends:` entries.",
                    next.place
                )
            }
            seen.append(real(location))
            (text, path, folder) = (try ProjectText.text(of: location), location, ProjectFolder.folder(of: named))
            bases.append(ProjectBase(path: location, folder: folder, text: text))
        }
        return bases
    }

    /// Allows only YAML files that are not hidden, because an error message could reveal lines of other files.
    private static func check(_ path: String, at place: SourceLocation) throws {
        let name = path.split(separator: "/").last ?? ""
        let isHidden = path.split(separator: "/").contains { $0.hasPrefix(".") && $0 != "." && $0 != ".." }
        guard name.hasSuffix(".yaml") || name.hasSuffix(".yml"), !isHidden else {
            throw error(
                "“\(path)” can't be extended.",
                "Name a file that ends with .yaml and is not hidden, such as ../shared.yaml.",
                place
            )
        }
    }

    private static func error(_ text: String, _ remedy: String, _ place: SourceLocation) -> GlossportError {
        GlossportError(.invalidProject, text, remedy: remedy, location: place)
    }

    private static func real(_ path: String) -> String { URL(filePath: path).resolvingSymlinksInPath().path }
}
