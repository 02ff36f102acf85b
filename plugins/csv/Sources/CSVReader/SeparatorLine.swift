/// The first line `sep=;`, by which files tell Excel their delimiter.
struct SeparatorLine {
    var delimiter: UInt8
    /// How many bytes the line has, with its end.
    var length: Int

    /// The line at the beginning of a text, or `nil` if there is none.
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
