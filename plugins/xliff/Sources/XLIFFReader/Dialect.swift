import GlossportReading

/// The XLIFF version that a file declares, and the tools that wrote it.
struct Dialect {
    private(set) var version: String?
    private(set) var namespace: String?
    /// The tools identified by namespaces or names in the file, in file order.
    private(set) var tools: [String] = []
    /// Whether the key is in Phrase's context groups, and inline codes are written as text.
    private(set) var isPhrase = false
    private(set) var isMemoQ = false
    /// The workflow step of the export, in a Phrase file.
    var phraseLevel: Int?

    private static let versions: Set<String> = ["1.0", "1.1", "1.2", "2.0", "2.1", "2.2"]
    private static let toolsKept = 8

    /// Records the declarations of the root element; returns a contradiction as a sentence.
    mutating func setRoot(version: String?, namespace: String?) -> String? {
        self.version = version.flatMap { $0.isEmpty ? nil : $0 }
        self.namespace = namespace
        let fromNamespace = namespace.flatMap {
            $0.hasPrefix(Namespace.xliff) ? String($0.dropFirst(Namespace.xliff.count)) : nil
        }
        guard let version = self.version else {
            self.version = fromNamespace
            return fromNamespace == nil ? "The file does not declare its XLIFF version." : nil
        }
        if !Self.versions.contains(version) {
            return "The file declares XLIFF \(version.shortened), which does not exist."
        }
        guard let namespace else { return nil }
        guard let fromNamespace else {
            return "The file declares XLIFF \(version), but its namespace is \(namespace.shortened)."
        }
        // Version 2.1 uses the namespace of 2.0.
        if fromNamespace == version || (version == "2.1" && fromNamespace == "2.0") { return nil }
        return
            "The file declares XLIFF \(version), but its namespace is that of XLIFF \(fromNamespace.shortened)."
    }

    /// Records the version that the file's structure implies; returns a contradiction as a sentence.
    mutating func setStructure(isVersion2: Bool) -> String? {
        let structure = isVersion2 ? "2.x" : "1.x"
        guard let version else {
            self.version = structure
            return nil
        }
        guard Self.versions.contains(version), version.hasPrefix("2") != isVersion2 else { return nil }
        return "The file declares XLIFF \(version), but has the structure of XLIFF \(structure)."
    }

    mutating func record(_ namespaces: [String]) {
        for name in namespaces {
            switch name {
            case Namespace.memoQ:
                isMemoQ = true
                add(tool: "memoQ")
            case Namespace.trados: add(tool: "Trados")
            case Namespace.phrase:
                isPhrase = true
                add(tool: "Phrase")
            case Namespace.worldServer: add(tool: "WorldServer")
            default: if name.contains("memsource.com") { add(tool: "Phrase") }
            }
        }
    }

    mutating func add(tool: String) {
        let tool = tool.shortened
        if !tool.isEmpty, tools.count < Self.toolsKept, !tools.contains(tool) { tools.append(tool) }
    }
}
