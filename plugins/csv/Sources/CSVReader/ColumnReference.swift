/// A column as a project file names it: by its header, or by its number.
enum ColumnReference: Sendable, Hashable, CustomStringConvertible {
    /// From 1.
    case number(Int)
    case name(String)

    init(_ text: String) {
        let trimmed = text.trimmingWhitespace
        if let number = Int(trimmed), number > 0 { self = .number(number) } else { self = .name(trimmed) }
    }

    /// The indices of the columns that are meant.
    ///
    /// Case and outer spaces of a header don't matter. A header that is a number is found by that number too, if the
    /// row has no so many columns.
    func indices(in header: [String]) -> [Int] {
        switch self {
        case .number(let number) where number <= header.count: return [number - 1]
        case .number(let number): return Self.indices(of: String(number), in: header)
        case .name(let name): return Self.indices(of: name, in: header)
        }
    }

    private static func indices(of name: String, in header: [String]) -> [Int] {
        let wanted = name.lowercased()
        return header.indices.filter { header[$0].trimmingWhitespace.lowercased() == wanted }
    }

    var description: String {
        switch self {
        case .number(let number): "\(number)"
        case .name(let name): "“\(name)”"
        }
    }
}
