import GlossportReading

/// The servers with passwords in a user's password file: `~/.pgpass`, or the file that `PGPASSFILE` names.
struct PasswordFile {
    /// `nil` if neither `PGPASSFILE` nor `HOME` is set.
    let path: String?
    private(set) var hosts: Set<String> = []
    /// Whether the file contains a password for all servers, in a line with the host `*`.
    private(set) var isForAnyHost = false

    private static let sizeLimit = 1 << 20

    init(environment: [String: String]) {
        func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        path = value("PGPASSFILE") ?? value("HOME").map { $0 + "/.pgpass" }
        // libpq ignores a file that it can't read, and so sends no password from it.
        guard let path, let bytes = try? SourceFile(path: path).bytes(atMost: Self.sizeLimit) else { return }
        for line in bytes.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") })
        where line.first != UInt8(ascii: "#") {
            let host = Self.host(of: line)
            if host == "*" { isForAnyHost = true } else { hosts.insert(host) }
        }
    }

    /// Returns the first field of a line; a backslash escapes the next byte.
    private static func host(of line: ArraySlice<UInt8>) -> String {
        var field: [UInt8] = []
        var isQuoted = false
        for byte in line {
            if isQuoted {
                field.append(byte)
                isQuoted = false
            } else if byte == UInt8(ascii: "\\") {
                isQuoted = true
            } else if byte == UInt8(ascii: ":") {
                break
            } else {
                field.append(byte)
            }
        }
        return String(decoding: field, as: UTF8.self)
    }
}
