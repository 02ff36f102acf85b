private import CLibrary
package import GlossportProject
import GlossportReading

/// Finds the images of a catalog's records and inspects each file once per role (image or icon).
package struct ImageCollector {
    private let project: Project
    private let folder: ProjectFolder
    private let inspector: ImageInspector
    private var exists: [String: Bool] = [:]

    /// - Parameters:
    ///   - project: The project with the images' paths.
    ///   - folder: The project file's folder, which contains all images.
    ///   - inspector: Inspects the files.
    package init(project: Project, folder: ProjectFolder, inspector: ImageInspector) {
        self.project = project
        self.folder = folder
        self.inspector = inspector
    }

    /// Finds and inspects the images of the records.
    ///
    /// - Throws: ``GlossportError`` with code `unreadableInput` for an existing file that cannot be read, and with
    ///   `invalidProject` for a path that leads out of the project's folder.
    package consuming func collect(_ catalog: Catalog) throws -> ImageInventory {
        var inventory = ImageInventory()
        for settings in project.messages.values {
            for pattern in [settings.image].compactMap(\.self) + settings.bullets {
                try folder.check(pattern.folder, at: pattern.place)
            }
        }
        var found: [ImageInventory.FileKey: SourceLocation?] = [:]
        for record in catalog.recordsWithCopies {
            guard let settings = project.messages[record.message] else { continue }
            let icons = settings.bullets.enumerated().map { ($0.offset + 1, $0.element) }
            for (bullet, pattern) in [(nil, settings.image)] + icons {
                guard let pattern else { continue }
                let use = ImageInventory.Use(message: record.message, locale: record.locale.code, bullet: bullet)
                let candidates = pattern.candidates(of: record)
                guard let path = try candidates.first(where: { try isThere($0, pattern.place) }) else {
                    // Missing images of a copy are reported for its original.
                    guard record.copiedFrom == nil else { continue }
                    inventory.missing.append(.init(use: use, tried: candidates, place: pattern.place))
                    continue
                }
                inventory.uses[use] = path
                let key = ImageInventory.FileKey(path: path, size: use.size)
                if found[key] == nil { found[key] = .some(pattern.place) }
            }
        }
        inventory.files = try inspect(found)
        inventory.unused = try unusedImages()
        return inventory
    }

    private func location(_ path: String) -> String { folder.location(of: path) }

    private mutating func isThere(_ path: String, _ place: SourceLocation?) throws -> Bool {
        if let known = exists[path] { return known }
        var status = stat()
        let isFile = stat(location(path), &status) == 0 && status.st_mode & S_IFMT != S_IFDIR
        if isFile { try folder.check(path, at: place) }
        exists[path] = isFile
        return isFile
    }

    /// The maximum memory for images that are inspected at the same time, in bytes.
    static let memory = 256 << 20

    /// Inspects the files concurrently within the memory limit, because decoding takes most of the time.
    private func inspect(
        _ found: [ImageInventory.FileKey: SourceLocation?]
    ) throws -> [ImageInventory.FileKey: ImageInventory.File] {
        let keys = found.keys.sorted()
        let sizes = try keys.map { key in
            let file = SourceFile(path: location(key.path))
            return min(file.byteCount, PNGInspection.maximumBytes)
                + PNGInspection.bytesToDecode(head: try file.head().bytes)
        }
        let files = Self.batches(of: sizes, within: Self.memory).flatMap { batch in
            keys[batch].concurrentMap { key in Result { try inspect(key, place: found[key] ?? nil) } }
        }
        return Dictionary(uniqueKeysWithValues: zip(keys, try files.map { try $0.get() }))
    }

    /// Splits sizes into consecutive batches whose sum is within the limit; a size above the limit is a batch by
    /// itself.
    static func batches(of sizes: [Int], within limit: Int) -> [Range<Int>] {
        var batches: [Range<Int>] = []
        var sum = 0
        for (index, size) in sizes.enumerated() {
            if let last = batches.last, sum + size <= limit {
                batches[batches.count - 1] = last.lowerBound..<index + 1
                sum += size
            } else {
                batches.append(index..<index + 1)
                sum = size
            }
        }
        return batches
    }

    private func inspect(_ key: ImageInventory.FileKey, place: SourceLocation?) throws -> ImageInventory.File {
        // A new value that does not remember this reading: the file is read again before sending, and its date may have
        // changed by then.
        let source = SourceFile(path: location(key.path))
        guard let bytes = try SourceFile(path: location(key.path)).bytes(atMost: PNGInspection.maximumBytes) else {
            let tooLarge = PNGInspection(damage: .tooLarge(bytes: PNGInspection.maximumBytes))
            return .init(key: key, sha256: "", byteCount: 0, inspection: tooLarge, source: source, place: place)
        }
        return .init(
            key: key,
            sha256: ImageDigest.of(bytes),
            byteCount: bytes.count,
            inspection: inspector.inspect(bytes),
            source: source,
            place: place
        )
    }

    // MARK: Unused images

    /// Images in the patterns' folders that no pattern matches for any message and locale.
    private func unusedImages() throws -> [ImageInventory.Unused] {
        let patterns = project.messages.flatMap { name, settings in
            ((settings.image.map { [$0] } ?? []) + settings.bullets).map { (name, $0) }
        }
        var meant: Set<String> = []
        for (message, pattern) in patterns {
            for locale in StoreLocale.all { meant.formUnion(pattern.candidates(message: message, locale: locale)) }
        }
        var unused: [ImageInventory.Unused] = []
        for folder in Set(patterns.map(\.1.folder)).sorted() where !folder.isEmpty {
            guard
                let walk = try? DeliveryWalk(
                    path: folder,
                    at: location(folder),
                    followsLinks: !self.folder.isUntrusted
                )
            else { continue }
            for file in walk.files where Self.extensions.contains(file.fileExtension) && !meant.contains(file.path) {
                var image = ImageInventory.Unused(
                    path: location(file.path),
                    meant: guess(file.path, meant).map(location)
                )
                let target = image.meant.flatMap { PathTarget($0) }
                image.isFound = target != nil && target == PathTarget(image.path)
                if !unused.contains(image) { unused.append(image) }
            }
        }
        return unused
    }

    /// An expected path that differs only in the spelling of the locale, or in letter case.
    private func guess(_ path: String, _ meant: Set<String>) -> String? {
        let resolver = LocaleResolver(map: project.locales.map, allowsFallback: false, delivered: [])
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        for index in parts.indices {
            let words = parts[index].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
            guard let first = words.first, case .mapped(let locale, _) = resolver.resolve(String(first)) else {
                continue
            }
            var changed = parts
            changed[index] = ([locale.code] + words.dropFirst().map(String.init)).joined(separator: ".")
            let candidate = changed.joined(separator: "/")
            if meant.contains(candidate) { return candidate }
        }
        return meant.first { $0.lowercased() == path.lowercased() }
    }

    private static let extensions: Set<String> = ["png", "jpg", "jpeg", "gif", "webp", "heic", "tiff", "bmp"]
}

extension ImagePattern {
    /// The paths to try for a record, in order; a copy without an image of its locale uses its original's.
    fileprivate func candidates(of record: MessageRecord) -> [String] {
        let own = candidates(message: record.message, locale: record.locale.code)
        guard let original = record.copiedFrom else { return own }
        return own.prefix(1) + candidates(message: record.message, locale: original.code)
    }
}
