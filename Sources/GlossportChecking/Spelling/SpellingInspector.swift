private import CLibrary
package import GlossportProject

/// Checks words with the dictionaries of this machine; an adapter provides the library.
package struct SpellingInspector: Sendable {
    /// Returns the dictionary with a name such as `de_DE`; `nil` if it or the library is not installed.
    package var dictionary: @Sendable (_ name: String) -> InstalledDictionary?

    package init(dictionary: @escaping @Sendable (_ name: String) -> InstalledDictionary?) {
        self.dictionary = dictionary
    }

    /// Uses the dictionaries in some folders.
    ///
    /// - Parameters:
    ///   - folders: The folders in order of preference.
    ///   - cache: The folder for the verdicts of earlier runs; `nil` to store none.
    ///   - open: Loads a dictionary from its two files.
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
                    // Several names of the same dictionary share a cache file.
                    cache: cache.map {
                        let file = files[1].path.split(separator: "/").last ?? ""
                        return VerdictCache(in: $0, of: String(file.dropLast(4)), dictionary: files.map(\.path))
                    }
                ) { open(files[0].path, files[1].path) }
            }
            return nil
        }
    }

    /// The file with all links resolved.
    private static func file(_ path: String) -> (path: String, size: Int)? {
        var status = stat()
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        guard stat(real, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return (String(cString: real), Int(status.st_size))
    }

    package func dictionary(for locale: StoreLocale) -> InstalledDictionary? {
        locale.dictionaries.lazy.compactMap { dictionary($0) }.first
    }
}
