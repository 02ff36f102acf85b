private import CLibrary
package import GlossportChecking
private import GlossportReading

/// Checks words with Hunspell.
///
/// The library is loaded when a dictionary is opened: a program linked against it could not start on a machine without
/// it, and texts can be checked without spelling. Its C interface has been stable since 2003. Only this file calls it.
package enum SpellChecking {
    /// Creates an inspector that searches folders for dictionaries.
    ///
    /// - Parameters:
    ///   - folders: The folders, in order of precedence.
    ///   - cache: The folder for the verdicts of earlier runs; `nil` if nothing may be written.
    /// - Returns: The inspector; if the library is missing, it finds no dictionary.
    package static func inspector(in folders: [String], cache: String?) -> SpellingInspector {
        let inspector = SpellingInspector(in: folders, cache: cache) { affixes, words in
            guard let library, let dictionary = Dictionary(library, affixes, words) else { return nil }
            return { dictionary.contains($0) }
        }
        return SpellingInspector { name in inspector.dictionary(name).flatMap { library == nil ? nil : $0 } }
    }

    private static let library = Library()

    /// The functions of `hunspell.h` that this file calls.
    private struct Library: Sendable {
        typealias Handle = OpaquePointer
        typealias Text = UnsafePointer<CChar>

        let create: @Sendable @convention(c) (Text, Text) -> Handle?
        let destroy: @Sendable @convention(c) (Handle) -> Void
        let spell: @Sendable @convention(c) (Handle, Text) -> Int32
        let encoding: @Sendable @convention(c) (Handle) -> Text?

        init?() {
            let names = Platform.fileNames(ofLibrary: "libhunspell-1.7", in: "hunspell", versions: [0])
            // Never closed: the library stays loaded until the process exits.
            guard let file = names.lazy.compactMap({ dlopen($0, RTLD_NOW) }).first,
                let create = dlsym(file, "Hunspell_create"), let destroy = dlsym(file, "Hunspell_destroy"),
                let spell = dlsym(file, "Hunspell_spell"), let encoding = dlsym(file, "Hunspell_get_dic_encoding")
            else { return nil }
            self.create = unsafeBitCast(create, to: (@Sendable @convention(c) (Text, Text) -> Handle?).self)
            self.destroy = unsafeBitCast(destroy, to: (@Sendable @convention(c) (Handle) -> Void).self)
            self.spell = unsafeBitCast(spell, to: (@Sendable @convention(c) (Handle, Text) -> Int32).self)
            self.encoding = unsafeBitCast(encoding, to: (@Sendable @convention(c) (Handle) -> Text?).self)
            // By default, glibc merges small freed blocks later, which takes a seventh of the time that all
            // dictionaries need. With `M_MXFAST` (1) set to 0, it merges each block at once. Other C libraries lack
            // `mallopt`.
            if let symbol = dlsym(file, "mallopt") {
                _ = unsafeBitCast(symbol, to: (@convention(c) (Int32, Int32) -> Int32).self)(1, 0)
            }
            // All dictionaries share one table with a nonatomic reference count. A thousand extra references prevent
            // the table from being created or freed while several threads open and free dictionaries.
            guard let symbol = dlsym(file, "_Z18initialize_utf_tblv") else { return }
            let useTable = unsafeBitCast(symbol, to: (@convention(c) () -> Int32).self)
            for _ in 0..<1_000 { _ = useTable() }
        }
    }

    private final class Dictionary {
        private let library: Library
        private let handle: Library.Handle
        /// The encoding of the dictionary's words; `nil` for UTF-8.
        private let encoding: TextEncoding?

        init?(_ library: Library, _ affixes: String, _ words: String) {
            guard let handle = library.create(affixes, words) else { return nil }
            self.library = library
            self.handle = handle
            let name = library.encoding(handle).map { String(cString: $0) } ?? "UTF-8"
            encoding = name == "UTF-8" ? nil : TextEncoding(named: name)
            if name != "UTF-8", encoding == nil { return nil }
        }

        deinit { library.destroy(handle) }

        func contains(_ word: String) -> Bool {
            guard let encoding else { return library.spell(handle, word) != 0 }
            guard let bytes = encoding.bytes(of: Array(word.utf8)[...]) else { return false }
            return (bytes.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { text in
                text.baseAddress.map { library.spell(handle, $0) != 0 } ?? false
            }
        }
    }
}
