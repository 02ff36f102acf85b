private import Dispatch
private import Foundation
private import Synchronization

/// Finds the images of a catalog's records and looks into each once.
package struct ImageCollector {
    private let project: Project
    private let folder: String
    private let inspector: ImageInspector
    private var exists: [String: Bool] = [:]

    /// - Parameters:
    ///   - project: Its messages say where images are.
    ///   - folder: What their paths are relative to; empty for the current folder.
    ///   - inspector: How a file is looked into.
    package init(project: Project, folder: String, inspector: ImageInspector) {
        self.project = project
        self.folder = folder
        self.inspector = inspector
    }

    /// The images of the records.
    ///
    /// - Throws: ``GlossportError`` with code `unreadableInput` for a file that is there and can't be read.
    package consuming func collect(_ catalog: Catalog) throws -> ImageInventory {
        var inventory = ImageInventory()
        var found: [ImageInventory.FileKey: SourceLocation?] = [:]
        for record in catalog.records {
            guard let settings = project.messages[record.message] else { continue }
            let icons = settings.bullets.enumerated().map { ($0.offset + 1, $0.element) }
            for (bullet, pattern) in [(nil, settings.image)] + icons {
                guard let pattern else { continue }
                let use = ImageInventory.Use(message: record.message, locale: record.locale.code, bullet: bullet)
                let candidates = pattern.candidates(message: record.message, locale: record.locale.code)
                guard let path = candidates.first(where: { isThere($0) }) else {
                    inventory.missing.append(.init(use: use, tried: candidates, place: pattern.place))
                    continue
                }
                inventory.uses[use] = path
                let key = ImageInventory.FileKey(path: path, size: use.size)
                if found[key] == nil { found[key] = .some(pattern.place) }
            }
        }
        inventory.files = try inspect(found)
        inventory.strangers = try strangers()
        return inventory
    }

    private func location(_ path: String) -> String {
        folder.isEmpty || path.hasPrefix("/") ? path : folder + "/" + path
    }

    private mutating func isThere(_ path: String) -> Bool {
        if let known = exists[path] { return known }
        var isFolder: ObjCBool = false
        let isFile =
            FileManager.default.fileExists(atPath: location(path), isDirectory: &isFolder) && !isFolder.boolValue
        exists[path] = isFile
        return isFile
    }

    /// Decoding takes most of a check's time, so each processor takes a file.
    private func inspect(
        _ found: [ImageInventory.FileKey: SourceLocation?]
    ) throws -> [ImageInventory.FileKey: ImageInventory.File] {
        let keys = found.keys.sorted()
        let results = Mutex<[Int: Result<ImageInventory.File, any Error>]>([:])
        DispatchQueue.concurrentPerform(iterations: keys.count) { index in
            let result = Result { try inspect(keys[index], place: found[keys[index]] ?? nil) }
            results.withLock { $0[index] = result }
        }
        let files = try results.withLock { results in try keys.indices.map { try results[$0]?.get() } }
        return Dictionary(uniqueKeysWithValues: zip(keys, files.compactMap(\.self)))
    }

    private func inspect(_ key: ImageInventory.FileKey, place: SourceLocation?) throws -> ImageInventory.File {
        let source = SourceFile(path: location(key.path))
        guard let bytes = try source.bytes(atMost: PNGInspection.maximumBytes) else {
            let tooLarge = PNGInspection(damage: .tooLarge(bytes: PNGInspection.maximumBytes))
            return .init(key: key, sha256: "", byteCount: 0, inspection: tooLarge, source: source, place: place)
        }
        return .init(
            key: key,
            sha256: ImageFiles.digest(of: bytes),
            byteCount: bytes.count,
            inspection: inspector.inspect(bytes),
            source: source,
            place: place
        )
    }

    // MARK: Strangers

    /// Images in the folders of the patterns that no message can mean in any locale.
    private func strangers() throws -> [ImageInventory.Stranger] {
        let patterns = project.messages.flatMap { name, settings in
            ((settings.image.map { [$0] } ?? []) + settings.bullets).map { (name, $0) }
        }
        var meant: Set<String> = []
        for (message, pattern) in patterns {
            for locale in StoreLocale.all { meant.formUnion(pattern.candidates(message: message, locale: locale)) }
        }
        var strangers: [ImageInventory.Stranger] = []
        for folder in Set(patterns.map(\.1.folder)).sorted() where !folder.isEmpty {
            guard let walk = try? DeliveryWalk(path: folder, at: location(folder)) else { continue }
            for file in walk.files where Self.extensions.contains(file.fileExtension) && !meant.contains(file.path) {
                let stranger = ImageInventory.Stranger(
                    path: location(file.path),
                    meant: guess(file.path, meant).map(location)
                )
                if !strangers.contains(stranger) { strangers.append(stranger) }
            }
        }
        return strangers
    }

    /// A path that differs only in how it writes the locale, or in letter case.
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
