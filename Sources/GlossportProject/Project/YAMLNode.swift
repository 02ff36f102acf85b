import GlossportReading
private import Yams

/// A place in a YAML file with its value.
///
/// Yams is touched here only.
///
/// Scalars are taken as they are written: `no` is Norwegian here, not false, and `off` is a severity.
struct YAMLNode {
    private let node: Node
    private let problems: ProblemList
    /// The place of this value's key.
    private let keyMark: Mark?
    /// The same in the file that this one extends, at most one.
    private var beneath: [YAMLNode] = []

    private init(_ node: Node, _ problems: ProblemList, keyMark: Mark? = nil) {
        self.node = node
        self.problems = problems
        self.keyMark = keyMark
    }

    /// Parses a document; complains and returns `nil` if it is empty or not YAML.
    static func parse(_ text: String, problems: ProblemList) -> YAMLNode? {
        do {
            if let key = try firstUnusualKey(in: text) {
                problems.add(
                    line: key.line,
                    column: key.column,
                    "A key must be a plain word, not an alias, a list or a group.",
                    "Write the key itself."
                )
                return nil
            }
            guard let node = try Yams.compose(yaml: text) else {
                problems.add(line: 1, column: 1, "The project file is empty.", "`glossport init` writes one.")
                return nil
            }
            return YAMLNode(node, problems)
        } catch YamlError.scanner(_, let problem, let mark, _), YamlError.parser(_, let problem, let mark, _) {
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            let line = lines.indices.contains(mark.line - 1) ? lines[mark.line - 1] : ""
            if line.prefix(while: { $0 == " " || $0 == "\t" }).contains("\t") {
                problems.add(
                    line: mark.line,
                    column: 1,
                    "This line is indented with a tab, which YAML does not allow.",
                    "Write spaces instead."
                )
            } else {
                problems.add(
                    line: mark.line,
                    column: mark.column,
                    "This is not YAML: \(problem).",
                    "Check the indentation, the colons and the quotes near here."
                )
            }
        } catch YamlError.duplicatedKeysInMapping(let keys, let context) {
            problems.add(
                line: context.mark.line,
                column: context.mark.column,
                "The key \(keys.map { "“\($0)”" }.joined(separator: ", ")) occurs twice.",
                "Keep one of them."
            )
        } catch {
            problems.add(line: 1, column: 1, "This is not YAML.", "Check that the file is UTF-8 text.")
        }
        return nil
    }

    /// Stands for the asterisk of an alias; no key has it.
    private static let alias: Character = "\u{E000}"

    /// The first key that is not a scalar, or that is an alias.
    ///
    /// Keys are compared with each other while a document is composed, and a key made of aliases of aliases has more parts than there
    /// is time for. So the text is composed once with mere words in the place of aliases.
    private static func firstUnusualKey(in text: String) throws -> (line: Int, column: Int)? {
        guard text.contains(/\*[0-9A-Za-z_-]/) || text.contains(/(^|\s|[{,\[])\?\s|[\]}]\s*:/) else { return nil }
        let harmless = text.replacing(/\*([0-9A-Za-z_-])/) { "\(alias)\($0.output.1)" }
        guard let root = try Yams.compose(yaml: harmless) else { return nil }
        var rest = [root]
        while let node = rest.popLast() {
            if let items = node.sequence { rest += items }
            for (key, value) in node.mapping ?? [:] {
                guard let word = key.scalar?.string, word.first != alias else {
                    return (key.mark?.line ?? 1, key.mark?.column ?? 1)
                }
                rest.append(value)
            }
        }
        return nil
    }

    var location: SourceLocation { problems.location(node.mark ?? keyMark) }

    /// The scalar as written, or `nil` after a complaint.
    var text: String? {
        if let scalar = node.scalar, !isNothing { return scalar.string }
        report("Expected a text, not \(kindInWords).", "Write a single value.")
        return nil
    }

    /// Whether nothing is written after the colon.
    var isNothing: Bool { node.scalar.map { $0.style == .plain && ["", "~", "null"].contains($0.string) } ?? false }

    typealias Entry = (key: String, value: YAMLNode, keyNode: YAMLNode)

