private import CLibrary
package import GlossportProject

/// Looks words up in the dictionaries of this machine; the library behind it is an adapter's business.
package struct SpellingInspector: Sendable {
    /// The dictionary of a name such as `de_DE`; `nil` if it is not installed, or the library for it is not.
    package var dictionary: @Sendable (_ name: String) -> InstalledDictionary?

    package init(dictionary: @escaping @Sendable (_ name: String) -> InstalledDictionary?) {
        self.dictionary = dictionary
    }

    /// Looks for dictionaries in folders.
    ///
    /// - Parameters:
    ///   - folders: The folders, the first one first.
    ///   - cache: The folder of the verdicts of earlier runs; `nil` where nothing may be written.
    ///   - open: Loads a dictionary of two files.
    package init(
        in folders: [String],
        cache: String?,
        open: @escaping @Sendable (_ affixes: String, _ words: String) -> InstalledDictionary.Test?
    ) {
        dictionary = { name in
            for folder in folders {
                let files = ["aff", "dic"].compactMap { Self.file("\(folder)/\(name).\($0)") }
                guard files.count == 2 else { continue }
                return InstalledDictionary(
                    name,
                    identity: files[1].path,
                    size: files[0].size + files[1].size,
                    // Names of the same dictionary share a file.
                    cache: cache.map {
                        let file = files[1].path.split(separator: "/").last ?? ""
                        return VerdictCache(in: $0, of: String(file.dropLast(4)), dictionary: files.map(\.path))
                    }
                ) { open(files[0].path, files[1].path) }
            }
            return nil
        }
    }

    /// A file where all links to it end.
    private static func file(_ path: String) -> (path: String, size: Int)? {
        var status = stat()
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        guard stat(real, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return (String(cString: real), Int(status.st_size))
    }

    /// The best dictionary for a locale.
    package func dictionary(for locale: StoreLocale) -> InstalledDictionary? {
        locale.dictionaries.lazy.compactMap { dictionary($0) }.first
    }
}
