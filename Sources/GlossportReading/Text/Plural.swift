/// Formats numbers with their nouns.
package enum Plural {
    package static func of(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
        "\(grouped(count)) \(count == 1 ? noun : plural ?? noun + "s")"
    }

    /// Groups digits: `2,000` for 2000.
    package static func grouped(_ number: Int) -> String {
        var digits = String(number.magnitude)
        var groups: [String] = []
        while digits.count > 3 {
            groups.insert(String(digits.suffix(3)), at: 0)
            digits.removeLast(3)
        }
        return (number < 0 ? "-" : "") + ([digits] + groups).joined(separator: ",")
    }

    /// Lists the first names and the number of further ones: `a, b, c and 18 more`.
    package static func few(_ names: some Collection<String>, _ shown: Int) -> String {
        names.prefix(shown).joined(separator: ", ") + (names.count > shown ? " and \(names.count - shown) more" : "")
    }

    /// Returns the line below a truncated list; empty if no item is hidden.
    package static func more(_ hidden: Int, _ remedy: String? = nil) -> [String] {
        hidden > 0 ? ["  … and \(grouped(hidden)) more" + (remedy.map { ": \($0)" } ?? "")] : []
    }
}
