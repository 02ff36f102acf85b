import GlossportReading

/// Finds out the source language before the catalog is read, since it may be written behind the texts.
struct SourceLanguage {
    private var grammar = JSONGrammar()
    private var depth = 0
    private var isNext = false
    private var found: String?
    private var isDone = false

    /// Looks into the first bytes, where Xcode writes it, and only if it is not there through the whole file.
    static func find(in source: SourceFile, as detection: TextEncoding.Detection) throws -> String? {
        let head = SourceFile(path: source.path, bytes: try source.head().bytes)
        return try search(head, detection) ?? search(source, detection)
    }

    private static func search(_ source: SourceFile, _ detection: TextEncoding.Detection) throws -> String? {
        var search = SourceLanguage()
        var lexer = JSONLexer()
        _ = try source.forEachTextChunk(encoding: detection.encoding, markLength: detection.markLength) { chunk in
            guard !search.isDone else { return }
            lexer.withWindow(chunk, isLast: false) { search.read(&$0) }
        }
        return search.found
    }

    private mutating func read(_ lexer: inout JSONLexer) {
        while !isDone, let event = grammar.next(&lexer) {
            switch event {
            case .name: isNext = depth == 1 && lexer.says("sourceLanguage")
            case .string where isNext:
                found = lexer.text
                isDone = true
            case .begin: depth += 1
            case .end: depth -= 1
            case .failure: isDone = true
            case .string, .literal, .slip: break
            }
        }
    }
}
