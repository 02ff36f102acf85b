private import Foundation
import GlossportReading

/// Xcode's localization bundles (`de.xcloc`) among the files of a delivery.
///
/// Only files in `Localized Contents` are translations. A bundle also contains source texts, notes and a description,
/// `contents.json`.
struct LocalizationBundles {
    static let reason = "bundle part without translations"

    private static let translations = "Localized Contents"
    private static let description = "contents.json"

    /// The bundles by folder, with the locale that each declares.
    private let locales: [String: String?]

    /// Finds the bundles: `.xcloc` folders, and renamed folders that contain a bundle's parts.
    init(of files: [SourceFile]) {
        let descriptions = Dictionary(
            files.lazy.filter { $0.name == Self.description }.map { (Self.folder(of: $0.path), $0) },
            uniquingKeysWith: { first, _ in first }
        )
        var locales: [String: String?] = [:]
        for file in files {
            guard let place = file.path.firstRange(of: Self.translations + "/") else { continue }
            let folder = String(file.path[..<place.lowerBound])
            guard locales[folder] == nil, folder.isEmpty || folder.hasSuffix("/") else { continue }
            guard descriptions[folder] != nil || folder.lowercased().hasSuffix(".xcloc/") else { continue }
            locales[folder] = .some(descriptions[folder].flatMap(Self.targetLocale))
        }
        self.locales = locales
    }

    /// Returns the files that are translations; those in a bundle get its locale.
    ///
    /// - Parameters:
    ///   - files: The files passed to the initializer.
    ///   - skipped: Counts the other files.
    /// - Returns: The remaining files in the same order.
    func translations(among files: [SourceFile], skipped: inout [String: Int]) -> [SourceFile] {
        guard !locales.isEmpty else { return files }
        return files.compactMap { file in
            guard let folder = bundle(of: file.path), let locale = locales[folder] else { return file }
            guard file.path.dropFirst(folder.count).hasPrefix(Self.translations + "/") else {
                skipped[Self.reason, default: 0] += 1
                return nil
            }
            var translation = file
            translation.bundleLocale = locale
            return translation
        }
    }

    private func bundle(of path: String) -> String? {
        if locales[""] != nil { return "" }
        return path.indices.lazy.filter { path[$0] == "/" }.map { String(path[...$0]) }.first { locales[$0] != nil }
    }

    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    }

    /// The target locale in `contents.json`; `nil` if it cannot be read, because a bundle is usable without it.
    private static func targetLocale(in file: SourceFile) -> String? {
        struct Contents: Decodable { var targetLocale: String? }
        guard let bytes = try? file.bytes(atMost: 1 << 16) else { return nil }
        let locale = (try? JSONDecoder().decode(Contents.self, from: Data(bytes)))?.targetLocale
        return locale.flatMap { $0.isEmpty || $0.utf8.count > 64 ? nil : $0 }
    }
}
