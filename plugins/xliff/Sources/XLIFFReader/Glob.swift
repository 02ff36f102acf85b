/// A shell pattern: `*` stands for any characters, also `/`; `?` for one; everything else for itself.
struct Glob: Sendable {
    private let pattern: [Character]

    init(_ pattern: String) { self.pattern = Array(pattern) }

    /// Whether the whole text fits.
    func matches(_ text: String) -> Bool {
        let text = Array(text)
        var (position, inPattern) = (0, 0)
        // Where to go on after the last star if the rest does not fit; one star back is enough.
        var retry: (position: Int, inPattern: Int)?
        while position < text.count {
            if inPattern < pattern.count, pattern[inPattern] == "*" {
                inPattern += 1
                retry = (position, inPattern)
            } else if inPattern < pattern.count, pattern[inPattern] == "?" || pattern[inPattern] == text[position] {
                inPattern += 1
                position += 1
            } else if let last = retry {
                retry = (last.position + 1, last.inPattern)
                (position, inPattern) = (last.position + 1, last.inPattern)
            } else {
                return false
            }
        }
        return pattern[inPattern...].allSatisfy { $0 == "*" }
    }
}
