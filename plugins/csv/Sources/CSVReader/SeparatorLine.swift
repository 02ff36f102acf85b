/// The first line `sep=;`, which declares a file's delimiter for Excel.
struct SeparatorLine {
    var delimiter: UInt8
    /// The length of the line in bytes, including its end.
    var length: Int

    /// Parses the line at the start of a text; `nil` if there is none.
    init?(_ text: UnsafeRawBufferPointer) {
        let end = text.prefix(16).firstIndex { $0 == 0x0A || $0 == 0x0D } ?? min(text.count, 16)
        var line = Array(text[..<end])
        if line.first == 0x22, line.last == 0x22, line.count > 2 { line = Array(line.dropFirst().dropLast()) }
        guard line.count == 5, String(decoding: line[..<4], as: UTF8.self).lowercased() == "sep=", line[4] < 0x80,
            line[4] != 0x22
        else { return nil }
        delimiter = line[4]
        length = end
        if length < text.count, text[length] == 0x0D { length += 1 }
        if length < text.count, text[length] == 0x0A { length += 1 }
    }
}
