import SpreadsheetParsing
import XMLParsing

/// The receiver of the elements of one part of a workbook.
protocol PartContent {
    static var root: Tag { get }
    var refusal: Refusal? { get }
    /// Whether parsing may stop.
    var isDone: Bool { get }
    mutating func start(_ tag: Tag, _ attributes: XMLAttributes)
    mutating func end(_ tag: Tag)
    mutating func text(_ text: UnsafeBufferPointer<UInt8>)
}

extension PartContent {
    var refusal: Refusal? { nil }
    var isDone: Bool { refusal != nil }
    mutating func end(_: Tag) {}
    mutating func text(_: UnsafeBufferPointer<UInt8>) {}
}

/// Parses one part of a workbook: maps element names to tags, and passes the relevant ones to the content.
struct PartParser<Content: PartContent>: XMLBlockHandler {
    var content: Content
    var state = XMLBlockState()
    private(set) var isMisplaced = false
    private var names = Tag.names
    private var open: [Tag] = []

    init(_ content: Content) { self.content = content }

    mutating func start(_ name: XMLName, _ attributes: XMLAttributes, _: XMLNamespaces, at _: XMLCursor) {
        guard state.enter() else { return }
        let tag = names.value(of: name)
        if open.isEmpty, tag != Content.root {
            isMisplaced = true
            return state.stop()
        }
        open.append(tag)
        if tag == .other { return }
        content.start(tag, attributes)
        if content.isDone { state.stop() }
    }

    mutating func end(at _: XMLCursor) {
        guard state.leave(), let tag = open.popLast(), tag != .other else { return }
        content.end(tag)
        if content.isDone { state.stop() }
    }

    mutating func characters(_ text: UnsafeBufferPointer<UInt8>, at _: XMLCursor) {
        if !state.isStopped { content.text(text) }
    }
}

extension XMLAttributes {
    /// Whether an attribute has a value that XML Schema or Office defines as true.
    func isTrue(_ name: StaticString) -> Bool {
        guard let value = self[name] else { return false }
        return ["1", "true", "on"].contains(value)
    }
}
