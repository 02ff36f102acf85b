import DeliveryArchive
import Glibc
import GlossportChecking
import GlossportReading

private let name = "vendor.zip"

/// Limits so small that small inputs reach them.
private let limits = {
    var limits = DeliveryArchive.Limits()
    limits.archiveBytes = 12 << 10
    limits.unpackedBytes = 1 << 20
    limits.ratioFrom = 128 << 10
    limits.ratio = 50
    limits.entries = 40
    return limits
}()

/// Returns a violated requirement on the files and findings of an archive.
private func violation(of opened: OpenedArchive) throws -> String? {
    var total = 0
    var paths: Set<String> = []
    for file in opened.files {
        // As the file system sees it: a slash and a combining mark after it are one `Character`.
        let parts = file.path.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false).map { String($0) }
        if file.path.split(separator: "/", omittingEmptySubsequences: false).count != parts.count {
            return "a name in \(file.path) begins with a combining mark"
        }
        if parts.count < 2 || parts[0] != name { return "the path \(file.path) is not in the archive" }
        if parts.contains(where: { ["", ".", ".."].contains($0) }) { return "the path \(file.path) leads elsewhere" }
        if file.path.unicodeScalars.contains(where: { $0.value < 0x20 }) { return "a path has a control character" }
        if !paths.insert(file.path).inserted { return "the path \(file.path) is there twice" }
        total += try file.bytes(atMost: .max)?.count ?? 0
    }
    if total > limits.unpackedBytes { return "\(total) bytes are kept" }
    if opened.files.count > limits.entries { return "\(opened.files.count) files are kept" }
    let declared = Set(OpenedArchive.rules.map(\.id))
    for finding in opened.findings {
        if !declared.contains(finding.rule) { return "the rule \(finding.rule.rawValue) is not declared" }
        if finding.rule == "archive-too-big", !opened.files.isEmpty { return "something of a refused archive is kept" }
        if finding.rule == "archive-damaged", finding.text.contains("\n") { return "a finding has two lines" }
    }
    return nil
}

/// The entry point that libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let file = SourceFile(path: name, bytes: Array(UnsafeBufferPointer(start: bytes, count: count)))
    let broken: String?
    do {
        if let head = try? file.head() { _ = DeliveryArchive.recognizes(head) }
        broken = try violation(of: DeliveryArchive.open(file, limits: limits))
    } catch {
        broken = "it throws \(error)"
    }
    guard let broken else { return 0 }
    print("VIOLATION: \(broken)")
    fflush(nil)
    abort()
}
