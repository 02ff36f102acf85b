package import GlossportProject
package import GlossportReading

/// The images of a run: which record uses which file, and what the files are.
///
/// A value without judgement, like the catalog that it belongs to: rules turn what is in it into findings.
package struct ImageInventory: Sendable {
    /// The files that a record uses.
    package var files: [FileKey: File] = [:]
    /// The files for records whose image was found.
    package var uses: [Use: String] = [:]
    /// Records' images of which there is no file, with the paths that were tried; sorted.
    package var missing: [Missing] = []
    /// Images beside those that are used, which no message can mean, sorted.
    package var strangers: [Stranger] = []

    package init() {}

    /// A place for an image in a record.
    package struct Use: Sendable, Hashable {
        package var message: String
        package var locale: String
        /// `nil` for the message's own image, the number from 1 for a bullet point's icon.
        package var bullet: Int?

        package var size: ImageSize { bullet == nil ? .fullSize : .bulletPoint }
    }

    /// An image file in one of its two roles.
    package struct FileKey: Sendable, Hashable, Comparable {
        /// Relative to the project file.
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
        /// Where its bytes are.
        package var source: SourceFile
        /// Where the project file asks for it.
        package var place: SourceLocation?
    }

    package struct Missing: Sendable, Hashable {
        package var use: Use
        package var tried: [String]
        package var place: SourceLocation?
    }

    package struct Stranger: Sendable, Hashable {
        package var path: String
        /// The path that it was probably meant to have.
        package var meant: String?
    }

    /// Adds an image of a message in a locale that needs no inspection, for simulations.
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

    /// ``files``, by path.
    package var sortedFiles: [File] { files.values.sorted { $0.key < $1.key } }

    /// The file for one place of a record, if there is one.
    package func file(_ record: MessageRecord, bullet: Int? = nil) -> File? {
        let use = Use(message: record.message, locale: record.locale.code, bullet: bullet)
        return uses[use].flatMap { files[FileKey(path: $0, size: use.size)] }
    }
}

extension ImageInventory.File: Encodable {
    private enum CodingKeys: CodingKey {
        case path, size, sha256, bytes, width, height
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(key.path, forKey: .path)
        try container.encode(key.size, forKey: .size)
        try container.encode(sha256, forKey: .sha256)
        try container.encode(byteCount, forKey: .bytes)
        try container.encode(inspection.width, forKey: .width)
        try container.encode(inspection.height, forKey: .height)
    }
}
