import ArchiveParsing
import GlossportChecking
import GlossportReading

/// Checks the entries of an archive one by one, and collects the acceptable ones.
struct EntryList {
    private let archive: String
    private let limits: DeliveryArchive.Limits
    private let packedBytes: Int
    private var unpackedBytes = 0
    private var failures = 0
    private var entries = 0
    private var seen: [String: String] = [:]
    private(set) var opened = OpenedArchive()

    init(archive: String, limits: DeliveryArchive.Limits, packedBytes: Int) {
        self.archive = archive
        self.limits = limits
        self.packedBytes = packedBytes
    }

    /// Adds an entry; returns whether to continue.
    mutating func add(_ entry: LibArchive.Entry) -> Bool {
        entries += 1
        guard entries <= limits.entries else {
            refuse("\(archive) has more than \(limits.entries) entries.")
            return false
        }
        let path = entry.path
        guard let path, let inner = Self.safePath(path) else {
            recordUnsafe("An entry of", path ?? "?", "which leads out of the archive")
            return true
        }
        switch entry.kind {
        case .folder: return true
        case .other:
            opened.skipped["link or device in an archive", default: 0] += 1
            return true
        case .file where inner.isEmpty:
            recordUnsafe("A file in", path, "which names no file")
            return true
        case .file where !Self.hasPlainSlashes(inner):
            recordUnsafe("A file in", path, "where a name begins with a combining mark")
            return true
        case .file: break
        }
        if let reason = DeliveryWalk.reasonToSkip(path: inner) {
            opened.skipped[reason, default: 0] += 1
            return true
        }
        if let first = seen.updateValue(inner, forKey: inner.lowercased()) {
            record(
                "archive-duplicate-name",
                "\(archive) holds \(inner) twice (also as \(first)).",
                "Only the first was read. Ask the vendor which one is meant."
            )
            return true
        }
        var content: [UInt8] = []
        let ending = entry.unpack { block in
            // The bytes of entries that fail later count as well.
            unpackedBytes += block.count
            guard unpackedBytes <= limits.unpackedBytes else { return false }
            content.append(contentsOf: block)
            return true
        }
        guard unpackedBytes <= limits.unpackedBytes else {
            refuse("\(archive) unpacks to more than \(limits.unpackedBytes >> 20) MB.")
            return false
        }
        guard unpackedBytes < limits.ratioFrom || unpackedBytes / max(1, packedBytes) <= limits.ratio else {
            refuse("\(archive) unpacks to \(limits.ratio) times its size, as only an attack does.")
            return false
        }
        if case .failure(let message) = ending { return fail(inner, message) }
        opened.files.append(SourceFile(path: "\(archive)/\(inner)", bytes: content))
        return true
    }

    /// Records damage that prevents reading the rest of the archive.
    mutating func recordDamage(_ message: String) {
        record(
            "archive-damaged",
            "The archive \(archive) is damaged: \(message).",
            "Ask for it again; files after this point were not read.",
            request: "Pack the files again and send them."
        )
    }

    /// Records an entry that cannot be unpacked; returns whether to continue.
    private mutating func fail(_ inner: String, _ message: String) -> Bool {
        failures += 1
        let isLast = failures == Self.maximumFailures
        let isLocked = message.lowercased().contains("passphrase")
        let request = isLocked ? "Ask for the archive without a password" : "Ask for the archive again"
        record(
            "archive-damaged",
            "\(inner) in \(archive) can't be unpacked: \(message).",
            isLast ? "\(request); files after this one were not read." : "\(request).",
            request: isLocked ? "Send the archive without a password." : "Pack the files again and send them."
        )
        return !isLast
    }

    /// The number of failed entries after which the rest is not read.
    private static let maximumFailures = 3

    /// Rejects the whole archive, including the files read so far.
    mutating func refuse(_ message: String) {
        opened.files = []
        record("archive-too-big", message, "Unpack it yourself if you trust it, and name the folder.")
    }

    private mutating func recordUnsafe(_ subject: String, _ path: String, _ reason: String) {
        record(
            "archive-unsafe-path",
            "\(subject) \(archive) has the path “\(path)”, \(reason).",
            "It was not read. Ask the vendor how the archive was made."
        )
    }

    private mutating func record(_ rule: RuleID, _ message: String, _ remedy: String, request: String? = nil) {
        let severity: Severity = rule == "archive-duplicate-name" ? .warning : .error
        opened.findings.append(
            Finding(
                rule,
                severity,
                message,
                remedy: remedy,
                for: .team,
                request: request,
                at: SourceLocation(path: archive, line: 1, column: 1)
            )
        )
    }

    /// Returns the path with `/` as separator; `nil` if it is empty or absolute, or contains `..` or a control
    /// character.
    static func safePath(_ path: String) -> String? {
        // Split by scalars, as the file system does: a slash followed by a combining mark is a single `Character`.
        let parts = path.unicodeScalars.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "\\" }
            .map { String($0) }
        guard let first = parts.first, !first.isEmpty, !path.unicodeScalars.contains(where: { $0.value < 0x20 }) else {
            return nil
        }
        // A path with a drive letter is absolute.
        guard !(first.utf8.count == 2 && first.utf8.last == UInt8(ascii: ":")) else { return nil }
        guard !parts.contains("..") else { return nil }
        return parts.filter { !$0.isEmpty && $0 != "." }.joined(separator: "/")
    }

    /// Whether every slash, including the one before the path, is a separate `Character`, as code that splits paths
    /// expects.
    private static func hasPlainSlashes(_ inner: String) -> Bool {
        let path = "/" + inner
        return path.count { $0 == "/" } == path.unicodeScalars.count { $0 == "/" }
    }
}
