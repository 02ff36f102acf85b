/// Records which sentences of an XLIFF 1.2 unit, marked by `mrk mtype="seg"`, have text in the source, and which in the
/// target.
struct SegmentMarks {
    enum Side { case source, target, segmentedSource }

    private struct Open {
        var side: Side
        var id: String
        var start: Int
        var depth: Int
    }

    /// The maximum number of marks compared; real units have fewer.
    private static let limit = 4_096
    private static let idLimit = 256

    private var open: [Open] = []
    private var source: Set<String> = []
    private var target: Set<String> = []
    private var hasTargetMarks = false

    mutating func removeAll() {
        if open.isEmpty, source.isEmpty, !hasTargetMarks { return }
        self = SegmentMarks()
    }

    mutating func begin(_ side: Side, id: String, at start: Int, depth: Int) {
        if id.utf8.count > Self.idLimit { return }
        if side == .target { hasTargetMarks = true }
        open.append(Open(side: side, id: id, start: start, depth: depth))
    }

    /// Ends the mark that started at this depth of open elements, if there is one.
    mutating func end(depth: Int, isBlank: (Side, Int) -> Bool) {
        guard let last = open.last, last.depth == depth else { return }
        open.removeLast()
        if isBlank(last.side, last.start) { return }
        switch last.side {
        case .segmentedSource where source.count < Self.limit: source.insert(last.id)
        case .target where target.count < Self.limit: target.insert(last.id)
        default: break
        }
    }

    /// The number of untranslated sentences and of all sentences; `nil` if the source or the target has no marked
    /// sentences, or too many to compare.
    var missing: (count: Int, of: Int)? {
        guard hasTargetMarks, !source.isEmpty, max(source.count, target.count) < Self.limit else { return nil }
        return (source.subtracting(target).count, source.count)
    }
}
