private import Foundation
import GlossportReading

/// Makes untrusted text safe for terminals and build logs, which execute escape sequences and commands.
enum Escape {
    /// Whether the output may end up in the log of a build server that executes commands in it.
    ///
    /// Always true in untrusted mode, because a build server may show the log without setting a variable.
    static let isForBuildServer =
        Trust.isUntrusted
        || ["GITHUB_ACTIONS", "TF_BUILD", "TEAMCITY_VERSION"].contains { variable in
            ProcessInfo.processInfo.environment[variable].map { !$0.isEmpty } ?? false
        }

    /// Escapes a line for people, so that it contains no control characters or build-server commands.
    ///
    /// GitHub's runner executes `::name::` at the beginning of a line, even after spaces; GitHub and other servers
    /// execute `##[name]`, `##vso[…]` and `##teamcity[…]` anywhere. A visible backslash disables both.
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

    /// Inserts a backslash between every two adjacent `#`.
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

    /// Escapes characters in JSON that a terminal would execute or hide, such as U+009B, without changing the meaning;
    /// for build servers, also the second of two adjacent `#`.
    ///
    /// Characters below U+0020 are kept: valid JSON contains them only as white space outside strings.
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
