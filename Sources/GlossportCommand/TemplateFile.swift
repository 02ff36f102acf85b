/// One file of a template: all of them lie in one, each behind a line `=== path`, or `=== path executable`.
struct TemplateFile {
    var path: String
    var isExecutable: Bool
    var bytes: [UInt8]

    /// Takes a template apart, and puts the format's id in where it says `@ID@`.
    static func all(in template: [UInt8], id: String) -> [TemplateFile] {
        var files: [TemplateFile] = []
        for line in template.dropLast().split(separator: 0x0A, omittingEmptySubsequences: false) {
            if line.starts(with: "=== ".utf8) {
                let words = String(decoding: named(line, id), as: UTF8.self).split(separator: " ")
                files.append(TemplateFile(path: String(words[1]), isExecutable: words.count > 2, bytes: []))
            } else if !files.isEmpty {
                files[files.count - 1].bytes += named(line, id) + [0x0A]
            }
        }
        // The line feed before a mark belongs to the mark.
        return files.map { file in
            var file = file
            file.bytes.removeLast(min(1, file.bytes.count))
            return file
        }
    }

    /// By bytes: a fixture may hold what is no text.
    private static func named(_ line: ArraySlice<UInt8>, _ id: String) -> [UInt8] {
        let mark = Array("@ID@".utf8)
        var result: [UInt8] = []
        var rest = line
        while let first = rest.first {
            if rest.starts(with: mark) {
                result += id.utf8
                rest = rest.dropFirst(mark.count)
            } else {
                result.append(first)
                rest = rest.dropFirst()
            }
        }
        return result
    }
}
