import GlossportReading

/// A JSON value by where it stands in its text.
struct JSONNode {
    /// From its first byte to behind its last one.
    var range: Range<Int>
    var kind: Kind
    /// The members of an object; empty for everything else.
    var members: [Member] = []

    enum Kind {
        case object
        case array
        case string
        case literal
    }

    /// A name with its value.
    struct Member {
        var name: String
        /// The name with its quotation marks.
        var nameRange: Range<Int>
        var value: JSONNode

        /// From the name to the end of the value.
        var range: Range<Int> { nameRange.lowerBound..<value.range.upperBound }
    }

    /// The last member of a name: of two, readers take the last one.
    subscript(name: String) -> Member? { members.last { $0.name == name } }

    /// Reads a whole catalog.
    ///
    /// What is in arrays is not kept, nor what is in keys of an app that nobody asks for: a catalog may have a million texts.
    ///
    /// - Parameters:
    ///   - text: The catalog.
    ///   - offsets: Sorted; keys are kept with all that is in them where one of these is.
    /// - Returns: The outermost value; `nil` if the text is no JSON, or not to its end.
    static func tree(of text: [UInt8], withKeysAt offsets: [Int]) -> JSONNode? {
        var offsets = offsets[...]
        var grammar = JSONGrammar()
        var lexer = JSONLexer()
        var open: [(node: JSONNode, name: (text: String, range: Range<Int>)?)] = []
        var root: JSONNode?
        var isDamaged = false

        func add(_ node: JSONNode) {
            guard let last = open.indices.last else {
                root = node
                return
            }
            guard let name = open[last].name else { return }
            open[last].node.members.append(Member(name: name.text, nameRange: name.range, value: node))
            open[last].name = nil
        }
        text.withUnsafeBytes { bytes in
            lexer.withWindow(bytes, isLast: true) { lexer in
                while !isDamaged, let event = grammar.next(&lexer) {
                    switch event {
                    case .name:
                        if let last = open.indices.last { open[last].name = (lexer.text ?? "", lexer.token) }
                    case .string: add(JSONNode(range: lexer.token, kind: .string))
                    case .literal: add(JSONNode(range: lexer.token, kind: .literal))
                    case .begin(let container):
                        open.append((JSONNode(range: lexer.token, kind: container == .object ? .object : .array), nil))
                    case .end:
                        guard var (node, _) = open.popLast() else { break }
                        node.range = node.range.lowerBound..<lexer.token.upperBound
                        if open.count == 2, let name = open[1].name {
                            offsets = offsets.drop { $0 < name.range.lowerBound }
                            if offsets.first.map({ $0 >= node.range.upperBound }) ?? true { node.members = [] }
                        }
                        add(node)
                    case .slip: break
                    case .failure: isDamaged = true
                    }
                }
            }
        }
        return isDamaged || !grammar.isComplete ? nil : root
    }
}
