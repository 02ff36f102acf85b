private import Foundation
import GlossportReading

/// The text of a project file, read with care.
enum ProjectText {
    private static let largest = 4 << 20

    /// - Parameter path: The file; the one that is looked for where none is named, if there is none.
    /// - Returns: `nil` if there is no such file and none was named.
    /// - Throws: `GlossportError` for a file that can't be a project file.
    static func load(_ path: String?) throws -> (path: String, text: String)? {
        guard let file = ProjectSearch.path(named: path), FileManager.default.fileExists(atPath: file) else {
            return nil
        }
        return (file, try text(of: file))
    }

    /// Replaces the file, or the one that a link leads to, as a whole.
    ///
    /// - Throws: ``GlossportError`` if it can't be written.
    static func write(_ text: String, to path: String) throws(GlossportError) {
        let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        do { try Data(text.utf8).write(to: url, options: .atomic) } catch { throw OutputFile.unwritable(path) }
    }

    /// - Throws: `GlossportError` if it can't be read, is too large, or is not text.
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
