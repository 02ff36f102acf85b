private import Foundation
import Testing

/// The links between the pages of this repository; web addresses are not checked.
@Suite("Links between pages")
struct LinkTests {
    /// Returns a page without its code blocks.
    private static func prose(of path: String) throws -> String {
        var isCode = false
        return try Repository.text(of: path).split(separator: "\n", omittingEmptySubsequences: false).filter { line in
            let isFence = line.drop { $0 == " " }.hasPrefix("```")
            if isFence { isCode.toggle() }
            return !isFence && !isCode
        }.joined(separator: "\n")
    }

    /// The anchors that code hosts generate for the headings of a page.
    private static func headings(of path: String) throws -> Set<String> {
        let titles = try prose(of: path).split(separator: "\n").filter { $0.hasPrefix("#") }
        return Set(
            titles.map { title in
                title.drop { $0 == "#" }.dropFirst().lowercased()
                    .filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) }
                    .replacing(" ", with: "-")
            }
        )
    }

    @Test("Each link leads to an existing file and, if it names one, to an existing heading")
    func targets() throws {
        let pages = try Repository.pages()
        #expect(pages.contains("README.md") && pages.contains("docs/tutorial.md"))
        for page in pages {
            let folder = page.split(separator: "/").dropLast().map { $0 + "/" }.joined()
            let link = /\]\((?<path>[^()\s#:]*)(?:#(?<heading>[^()\s]+))?\)/
            for match in try Self.prose(of: page).matches(of: link) {
                let target = match.path.isEmpty ? page : folder + match.path
                guard Repository.exists(target) else {
                    Issue.record("\(page) links to \(match.path), which is missing.")
                    continue
                }
                guard let heading = match.heading else { continue }
                #expect(try Self.headings(of: target).contains(String(heading)), "\(page) links to #\(heading)")
            }
        }
    }

    @Test("Pages outside DocC catalogs contain no DocC-only links")
    func noSymbols() throws {
        for page in try Repository.pages() where !page.contains(".docc/") {
            #expect(!(try Self.prose(of: page)).contains("<doc:"), "\(page)")
        }
    }
}
