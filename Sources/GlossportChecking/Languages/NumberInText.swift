/// A number in a text, compared by value: `1.000`, `1 000`, `١٠٠٠` and `1,000` may all be one thousand.
struct NumberInText: Sendable, Hashable {
    var written: String
    /// The possible values, as digits with at most one `.`; several if a separator may group digits or begin a
    /// fraction.
    var values: Set<String>
    var isPercentage: Bool
    /// The range of its digits in the text, in Unicode scalars.
    var range: Range<Int>

    func agrees(with other: NumberInText) -> Bool { !values.isDisjoint(with: other.values) }

    /// Whether the number is small enough to be translated as a word.
    var mayBeWord: Bool {
        guard !isPercentage else { return false }
        return values.contains { value in Int(value).map { $0 <= 12 } ?? false }
    }

    /// Finds all numbers in a text.
    ///
    /// - Parameter scalars: The text.
    /// - Returns: The numbers in order. A time, or a date with hyphens or slashes, yields several numbers.
    static func all(in scalars: [Unicode.Scalar]) -> [NumberInText] {
        var numbers: [NumberInText] = []
        var index = 0
        while index < scalars.count {
            guard digit(scalars[index]) != nil else {
                index += 1
                continue
            }
            let start = index
            var groups: [String] = [""]
            while index < scalars.count {
                if let value = digit(scalars[index]) {
                    groups[groups.count - 1].append(String(value))
                    index += 1
                } else if index + 1 < scalars.count, digit(scalars[index + 1]) != nil, isSeparator(scalars, index) {
                    groups.append("")
                    index += 1
                } else {
                    break
                }
            }
            if let percentage = discount(groups, before: index, in: scalars) {
                numbers.append(
                    NumberInText(written: percentage, values: [percentage], isPercentage: true, range: start..<index)
                )
                continue
            }
            if isDate(groups, scalars[start..<index]) {
                var place = start
                for group in groups {
                    let (part, range) = (values([group], zeros: 0), place..<(place + group.count))
                    numbers.append(NumberInText(written: group, values: part, isPercentage: false, range: range))
                    place = range.upperBound + 1
                }
                continue
            }
            var text = String.UnicodeScalarView()
            text.append(contentsOf: scalars[start..<index])
            let factor = zeros(after: index, in: scalars)
            numbers.append(
                NumberInText(
                    written: String(text),
                    values: values(groups, zeros: factor),
                    isPercentage: isPercentage(scalars, start, index),
                    range: start..<index
                )
            )
        }
        return numbers
    }

    /// Whether the groups are a day, a month and a year with dots, in any order: “26.11.2026”.
    private static func isDate(_ groups: [String], _ written: ArraySlice<Unicode.Scalar>) -> Bool {
        let lengths = groups.map(\.count).sorted()
        return lengths.count == 3 && lengths[1] <= 2 && lengths[2] == 4 && groups[1].count <= 2
            && written.count { $0 == "." } == 2
    }

    private static func digit(_ scalar: Unicode.Scalar) -> Int? {
        if scalar.value < 0x80 { return (0x30...0x39).contains(scalar.value) ? Int(scalar.value - 0x30) : nil }
        guard scalar.value >= 0x660, scalar.properties.numericType == .decimal else { return nil }
        return scalar.properties.numericValue.map { Int($0) }
    }

    /// Whether the character between two digits may belong to one number; a space only before exactly three digits.
    private static func isSeparator(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
        switch scalars[index] {
        case ".", ",", "'", "\u{2019}", "\u{66B}", "\u{66C}", "\u{FF0C}", "\u{FF0E}", "\u{B7}": true
        case " ", "\u{A0}", "\u{2009}", "\u{202F}":
            index + 3 < scalars.count && (1...3).allSatisfy { digit(scalars[index + $0]) != nil }
                && (index + 4 >= scalars.count || digit(scalars[index + 4]) == nil)
        default: false
        }
    }

    private static func values(_ groups: [String], zeros: Int) -> Set<String> {
        let padding = String(repeating: "0", count: zeros)
        func number(_ digits: String) -> String {
            let trimmed = digits.drop { $0 == "0" }
            return trimmed.isEmpty ? "0" : trimmed + padding
        }
        guard let last = groups.last, groups.count > 1 else { return [number(groups.joined())] }
        var values: Set<String> = []
        let isGrouped = groups.dropFirst().allSatisfy { (2...3).contains($0.count) }
        if isGrouped { values.insert(number(groups.joined())) }
        let fraction = last.reversed().drop { $0 == "0" }.reversed()
        var rest = Array(fraction)
        var digits = groups.dropLast().joined()
        // In 1.5万, the factor moves the decimal point.
        for _ in 0..<zeros { digits += rest.isEmpty ? "0" : String(rest.removeFirst()) }
        let head = digits.drop { $0 == "0" }
        values.insert((head.isEmpty ? "0" : head) + (rest.isEmpty ? "" : "." + String(rest)))
        return values
    }

    /// The number of zeros that a following Chinese, Japanese or Korean numeral (thousand, ten thousand, hundred
    /// million) adds.
    private static func zeros(after index: Int, in scalars: [Unicode.Scalar]) -> Int {
        guard index < scalars.count else { return 0 }
        switch scalars[index] {
        case "千", "천": return 3
        case "万", "萬", "만": return 4
        case "億", "亿", "억": return 8
        default: return 0
        }
    }

    /// The percentage that a Chinese discount takes off; 7折 means 7 tenths of the price, so 30 % off.
    private static func discount(_ groups: [String], before index: Int, in scalars: [Unicode.Scalar]) -> String? {
        let sign = index < scalars.count && scalars[index] == " " ? index + 1 : index
        guard sign < scalars.count, scalars[sign] == "折", groups.count <= 2, groups.allSatisfy({ $0.count == 1 }),
            let left = Int(groups.joined())
        else { return nil }
        return String(100 - (groups.count == 1 ? left * 10 : left))
    }

    private static func isPercentage(_ scalars: [Unicode.Scalar], _ start: Int, _ end: Int) -> Bool {
        func isSign(_ scalar: Unicode.Scalar) -> Bool {
            scalar == "%" || scalar == "\u{66A}" || scalar == "\u{FF05}" || scalar == "\u{FE6A}"
        }
        func isBlank(_ scalar: Unicode.Scalar) -> Bool {
            scalar == " " || scalar == "\u{A0}" || scalar == "\u{202F}" || scalar == "\u{2009}"
        }
        if end < scalars.count, isSign(scalars[end]) { return true }
        if end + 1 < scalars.count, isBlank(scalars[end]), isSign(scalars[end + 1]) { return true }
        // Turkish writes %50.
        return start > 0 && isSign(scalars[start - 1])
    }
}