    /// The entries in file order, then those that only the extended file has; `nil` if it is not a mapping.
    var mapping: [Entry]? {
        guard let own = ownMapping else { return nil }
        guard let beneath = beneath.first?.mapping else { return own }
        let extended = Dictionary(beneath.map { ($0.key, $0.value) }) { first, _ in first }
        let keys = Set(own.map(\.key))
        return own.map { entry in
            guard let value = extended[entry.key] else { return entry }
            return (entry.key, entry.value.extending(value), entry.keyNode)
        } + beneath.filter { !keys.contains($0.key) }
    }

    private var ownMapping: [Entry]? {
        node.mapping.map { mapping in
            mapping.map { key, value in
                (key.scalar?.string ?? "", YAMLNode(value, problems, keyMark: key.mark), YAMLNode(key, problems))
            }
        }
    }

    /// The value with another one beneath it: groups are merged key by key, and anything else takes its place; nothing is as if left out.
    func extending(_ other: YAMLNode) -> YAMLNode {
        if isNothing { return other }
        var result = self
        result.beneath = [other]
        return result
    }

    /// The value as a path, relative to the project file wherever it is written.
    var path: String? { text.map { ProjectFolder.location(of: $0, in: problems.folder) } }

    /// The items in file order, or `nil` if it is not a sequence.
    var sequence: [YAMLNode]? { node.sequence.map { $0.map { YAMLNode($0, problems) } } }

    var kindInWords: String {
        switch node {
        case .mapping: "a group of keys"
        case .sequence: "a list"
        default: isNothing ? "nothing" : "a single value"
        }
    }

    func report(_ message: String, _ remedy: String) {
        problems.add(at: location, message, remedy)
    }

    /// Complains of a key that does not exist, at the key.
    func reportKey(_ name: String, nearest candidates: [String], what: String = "key") {
        let list = "Known here: \(candidates.sorted().joined(separator: ", "))."
        // A file of another kind has thousands of unknown keys.
        let remedy = problems.isFull ? nil : Spelling.remedy(for: name, among: candidates)
        problems.add(at: problems.location(keyMark ?? node.mark), "There is no \(what) “\(name)”.", remedy ?? list)
    }
}

/// Collects what is wrong with a project file.
final class ProblemList {
    private let path: String
    /// The prefix of the file's relative paths as seen from the project file; empty for that itself.
    let folder: String
    private var problems: [GlossportError] = []
    /// How many more there are than are kept.
    private var others = 0
    /// Those of the files that it extends.
    private var extended: [ProblemList] = []

    init(path: String, folder: String = "") {
        self.path = path
        self.folder = folder
    }

    /// The list for a file that this one extends.
    func list(for base: ProjectBase) -> ProblemList {
        let list = ProblemList(path: base.path, folder: base.folder)
        extended.append(list)
        return list
    }

    /// Whether the maximum number of problems is reached.
    var isFull: Bool { problems.count >= 100 }
    var isEmpty: Bool { problems.isEmpty && extended.allSatisfy(\.isEmpty) }
    var sorted: [GlossportError] {
        let rest = GlossportError(
            .invalidProject,
            "\(path) has \(others) more problems.",
            remedy: "Fix the listed problems first, and check that this is a project file."
        )
        return problems.sorted {
            ($0.location?.line ?? 0, $0.location?.column ?? 0) < ($1.location?.line ?? 0, $1.location?.column ?? 0)
        } + (others > 0 ? [rest] : []) + extended.flatMap(\.sorted)
    }

    func add(at location: SourceLocation, _ message: String, _ remedy: String) {
        guard !isFull else {
            others += 1
            return
        }
        problems.append(GlossportError(.invalidProject, message, remedy: remedy, location: location))
    }

    func add(line: Int, column: Int, _ message: String, _ remedy: String) {
        add(at: SourceLocation(path: path, line: line, column: column), message, remedy)
    }

    fileprivate func location(_ mark: Mark?) -> SourceLocation {
        SourceLocation(path: path, line: mark?.line ?? 1, column: mark?.column ?? 1)
    }
}
