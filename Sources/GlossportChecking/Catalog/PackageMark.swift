private import Foundation
import GlossportProject
import GlossportReading

/// The ID of a package for a vendor.
///
/// Each text in the package contains it as a note, so that a returned text identifies the text it replaces. Its written
/// form is “glossport package 20261126T150233Z LatAm”, or without a name if the vendor has none.
package struct PackageMark: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The time of creation, in whole seconds since 1970.
    package var made: Int64
    /// The vendor's name in the project file; `nil` if the vendor has none.
    package var vendor: String?

    static let beginning = "glossport package"

    package init(made: Int64, vendor: String? = nil) {
        self.made = made
        self.vendor = vendor
    }

    /// Parses a mark.
    ///
    /// - Parameter text: A mark exactly as ``description`` writes it; the result is `nil` for any other text.
    package init?(_ text: some StringProtocol) {
        let words = text.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
        guard words.count > 2, let date = try? Date(String(words[2]), strategy: Self.moment) else { return nil }
        self.init(
            made: Int64(date.timeIntervalSince1970.rounded(.down)),
            vendor: words.count > 3 ? String(words[3]) : nil
        )
        guard text == description, vendor.map(Project.Vendor.isName) ?? true else { return nil }
    }

    package var description: String {
        let date = Date(timeIntervalSince1970: TimeInterval(made)).formatted(Self.moment)
        return ([Self.beginning, date] + [vendor].compactMap(\.self)).joined(separator: " ")
    }

    /// The day of creation, as `YYYY-MM-DD`.
    package var day: String { Date(timeIntervalSince1970: TimeInterval(made)).formatted(.iso8601.year().month().day()) }

    private static let moment = Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted)

    /// Sorts older packages first; the vendor's name decides between two of the same second.
    package static func < (left: PackageMark, right: PackageMark) -> Bool {
        (left.made, left.vendor ?? "") < (right.made, right.vendor ?? "")
    }

    // MARK: Notes

    /// The newest mark and the other notes of a unit.
    ///
    /// Translation tools join notes, so a mark is recognized as a separate line.
    struct InNotes {
        private(set) var mark: PackageMark?
        /// The first line that begins like a mark but is damaged.
        private(set) var damaged: String?
        private(set) var others: [String]

        init(_ notes: [String]) {
            others = notes
            // Fast path: few units have a mark.
            guard notes.contains(where: { $0.hasBytes(of: PackageMark.beginning) }) else { return }
            others = notes.compactMap { note in
                var others: [Substring] = []
                for line in note.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
                    let text = String(line).trimmingWhitespace
                    if let mark = PackageMark(text) {
                        self.mark = max(self.mark ?? mark, mark)
                    } else {
                        if text.hasPrefix(PackageMark.beginning) { damaged = damaged ?? text }
                        others.append(line)
                    }
                }
                let rest = others.joined(separator: "\n").trimmingWhitespace
                return rest.isEmpty ? nil : rest
            }
        }
    }
}
