private import Foundation

/// Finds the files of a delivery, in a stable order.
package struct DeliveryWalk: Sendable {
    /// The files, sorted by path.
    package var files: [SourceFile] = []
    /// What was left out, counted by reason.
    package var skipped: [String: Int] = [:]

    /// Walks a file or folder.
    ///
    /// - Parameters:
    ///   - path: What to show, as the user wrote it.
    ///   - location: Where it is on the disk.
    /// - Throws: ``GlossportError`` with code `unreadableInput` if there is nothing or it can't be listed.
    package init(path: String, at location: String) throws {
        let manager = FileManager.default
        var isFolder: ObjCBool = false
        guard manager.fileExists(atPath: location, isDirectory: &isFolder) else {
            throw GlossportError(
                .unreadableInput,
                "There is no file or folder \(path).",
                remedy: "Check the path."
            )
        }
        guard isFolder.boolValue else {
            files = [SourceFile(path: path, file: location)]
            return
        }
        let shown = path == "." || path == "./" ? "" : path.hasSuffix("/") ? path : path + "/"
        try walk(folder: location, shown: shown)
    }

    private mutating func walk(folder: String, shown: String) throws {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        } catch {
            throw GlossportError(
                .unreadableInput,
                "Can't list the folder \(shown).",
                remedy: "Check its permissions."
            )
        }
        for name in names {
            let location = folder + "/" + name
            let type = try? FileManager.default.attributesOfItem(atPath: location)[.type] as? FileAttributeType
            if let reason = Self.reasonToSkip(name: name, in: shown, type: type) {
                skipped[reason, default: 0] += 1
            } else if type == .typeDirectory {
                try walk(folder: location, shown: shown + name + "/")
            } else {
                files.append(SourceFile(path: shown + name, file: location))
            }
        }
    }

    private static func reasonToSkip(name: String, in folder: String, type: FileAttributeType?) -> String? {
        if name.hasPrefix(".") { return "hidden" }
        switch type {
        case .typeDirectory?:
            if name == "__MACOSX" { return "macOS metadata" }
            // An Xcode bundle carries the source texts too; they are no translation of anything.
            let inBundle = folder.hasSuffix(".xcloc/")
            return inBundle && (name == "Source Contents" || name == "Notes") ? "source texts of a bundle" : nil
        case .typeRegular?: return nil
        case .typeSymbolicLink?: return "symbolic link"
        default: return "not a file"
        }
    }
}
