import GlossportReading

/// Reads a .strings file that was compiled to a binary property list.
///
/// Foundation is not used, because it loses the order and all but one of several equal keys, follows references in a
/// damaged file to any depth, and writes to standard error.
struct BinaryPropertyList {
    /// The maximum total length of the keys and texts in bytes; needed because many keys may share one text.
    private static let totalTextLimit = 256 << 20

    private let bytes: [UInt8]
    private let offsetSize: Int
    private let referenceSize: Int
    private let objectCount: Int
    private let topObject: Int
    private let tableStart: Int

    static func read(_ bytes: [UInt8], into output: inout ReadingOutput) {
        if let list = BinaryPropertyList(bytes), list.emit(into: &output) { return }
        output.finding(
            StringsRule.malformedPropertyList,
            "The binary property list is damaged, or is not a dictionary (\(bytes.count) bytes).",
            remedy: "Export the file again, in text form if possible."
        )
    }

    /// Reads the 32-byte trailer, which contains the layout of the file.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 40, bytes.starts(with: Array("bplist0".utf8)) else { return nil }
        let trailer = bytes.count - 32
        self.bytes = bytes
        offsetSize = Int(bytes[trailer + 6])
        referenceSize = Int(bytes[trailer + 7])
        guard 1...8 ~= offsetSize, 1...8 ~= referenceSize,
            let count = Self.number(bytes, at: trailer + 8, size: 8),
            let top = Self.number(bytes, at: trailer + 16, size: 8),
            let table = Self.number(bytes, at: trailer + 24, size: 8),
            table >= 8, table <= trailer, top < count, count <= (trailer - table) / offsetSize
        else { return nil }
        objectCount = count
        topObject = top
        tableStart = table
    }

    /// Emits the pairs of the top-level dictionary, in file order, up to the first damage; returns `false` if there is
    /// any.
    private func emit(into output: inout ReadingOutput) -> Bool {
        guard let top = offset(of: topObject), bytes[top] >> 4 == 0xD, let (count, start) = count(at: top),
            count <= (tableStart - start) / (2 * referenceSize)
        else { return false }
        var total = 0
        for index in 0..<count {
            output.countEntry()
            guard let keyOffset = reference(start + index * referenceSize),
                let valueOffset = reference(start + (count + index) * referenceSize),
                case .text(let key)? = object(at: keyOffset), let value = object(at: valueOffset)
            else { return false }
            switch value {
            case .text(let text):
                total += text.utf8.count + key.utf8.count
                guard total <= Self.totalTextLimit else { return false }
                output.unit(key, target: text, at: TextCursor.Place())
            case .other(let kind):
                output.finding(
                    StringsRule.notText,
                    "The value of \(key.quoted) is \(kind), not a text; it is skipped.",
                    remedy: "Deliver one text for the key; plural forms can't be used in a retention message."
                )
            case .tooLong(let length):
                output.finding(
                    StringsRule.tooLong,
                    "The text of \(key.quoted) has \(length) bytes,"
                        + " more than the \(ReaderLimits.textBytes) that are read.",
                    remedy: "Check the file that this one was created from."
                )
            }
            if output.hasGivenUp { return true }
        }
        return true
    }

    private enum Object {
        case text(String)
        case other(String)
        case tooLong(Int)
    }

    private func object(at offset: Int) -> Object? {
        let marker = bytes[offset]
        switch marker >> 4 {
        case 0x5, 0x6:
            guard let (count, start) = count(at: offset) else { return nil }
            let size = marker >> 4 == 0x5 ? 1 : 2
            guard count <= (tableStart - start) / size else { return nil }
            guard count <= ReaderLimits.textBytes else { return .tooLong(count * size) }
            let content = bytes[start..<start + count * size]
            if size == 1 { return String(validating: content, as: UTF8.self).map { .text($0) } }
            let units = stride(from: content.startIndex, to: content.endIndex, by: 2)
                .map { UInt16(content[$0]) << 8 | UInt16(content[$0 + 1]) }
            guard let text = String(validating: units, as: UTF16.self) else { return nil }
            return text.utf8.count <= ReaderLimits.textBytes ? .text(text) : .tooLong(text.utf8.count)
        case 0x0: return .other("a truth value")
        case 0x1, 0x2: return .other("a number")
        case 0x3: return .other("a date")
        case 0x4: return .other("binary data")
        case 0xA, 0xB, 0xC: return .other("an array")
        case 0xD: return .other("a dictionary")
        default: return .other("of an unknown kind")
        }
    }

    /// Returns the number of items in the object at `offset`, and their start.
    private func count(at offset: Int) -> (count: Int, start: Int)? {
        let short = Int(bytes[offset] & 0xF)
        guard short == 0xF else { return (short, offset + 1) }
        guard offset + 1 < tableStart, bytes[offset + 1] >> 4 == 0x1, bytes[offset + 1] & 0xF <= 3 else { return nil }
        let size = 1 << Int(bytes[offset + 1] & 0xF)
        guard let count = Self.number(bytes, at: offset + 2, size: size), offset + 2 + size <= tableStart else {
            return nil
        }
        return (count, offset + 2 + size)
    }

    private func reference(_ position: Int) -> Int? {
        Self.number(bytes, at: position, size: referenceSize).flatMap { offset(of: $0) }
    }

    private func offset(of object: Int) -> Int? {
        guard object < objectCount,
            let offset = Self.number(bytes, at: tableStart + object * offsetSize, size: offsetSize),
            offset >= 8, offset < tableStart
        else { return nil }
        return offset
    }

    /// Reads a big-endian number; returns `nil` if it is outside the file or exceeds 32 bits.
    private static func number(_ bytes: [UInt8], at position: Int, size: Int) -> Int? {
        guard position >= 0, position <= bytes.count - size else { return nil }
        var value: UInt64 = 0
        for byte in bytes[position..<position + size] { value = value << 8 | UInt64(byte) }
        return value <= UInt64(UInt32.max) ? Int(value) : nil
    }
}
