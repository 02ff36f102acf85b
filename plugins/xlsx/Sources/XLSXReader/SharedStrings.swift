import GlossportReading
import SpreadsheetParsing
import XMLParsing

/// The texts that cells refer to by index, stored in one buffer because of their number.
struct SharedStrings: PartContent {
    static let root = Tag.sst
    private(set) var refusal: Refusal?
    private var bytes: [UInt8] = []
    private var ends: [UInt32] = []
    private var traits: [TextTraits] = []
    private var item = RichText()

    /// The maximum total length of the texts, in bytes.
    private static let maximumBytes = 128 << 20
    /// The maximum number of texts, because even an empty text uses memory.
    private static let maximumCount = 8 << 20

    /// Reserves memory for the texts of a part of this size, which is an upper bound.
    init(size: Int = 0) { bytes.reserveCapacity(min(size, Self.maximumBytes)) }

    var count: Int { ends.count }

    func with<Result>(_ number: Int, _ body: (UnsafeRawBufferPointer, TextTraits) -> Result) -> Result {
        let start = number > 0 ? Int(ends[number - 1]) : 0
        return bytes.withUnsafeBytes {
            body(UnsafeRawBufferPointer(rebasing: $0[start..<Int(ends[number])]), traits[number])
        }
    }

    mutating func start(_ tag: Tag, _ attributes: XMLAttributes) {
        if tag == .si { item.removeAll() } else { item.start(tag, attributes) }
    }

    mutating func text(_ text: UnsafeBufferPointer<UInt8>) { item.text(text) }

    mutating func end(_ tag: Tag) {
        guard tag == .si else { return item.end(tag) }
        let (text, traits) = item.finish()
        bytes.append(contentsOf: text)
        ends.append(UInt32(bytes.count))
        self.traits.append(traits)
        if bytes.count > Self.maximumBytes {
            refusal = .tooLarge("The texts of the workbook have more than \(Self.maximumBytes >> 20) MiB.")
        } else if count > Self.maximumCount {
            refusal = .tooLarge("The workbook has more than \(Self.maximumCount.grouped) texts.")
        }
    }
}
