/// A range of merged cells; rows count from 1, columns from 0.
struct CellArea: Comparable {
    let top: Int
    let left: Int
    let bottom: Int
    let right: Int

    /// The numbers of rows and columns of a sheet in Excel.
    static let rows = 1_048_576
    static let columns = 16_384

    /// Parses a range of more than one cell, such as `A1:B2`; `nil` for any other text.
    init?(_ text: String) {
        let corners = text.split(separator: ":", omittingEmptySubsequences: false).map(Self.cell)
        guard (1...2).contains(corners.count), let first = corners[0], let last = corners[corners.count - 1] else {
            return nil
        }
        (top, left, bottom, right) = (first.row, first.column, last.row, last.column)
        guard 1 <= top, top <= bottom, bottom <= Self.rows, left <= right, right < Self.columns, first != last else {
            return nil
        }
    }

    static func < (one: CellArea, other: CellArea) -> Bool { (one.top, one.left) < (other.top, other.left) }

    private static func cell(_ text: Substring) -> (row: Int, column: Int)? {
        var rest = Array(text.utf8)[...]
        if rest.first == UInt8(ascii: "$") { rest.removeFirst() }
        let letters = rest.prefix { (0x41...0x5A).contains($0) }
        rest = rest[letters.endIndex...]
        if rest.first == UInt8(ascii: "$") { rest.removeFirst() }
        guard let column = column(letters), (1...7).contains(rest.count),
            rest.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return Int(String(decoding: rest, as: UTF8.self)).map { ($0, column) }
    }

    /// Returns the index of a column: 0 for `A`, 16,383 for `XFD`.
    static func column(_ letters: some Collection<UInt8>) -> Int? {
        guard (1...3).contains(letters.count) else { return nil }
        var number = 0
        for letter in letters {
            guard (0x41...0x5A).contains(letter) else { return nil }
            number = number * 26 + Int(letter) - 64
        }
        return number - 1
    }

    static func letters(of column: Int) -> String {
        var letters: [Character] = []
        var rest = column + 1
        while rest > 0 {
            letters.append(Character(UnicodeScalar(UInt8(65 + (rest - 1) % 26))))
            rest = (rest - 1) / 26
        }
        return String(letters.reversed())
    }
}
