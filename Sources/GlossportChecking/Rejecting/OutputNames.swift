import GlossportReading

/// Names for the files that go back: what they were delivered as, inside the folder and nowhere else.
struct OutputNames {
    /// Names that are taken, whatever the case of their letters.
    private var taken: Set<String> = [KitFile.tableName.lowercased(), KitFile.letterName.lowercased()]

    /// A path below the folder for a delivered file.
    ///
    /// Parts that lead upwards are dropped, and so are characters that nobody sees. Of two files that would get one name, the second
    /// gets a number.
    mutating func name(for path: String, relativeTo folder: String) -> String {
        let isInside = !folder.isEmpty && path.hasPrefix(folder + "/")
        let parts = path.dropFirst(isInside ? folder.count + 1 : 0).split(separator: "/").map {
            $0.filter { $0 != "\\" && $0 != ":" }.namingUnprintables()
        }
        .filter { !["", ".", ".."].contains($0) }
        let plain = parts.isEmpty ? "file" : parts.joined(separator: "/")
        var name = plain
        var number = 2
        while !taken.insert(name.lowercased()).inserted {
            name = "\(number)/\(plain)"
            number += 1
        }
        return name
    }
}

extension Substring {
    fileprivate func namingUnprintables() -> String { String(self).namingUnprintables() }
}
