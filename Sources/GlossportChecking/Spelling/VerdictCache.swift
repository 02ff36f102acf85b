private import CLibrary
private import Crypto
private import Foundation
import GlossportProject
import GlossportReading

/// Stores a dictionary's verdicts in a file in the user's cache.
///
/// The verdicts are valid for the dictionary's exact bytes, which are hashed again only if the files' sizes, times or
/// inode numbers have changed. A file that is damaged, too large or of another version counts as empty, and a failure
/// to write is ignored, because the cache only saves time.
package struct VerdictCache: Sendable {
    private let path: String
    private let dictionary: [String]

    /// - Parameters:
    ///   - folder: The folder of the cache, which need not exist.
    ///   - name: The dictionary's name.
    ///   - dictionary: The dictionary's files.
    package init(in folder: String, of name: String, dictionary: [String]) {
        path = "\(folder)/\(name).txt"
        self.dictionary = dictionary
    }

    /// Must be changed with the format, and with the criteria for similar words.
    private static let head = "glossport spelling 2"
    private static let maximumWords = 20_000
    private static let maximumBytes = 2_000_000

    /// The stored verdicts; empty if the file is unusable or belongs to another dictionary.
    func load() -> [WordBytes: WordVerdict] {
        guard let lines = checkedLines(), lines.count >= 3, lines[0].elementsEqual(Self.head.utf8) else { return [:] }
        let isStamped = stamp.map { lines[1].elementsEqual($0.utf8) } == true
        guard isStamped || digest.map({ lines[2].elementsEqual($0.utf8) }) == true else { return [:] }
        var verdicts: [WordBytes: WordVerdict] = [:]
        verdicts.reserveCapacity(lines.count)
        for line in lines.dropFirst(3) {
            guard let tab = line.firstIndex(of: 9), let verdict = WordVerdict(line[(tab + 1)...]) else { return [:] }
            verdicts[WordBytes(line[..<tab])] = verdict
        }
        // Otherwise each run would hash the whole dictionary again.
        if !isStamped { save(verdicts, beside: [:]) }
        return verdicts
    }

    /// Stores verdicts and, if the limit allows, those of earlier runs.
    func save(_ verdicts: [WordBytes: WordVerdict], beside kept: [WordBytes: WordVerdict]) {
        guard let stamp, let digest else { return }
        var all = verdicts.merging(kept) { new, _ in new }
        if all.count > Self.maximumWords { all = verdicts }
        var text = "\(Self.head)\n\(stamp)\n\(digest)\n"
        let words = all.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.prefix(Self.maximumWords)
        for (word, verdict) in words {
            text += "\(String(decoding: word.utf8, as: UTF8.self))\t\(verdict.code)\n"
        }
        text += ImageDigest.of(Array(text.utf8))
        let url = URL(fileURLWithPath: path)
        try? FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(),
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        try? Data(text.utf8).write(to: url, options: .atomic)
    }

    /// The lines of the file without its checksum; `nil` if the checksum does not match.
    private func checkedLines() -> [ArraySlice<UInt8>]? {
        guard let bytes = try? SourceFile(path: path).bytes(atMost: Self.maximumBytes),
            let end = bytes.lastIndex(of: 10)
        else { return nil }
        let content = bytes[...end]
        guard bytes[(end + 1)...].elementsEqual(ImageDigest.of(Array(content)).utf8) else { return nil }
        return content.split(separator: 10)
    }

    /// The sizes, times and inode numbers of the dictionary's files; replacing a file changes one of them.
    private var stamp: String? {
        var parts: [String] = []
        for file in dictionary {
            var status = stat()
            guard stat(file, &status) == 0 else { return nil }
            let (written, changed) = (Platform.lastWritten(status), Platform.lastChanged(status))
            parts.append(
                "\(status.st_dev) \(status.st_ino) \(status.st_size) \(written.tv_sec).\(written.tv_nsec) \(changed.tv_sec).\(changed.tv_nsec)"
            )
        }
        return parts.joined(separator: " ")
    }

    private var digest: String? {
        var hash = SHA256()
        for file in dictionary {
            guard let data = try? Data(contentsOf: URL(fileURLWithPath: file), options: .alwaysMapped) else {
                return nil
            }
            hash.update(data: data)
        }
        return hash.finalize().hexadecimal
    }
}

extension WordVerdict {
    fileprivate init?(_ code: ArraySlice<UInt8>) {
        var text: String { String(decoding: code.dropFirst(), as: UTF8.self) }
        switch code.first {
        case UInt8(ascii: "+"): self = .known
        case UInt8(ascii: "-"): self = .unknown
        case UInt8(ascii: "!"): self = .strange
        case UInt8(ascii: "a"): self = .near(NearWord(text, .accent))
        case UInt8(ascii: "o"): self = .near(NearWord(text, .order))
        case UInt8(ascii: "l"): self = .near(NearWord(text, .letter))
        default: return nil
        }
    }

    fileprivate var code: String {
        switch self {
        case .known: "+"
        case .unknown: "-"
        case .strange: "!"
        case .near(let near):
            switch near.slip {
            case .accent: "a" + near.text
            case .order: "o" + near.text
            case .letter: "l" + near.text
            }
        }
    }
}
