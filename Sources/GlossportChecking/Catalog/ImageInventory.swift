package import GlossportProject
package import GlossportReading

/// The images of a run: the file that each record uses, and the facts about the files.
///
/// Like the catalog, it contains facts only; rules derive findings from them.
package struct ImageInventory: Sendable {
    package var files: [FileKey: File] = [:]
    package var uses: [Use: String] = [:]
    /// Images whose file is missing, with the paths that were tried; sorted.
    package var missing: [Missing] = []
    /// Images in the folders of the project's images that no message uses, sorted.
    package var unused: [Unused] = []

    package init() {}

    package struct Use: Sendable, Hashable {
        package var message: String
        package var locale: String
        /// The number of a bullet point, counted from 1; `nil` for the message's image.
        package var bullet: Int?

        package var size: ImageSize { bullet == nil ? .fullSize : .bulletPoint }
    }

    /// An image file in one of its two roles: a message's image or a bullet point's icon.
    package struct FileKey: Sendable, Hashable, Comparable {
        /// The path, relative to the project file.
        package var path: String
        package var size: ImageSize

        package static func < (left: FileKey, right: FileKey) -> Bool {
            (left.path, left.size.rawValue) < (right.path, right.size.rawValue)
        }
    }

    package struct File: Sendable {
        package var key: FileKey
        package var sha256: String
        package var byteCount: Int
        package var inspection: PNGInspection
        package var source: SourceFile
        /// The place in the project file that requests it.
        package var place: SourceLocation?
    }

    package struct Missing: Sendable, Hashable {
        package var use: Use
        package var tried: [String]
        package var place: SourceLocation?
    }

    package struct Unused: Sendable, Hashable {
        package var path: String
        package var meant: String?
        /// Whether `meant` leads to this file, although no pattern matches its name, as on a case-insensitive volume.
        package var isFound = false
    }

    /// Adds an image without inspecting it, for simulations.
    package mutating func add(_ bytes: [UInt8], at path: String, message: String, locale: String) {
        let key = FileKey(path: path, size: .fullSize)
        uses[Use(message: message, locale: locale)] = path
        files[key] = File(
            key: key,
            sha256: ImageDigest.of(bytes),
            byteCount: bytes.count,
            inspection: PNGInspection(),
            source: SourceFile(path: path, bytes: bytes)
        )
    }

    package var sortedFiles: [File] { files.values.sorted { $0.key < $1.key } }

    package func file(_ record: MessageRecord, bullet: Int? = nil) -> File? {
        let use = Use(message: record.message, locale: record.locale.code, bullet: bullet)
        return uses[use].flatMap { files[FileKey(path: $0, size: use.size)] }
    }
}

extension ImageInventory.File: Encodable {
    package func encode(to encoder: any Encoder) throws {
        try encoder.encode(members: [
            "path": key.path,
            "size": key.size,
            "sha256": sha256,
            "bytes": byteCount,
            "width": inspection.width,
            "height": inspection.height,
        ])
    }
}
