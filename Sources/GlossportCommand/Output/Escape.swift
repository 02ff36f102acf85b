private import Foundation
import GlossportReading

/// Makes foreign text safe where somebody or something obeys what is written: a terminal, or a build server's log.
enum Escape {
    /// Whether what is written ends in the log of a build server that takes commands from it.
    ///
    /// What a stranger wrote is always guarded: the log may end where no variable tells of a build server.
    static let isForBuildServer =
        Trust.isUntrusted
        || ["GITHUB_ACTIONS", "TF_BUILD", "TEAMCITY_VERSION"].contains { variable in
            ProcessInfo.processInfo.environment[variable].map { !$0.isEmpty } ?? false
        }

    /// Names each character that a terminal would obey or not show: `\u{1B}`.
    static func controls(_ text: String) -> String { controls(text, keeping: "") }

    /// The same, but for some characters.
    static func controls(_ text: String, keeping kept: String) -> String {
        guard mayBeUnprintable(text) else { return text }
        return text.unicodeScalars.reduce(into: "") { result, scalar in
            if scalar.isUnprintable, !kept.unicodeScalars.contains(scalar) {
                result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
    }

    /// One line for people: no control characters, and nothing that a build server takes for a command.
    ///
    /// GitHub's runner obeys `::name::` where a line begins with it, whatever blanks stand before, and it and its neighbours
    /// obey `##[name]`, `##vso[…]` and `##teamcity[…]` anywhere. A backslash breaks both, and can be seen.
    static func line(_ text: String, forBuildServer: Bool = isForBuildServer) -> String {
        let shown = controls(text)
        guard forBuildServer, shown.utf8.contains(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "#") }) else {
            return shown
        }
        var result = String.UnicodeScalarView()
        var isAtStart = true
        var last: Unicode.Scalar = " "
        for scalar in shown.unicodeScalars {
            let isCommand = isAtStart && scalar == ":"
            if isCommand || scalar == "#" && last == "#" { result.append("\\") }
            result.append(scalar)
            isAtStart = isAtStart && scalar.properties.isWhitespace
            last = scalar
        }
        return String(result)
    }

    /// JSON that says the same without a character that a terminal would obey or not show: `\u001b`.
    ///
    /// - Parameters:
    ///   - json: Valid JSON; outside strings it can't hold such a character but white space, which stays.
    ///   - forBuildServer: Whether to break `##` too.
    /// - Returns: The same value as JSON.
    static func json(_ json: String, forBuildServer: Bool = isForBuildServer) -> String {
        let hasMarks = forBuildServer && json.utf8.contains(UInt8(ascii: "#"))
        guard hasMarks || mayBeUnprintable(json, orLineEnd: false) else { return json }
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

    /// Whether a look at each character is worth while: most texts pass by their bytes alone.
    private static func mayBeUnprintable(_ text: String, orLineEnd: Bool = true) -> Bool {
        let isSuspicious = text.utf8.contains { byte in
            switch byte {
            case 0..<0x20: orLineEnd
            // The first bytes of all that `isUnprintable` names in UTF-8.
            case 0x7F, 0xC2, 0xD8, 0xE2, 0xEF, 0xF3: true
            default: false
            }
        }
        return isSuspicious && text.unicodeScalars.contains { $0.isUnprintable && (orLineEnd || $0.value >= 0x20) }
    }
}
