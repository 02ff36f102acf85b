import GlossportReading
import SpreadsheetParsing
import XMLParsing

extension PartArchive {
    private static var maximumRelations: Int { 16_384 }

    /// Parses a part to its end, or until its content is done.
    ///
    /// `again` means that the part was parsed to its end before.
    mutating func parse<Content: PartContent>(_ name: String, into content: Content, again: Bool = false) throws
        -> Content
    {
        var parser = PartParser(content)
        try parse(name, driving: &parser, again: again)
        if let refusal = parser.content.refusal { throw refusal }
        if parser.isMisplaced { throw Refusal.damaged("The part “\(name.shown)” is not a \(Content.root).") }
        return parser.content
    }

    /// A reference from one part to another.
    struct Relation {
        var id: String
        var kind: String
        var part: String
    }

    /// Returns the references of a part, except external ones.
    mutating func relations(of name: String) throws -> [Relation] {
        let parts = name.split(separator: "/")
        let folder = parts.dropLast().map { $0 + "/" }.joined()
        return try parse("\(folder)_rels/\(parts.last ?? "").rels", into: Relations(name: name, folder: folder)).found
    }

    private struct Relations: PartContent {
        static let root = Tag.relationships
        let name: String
        let folder: String
        private(set) var found: [Relation] = []
        private(set) var refusal: Refusal?

        init(name: String, folder: String) { (self.name, self.folder) = (name, folder) }

        mutating func start(_ tag: Tag, _ attributes: XMLAttributes) {
            guard tag == .relationship, attributes["TargetMode"] != "External" else { return }
            guard found.count < maximumRelations else {
                refusal = .tooLarge("The part “\(name.shown)” refers to more than \(maximumRelations.grouped) others.")
                return
            }
            let type = attributes["Type"] ?? ""
            found.append(
                Relation(
                    id: attributes["Id"] ?? "",
                    kind: type.split(separator: "/", omittingEmptySubsequences: false).last.map(String.init) ?? "",
                    part: path(to: attributes["Target"] ?? "")
                )
            )
        }

        /// Resolves a target path; `..` has no effect at the root, so no path leaves the archive.
        private func path(to target: String) -> String {
            let target = target.withoutPercents.replacing("\\", with: "/")
            var path: [Substring] = []
            for part in (target.hasPrefix("/") ? target : folder + target).split(separator: "/") where part != "." {
                if part == ".." { _ = path.popLast() } else { path.append(part) }
            }
            return path.joined(separator: "/")
        }
    }
}

extension String {
    /// The text with percent-encoding resolved: a space for `%20`.
    fileprivate var withoutPercents: String {
        guard contains("%") else { return self }
        var bytes: [UInt8] = []
        var rest = Array(utf8)[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2)
            let isEscape = byte == UInt8(ascii: "%") && digits.count == 2
            if isEscape, let code = UInt8(String(decoding: digits, as: UTF8.self), radix: 16) {
                bytes.append(code)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
