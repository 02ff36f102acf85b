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
    if let request = try? ReadRequest(parsing: bytes) {
        let again = request.line.withUnsafeBytes { try? ReadRequest(parsing: $0) }
        check(again == request, "a request changes when it is written again")
    }
    for writesRows in [true, false] {
        let whole = outcome(of: bytes, inPiecesOf: max(1, count), writesRows)
        check(whole == outcome(of: bytes, inPiecesOf: 7, writesRows), "pieces matter")
    }
    for line in bytes.split(separator: 0x0A) {
        let known = rules.severities
        guard let message = parse(UnsafeRawBufferPointer(rebasing: line), known) else { continue }
        // Built-in readers emit units, so there is no code that writes rows.
        if case .row = message { continue }
        let again = message.line(of: "a/b").dropLast()
        check(again.withUnsafeBytes { parse($0, known) } == message, "a message changes when it is written again")
    }
    return 0
}

private func parse(_ line: UnsafeRawBufferPointer, _ known: [RuleID: Severity]) -> ReaderMessage? {
    try? ReaderMessage(parsing: line, of: "a/b", severities: known)
}

/// Returns all events and the number of units, as text.
private func outcome(of bytes: UnsafeRawBufferPointer, inPiecesOf size: Int, _ writesRows: Bool) -> String {
    let tables = writesRows ? try? TableOptions(ReaderOptions(), of: TableFormat(id: "x", isSheet: true)) : nil
    var output = PluginOutput(of: "a/b", rules: rules, tables: tables)
    var events = ""
    do {
        var start = 0
        while start < bytes.count {
            let end = min(start + size, bytes.count)
            try output.take(UnsafeRawBufferPointer(rebasing: bytes[start..<end])) { events += "\($0)\n" }
            start = end
        }
        try output.end(bytes: 3) { events += "\($0)\n" }
    } catch {
        events += "\(error)"
    }
    return events + "\(output.summary.units)"
}

private func check(_ holds: Bool, _ violation: String) {
    guard !holds else { return }
    print("VIOLATION: \(violation)")
    fflush(nil)
    abort()
}
