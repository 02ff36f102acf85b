import ArchiveParsing
import GlossportReading
import XMLParsing

/// The parts of a workbook in its ZIP archive.
struct Package {
    private var archive: Archive
    private let parts: [String: Archive.Entry]

    /// The maximum total unpacked size of all parts; they are streamed, so this limits time, not memory.
    private static let unpackedBytes = 1 << 30
    private static let maximumRelations = 16_384

    init(_ bytes: [UInt8]) throws {
        var limits = Archive.Limits()
        limits.unpackedBytes = Self.unpackedBytes
        do { archive = try Archive(bytes, limits: limits) } catch ArchiveFailure.tooManyEntries(let count) {
            throw Refusal.tooLarge("The zip archive has more than \(count.grouped) parts.")
        } catch is ArchiveFailure {
            throw Refusal.damaged("The zip archive is truncated or damaged, so it can't be read.")
        }
        var parts: [String: Archive.Entry] = [:]
        for entry in archive.entries {
            guard parts.updateValue(entry, forKey: Self.plain(entry.path)) == nil else {
                throw Refusal.damaged("The zip archive contains two parts named “\(entry.path.shown)”.")
            }
        }
        self.parts = parts
    }

    /// Normalizes the name of a part; names are case-insensitive.
    private static func plain(_ name: String) -> String {
        String(name.replacing("\\", with: "/").drop { $0 == "/" }).lowercased()
    }

    func contains(_ name: String) -> Bool { parts[Self.plain(name)] != nil }

    func size(of name: String) -> Int { parts[Self.plain(name)]?.size ?? 0 }

    /// Parses a part to its end, or until its content is done.
    ///
    /// `again` means that the part was parsed to its end before.
    mutating func parse<Content: PartContent>(_ name: String, into content: Content, again: Bool = false) throws
        -> Content
    {
        guard let entry = parts[Self.plain(name)] else {
            throw Refusal.damaged("The workbook refers to the part “\(name.shown)”, which is not in it.")
        }
        var parser = PartParser(content)
        do {
            try XMLBlockParser.parse(driving: &parser) { take in
                try archive.unpack(entry, again: again) { block in
                    try Task.checkCancellation()
                    return try take(block)
                }
            }
        } catch let failure as ArchiveFailure {
            throw refusal(failure, name)
        } catch let failure as XMLBlockFailure {
            throw refusal(failure, name)
        }
        // Parsing stops silently when the task is canceled.
        try Task.checkCancellation()
        if let refusal = parser.content.refusal { throw refusal }
        if parser.isMisplaced { throw Refusal.damaged("The part “\(name.shown)” is not a \(Content.root).") }
        return parser.content
    }

    private func refusal(_ failure: ArchiveFailure, _ name: String) -> Refusal {
        switch failure {
        case .encrypted:
            Refusal(
                .encrypted,
                "The part “\(name.shown)” of the zip archive is encrypted.",
                "Save the workbook without a password."
            )
        case .tooLarge(let limit):
            .tooLarge("The parts of the workbook inflate to more than \((limit >> 20).grouped) MiB.")
        case .bomb(let packed, let unpacked):
            .tooLarge(
                "The part “\(name.shown)” of a file of \(packed.grouped) bytes inflates to \(unpacked.grouped) bytes, as only a zip "
                    + "bomb does."
            )
        case .damaged, .tooManyEntries: .damaged("The part “\(name.shown)” of the zip archive is damaged.")
        }
    }

    private func refusal(_ failure: XMLBlockFailure, _ name: String) -> Refusal {
        switch failure {
        case .malformed(let line, let reason):
            .damaged("The XML of “\(name.shown)” is damaged in line \(line): \(reason).")
        case .encoding(let encoding):
            .damaged("The XML is in the encoding “\(encoding.shown)”, which a workbook can't be in.")
        case .documentType:
            Refusal(
                .doctype,
                "The XML of the workbook has a document type declaration, which no spreadsheet program writes.",
                "Open the workbook in a spreadsheet and save it again."
            )
        case .tooDeep(let limit): .tooLarge("The part “\(name.shown)” has more than \(limit) nested elements.")
        case .tooManyNames(let limit):
            .tooLarge("The part “\(name.shown)” has more than \(limit.grouped) different names of elements.")
        case .tagTooLong(let limit):
            .tooLarge("The part “\(name.shown)” has a tag of more than \(limit.grouped) bytes.")
        }
    }

    // MARK: Relations

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

extension Int {
    /// Formats 2000 as `2,000`.
    var grouped: String {
        let digits = String(self)
        return String(
            digits.enumerated().flatMap { index, digit in
                index > 0 && (digits.count - index).isMultiple(of: 3) ? [",", digit] : [digit]
            }
        )
    }
}
