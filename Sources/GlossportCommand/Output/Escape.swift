private import Foundation
import GlossportReading

/// Makes foreign text safe for a terminal or a build server's log, which execute escape sequences and commands.
enum Escape {
    /// Whether what is written ends in the log of a build server that takes commands from it.
    ///
    /// Untrusted text is always escaped: a build server may show the log without setting a variable.
    static let isForBuildServer =
        Trust.isUntrusted
        || ["GITHUB_ACTIONS", "TF_BUILD", "TEAMCITY_VERSION"].contains { variable in
            ProcessInfo.processInfo.environment[variable].map { !$0.isEmpty } ?? false
        }

    /// One line for people: no control characters, and nothing that a build server takes for a command.
    ///
    /// GitHub's runner executes `::name::` at the beginning of a line, even after spaces, and it and others execute
    /// `##[name]`, `##vso[…]` and `##teamcity[…]` anywhere. A backslash disables both, and is visible.
    static func line(_ text: String, forBuildServer: Bool = isForBuildServer) -> String {
        let shown = text.namingUnprintables()
        guard forBuildServer, shown.utf8.contains(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "#") }) else {
            return shown
        }
        var result = breakingMarks(shown).unicodeScalars
        if let first = result.firstIndex(where: { !$0.properties.isWhitespace }), result[first] == ":" {
            result.insert("\\", at: first)
        }
        return String(result)
    }

    /// A text with a backslash between two `#`, however many there are in a row.
    static func breakingMarks(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var last: Unicode.Scalar = " "
        for scalar in text.unicodeScalars {
            if scalar == "#" && last == "#" { result.append("\\") }
            result.append(scalar)
            last = scalar
        }
        return String(result)
    }

    /// JSON that says the same without a character that a terminal would obey or not show: `\u001b`.
    ///
    /// Outside strings valid JSON has no such character but white space, which stays.
    static func json(_ json: String, forBuildServer: Bool = isForBuildServer) -> String {
        let hasMarks = forBuildServer && json.utf8.contains(UInt8(ascii: "#"))
        guard hasMarks || json.hasUnprintables(countsControls: false) else { return json }
        var result = String.UnicodeScalarView()
        var last: Unicode.Scalar = " "
        for scalar in json.unicodeScalars {
            let isMark = forBuildServer && scalar == "#" && last == "#"
            if isMark || scalar.isUnprintable && scalar.value >= 0x20 {
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16)
                    result += ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).unicodeScalars
                }
            } else {
                result.append(scalar)
            }
            last = scalar
        }
        return String(result)
    }
}
