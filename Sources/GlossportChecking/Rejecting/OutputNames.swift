import GlossportReading

/// Names for the files that go back: what they were delivered as, inside the folder and nowhere else.
struct OutputNames {
    /// Names that are taken, whatever the case of their letters.
    private var taken: Set<String> = [
        ReturnPackageFile.tableName.lowercased(), ReturnPackageFile.letterName.lowercased(),
    ]
    private var folders: Set<String> = []

    /// A path below the folder for a delivered file.
    ///
    /// Parts that lead upwards and invisible characters are dropped. Of two files with the same name, the second gets a
    /// number.
    mutating func name(for path: String, relativeTo folder: String) -> String {
        let isInside = !folder.isEmpty && path.hasPrefix(folder + "/")
        let parts = path.dropFirst(isInside ? folder.count + 1 : 0).split(separator: "/").map {
            Self.shortened($0.filter { $0 != "\\" && $0 != ":" }.namingUnprintables())
        }
        .filter { !["", ".", ".."].contains($0) }
        let plain = parts.isEmpty ? "file" : parts.joined(separator: "/")
        var name = plain
        var number = 2
        // A file can't be where another one's folder is, nor the other way round.
        while taken.contains(name.lowercased()) || folders.contains(name.lowercased())
            || Self.folders(of: name).contains(where: taken.contains)
        {
            name = "\(number)/\(plain)"
            number += 1
        }
        taken.insert(name.lowercased())
        folders.formUnion(Self.folders(of: name))
        return name
    }

    private static func folders(of name: String) -> [String] {
        let parts = name.lowercased().split(separator: "/")
        return parts.indices.dropFirst().map { parts[..<$0].joined(separator: "/") }
    }

    /// A name that file systems take: at most 255 bytes, with room for what is put behind it.
    private static func shortened(_ part: String) -> String {
        guard part.utf8.count > 200 else { return part }
        let end = part.suffix(20)
        var start = part.prefix(180)
        while start.utf8.count + end.utf8.count > 200 { start.removeLast() }
        return start + "…" + end
    }
}

extension Substring {
    fileprivate func namingUnprintables() -> String { String(self).namingUnprintables() }
}
