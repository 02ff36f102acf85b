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
            let type = try? manager.attributesOfItem(atPath: location)[.type] as? FileAttributeType
            guard type == .typeRegular || type == .typeSymbolicLink else {
                throw GlossportError(
                    .unreadableInput,
                    "\(path) is neither a file nor a folder.",
                    remedy: "Save what comes out of a pipe as a file first: a file is read twice."
                )
            }

            files = [SourceFile(path: path, file: location)]
            return
        }
        let shown = path.isEmpty || path == "." || path == "./" ? "" : path.hasSuffix("/") ? path : path + "/"
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
            if let reason = Self.reasonToSkip(name: name, in: shown) ?? Self.reasonToSkip(type) {
                skipped[reason, default: 0] += 1
            } else if type == .typeDirectory {
                try walk(folder: location, shown: shown + name + "/")
            } else {
                files.append(SourceFile(path: shown + name, file: location))
            }
        }
    }

    /// Why a path inside a delivery is left out, if it is.
    ///
    /// - Parameter path: Relative to the delivery, as an archive has it.
    /// - Returns: The reason in a few words, to be counted by.
    package static func reasonToSkip(path: String) -> String? {
        var folder = ""
        for name in path.split(separator: "/") {
            if let reason = reasonToSkip(name: String(name), in: folder) { return reason }
            folder += name + "/"
        }
        return nil
    }

    private static func reasonToSkip(name: String, in folder: String) -> String? {
        if name.hasPrefix(".") { return "hidden" }
        if name == "__MACOSX" { return "macOS metadata" }
        // An Xcode bundle carries the source texts too; they are no translation of anything.
        let isInBundle = folder.hasSuffix(".xcloc/")
        return isInBundle && (name == "Source Contents" || name == "Notes") ? "source texts of a bundle" : nil
    }

    private static func reasonToSkip(_ type: FileAttributeType?) -> String? {
        switch type {
        case .typeDirectory?, .typeRegular?: nil
        case .typeSymbolicLink?: "symbolic link"
        default: "not a file"
        }
    }
}
