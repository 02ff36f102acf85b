import GlossportReading
import XMLParsing

extension ResourceMachine {
    /// Returns the file offset of a byte in the text that the parser reports.
    func offset(of index: Int, in text: UnsafeBufferPointer<UInt8>, at cursor: XMLCursor) -> Int {
        let end = cursor.offset
        if text.last != UInt8(ascii: ";"), let start = referenceStart(before: end) { return start }
        // For ASCII runs and CDATA sections, the parser's position is before the text, otherwise after it.
        let isSection = "<![CDATA[".utf8.reversed().enumerated().allSatisfy { lines.byte(at: end - 1 - $0) == $1 }
        if isSection || text[0] < 0x80 && lines.byte(at: end) == text[0] { return end + index }
        var place = end
        for byte in text[index...].reversed() {
            place -= 1
            // Both CRLF and a lone CR arrive as LF.
            if byte == 0x0A, lines.byte(at: place - 1) == 0x0D { place -= 1 }
        }
        return place
    }

    /// Returns the offset of the `&` of a reference that ends at an offset; `nil` if there is no reference, or if it
    /// means white space, which does not begin a text.
    private func referenceStart(before end: Int) -> Int? {
        guard lines.byte(at: end - 1) == UInt8(ascii: ";") else { return nil }
        var name: [UInt8] = []
        var place = end - 2
        while let byte = lines.byte(at: place), byte != UInt8(ascii: "&") {
            name.insert(byte, at: 0)
            place -= 1
        }
        let number = String(decoding: name.dropFirst(), as: UTF8.self)
        let value = number.hasPrefix("x") ? UInt8(number.dropFirst(), radix: 16) : UInt8(number)
        return name.first == UInt8(ascii: "#") && value.map(StringResolver.isSpace) == true ? nil : place
    }
}
