import Glibc
import GlossportReading
import PluginHost

private let rules = [
    RuleDescription("x-error", .error, "An error."), RuleDescription("x-warning", .warning, "A warning."),
]

/// The output of a plugin as untrusted bytes: nothing may trap, the division into pieces may not matter, and parsed
/// messages survive being written again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = UnsafeRawBufferPointer(start: data, count: count)
    _ = try? FormatDescription(parsing: bytes)
    if var request = try? ReadRequest(parsing: bytes) {
        // Which keys are wanted is told only to who can say what was left out.
        if !request.features.contains(.other) { request.options.wanted = nil }
        let again = request.line.withUnsafeBytes { try? ReadRequest(parsing: $0) }
        check(again == request, "a request changes when it is written again")
    }
    for features in [Set(ReaderFeature.allCases), []] {
        let whole = outcome(of: bytes, inPiecesOf: max(1, count), features)
        check(whole == outcome(of: bytes, inPiecesOf: 7, features), "pieces matter")
    }
    for line in bytes.split(separator: 0x0A) {
        let known = rules.severities
        guard let message = parse(UnsafeRawBufferPointer(rebasing: line), known) else { continue }
        // Readers in this program hand out units, and nothing writes rows.
        if case .row = message { continue }
        let again = message.line(of: "a/b", withColumns: true).dropLast()
        check(again.withUnsafeBytes { parse($0, known) } == message, "a message changes when it is written again")
    }
    return 0
}

private func parse(_ line: UnsafeRawBufferPointer, _ known: [RuleID: Severity]) -> ReaderMessage? {
    try? ReaderMessage(parsing: line, of: "a/b", severities: known, allowsColumns: true)
}

/// Everything that comes out, as text.
private func outcome(of bytes: UnsafeRawBufferPointer, inPiecesOf size: Int, _ features: Set<ReaderFeature>) -> String {
    let tables = try? TableOptions(ReaderOptions(), of: TableFormat(id: "x", isSheet: true))
    var output = PluginOutput(of: "a/b", rules: rules, features: features, tables: tables)
    var said = ""
    do {
        var start = 0
        while start < bytes.count {
            let end = min(start + size, bytes.count)
            try output.take(UnsafeRawBufferPointer(rebasing: bytes[start..<end])) { said += "\($0)\n" }
            start = end
        }
        try output.end(bytes: 3) { said += "\($0)\n" }
    } catch {
        said += "\(error)"
    }
    return said + "\(output.summary.units) \(output.summary.others)"
}

private func check(_ holds: Bool, _ violation: String) {
    guard !holds else { return }
    print("VIOLATION: \(violation)")
    fflush(nil)
    abort()
}
