private import Foundation

/// The files of this repository, for tests that compare documents with code.
enum Repository {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    static func text(of path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// The contents of all Swift files below a folder.
    static func sources(of path: String) throws -> [String] {
        let files = FileManager.default.enumerator(at: root.appending(path: path), includingPropertiesForKeys: nil)
        var texts: [String] = []
        while let file = files?.nextObject() as? URL {
            if file.pathExtension == "swift" { texts.append(try String(contentsOf: file, encoding: .utf8)) }
        }
        return texts
    }

    /// The paths of all Markdown pages, sorted, without folders of tools and builds.
    static func pages() throws -> [String] {
        let files = FileManager.default.enumerator(atPath: root.path)
        var pages: [String] = []
        while let path = files?.nextObject() as? String {
            // Nested packages have separate build folders.
            let isBuild = path.split(separator: "/").last?.hasPrefix(".build") == true
            if isBuild || path.hasPrefix(".git/") || path.hasPrefix("dist/") {
                files?.skipDescendants()
            } else if path.hasSuffix(".md") {
                pages.append(path)
            }
        }
        return pages.sorted()
    }

    /// Whether a file or folder exists at a path, which may contain `..`.
    static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: root.appending(path: path).standardized.path)
    }

    static func write(_ text: String, to path: String) throws {
        try Data(text.utf8).write(to: root.appending(path: path))
    }

    static func folders(in path: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(
            at: root.appending(path: path),
            includingPropertiesForKeys: [.isDirectoryKey],
            options: .skipsHiddenFiles
        )
        .filter { try $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true }
        .map(\.lastPathComponent).sorted()
    }
}
