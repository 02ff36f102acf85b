import GlossportReading
private import Yams

/// A value in a YAML file with its place.
///
/// Only this file uses Yams. Scalars are strings as written: `no` is Norwegian, not false, and `off` is a severity.
struct YAMLNode {
    private let node: Node
    private let problems: ProblemList
    private let keyMark: Mark?
    /// The corresponding value in the extended file; at most one element.
    private var beneath: [YAMLNode] = []

    private init(_ node: Node, _ problems: ProblemList, keyMark: Mark? = nil) {
        self.node = node
        self.problems = problems
        self.keyMark = keyMark
    }

    /// Parses a document; reports an error and returns `nil` if it is empty or not YAML.
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

    /// Replaces the asterisk of an alias; no real key contains it.
    private static let alias: Character = "\u{E000}"

    /// The first key that is not a scalar, or that is an alias.
    ///
    /// Yams compares keys while it composes a document. A key of nested aliases can expand to more nodes than Yams can
    /// compare in a reasonable time, so this first composes the text with each alias replaced by a word.
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

    /// The scalar as written; reports an error and returns `nil` if the value is empty or not a scalar.
    var text: String? {
        if let scalar = node.scalar, !isNothing { return scalar.string }
        report("Expected a text, not \(kindInWords).", "Write a single value.")
        return nil
    }

    /// Whether the value is empty or null.
    var isNothing: Bool { node.scalar.map { $0.style == .plain && ["", "~", "null"].contains($0.string) } ?? false }

    typealias Entry = (key: String, value: YAMLNode, keyNode: YAMLNode)

    /// The entries in file order, followed by those only in the extended file; `nil` if this is not a mapping.
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

    /// Returns the value merged over one from an extended file.
    ///
    /// Groups are merged key by key, other values replace the extended one, and an empty value counts as absent.
    func extending(_ other: YAMLNode) -> YAMLNode {
        if isNothing { return other }
        var result = self
        result.beneath = [other]
        return result
    }

    /// The value as a path, resolved against the folder of the file that contains it, which may be an extended file.
    var path: String? { text.map { ProjectFolder.location(of: $0, in: problems.folder) } }

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

    func reportKey(_ name: String, nearest candidates: [String], what: String = "key") {
        let list = "Known here: \(candidates.sorted().joined(separator: ", "))."
        // Skipped if the list is full: a file of another kind can have thousands of unknown keys.
        let remedy = problems.isFull ? nil : Spelling.remedy(for: name, among: candidates)
        problems.add(at: problems.location(keyMark ?? node.mark), "There is no \(what) “\(name)”.", remedy ?? list)
    }
}

final class ProblemList {
    private let path: String
    /// The folder of the file relative to the project file's; empty for the project file itself.
    let folder: String
    private var problems: [GlossportError] = []
    /// The number of problems beyond the maximum, which are not stored.
    private var others = 0
    /// The lists of the files that this one extends.
    private var extended: [ProblemList] = []

    init(path: String, folder: String = "") {
        self.path = path
        self.folder = folder
    }

    /// Creates the list for a file that this one extends.
    func list(for base: ProjectBase) -> ProblemList {
        let list = ProblemList(path: base.path, folder: base.folder)
        extended.append(list)
        return list
    }

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
