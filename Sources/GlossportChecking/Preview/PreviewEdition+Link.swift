extension PreviewEdition.Image {
    /// The address of a file as a page has to write it, so that both can be moved together.
    ///
    /// - Parameters:
    ///   - file: The file's path from the root, without links to its parent such as `..`.
    ///   - folder: The page's folder, likewise.
    /// - Returns: The address, with whatever a name may hold.
    package static func link(to file: String, from folder: String) -> PreviewEdition.Image {
        let target = file.split(separator: "/")
        let start = folder.split(separator: "/")
        let shared = zip(target, start).prefix { $0 == $1 }.count
        let parts = start.dropFirst(shared).map { _ in ".." } + target.dropFirst(shared).map(String.init)
        // So that no name can be a scheme, a query or a fragment.
        return .linked(PercentEncoding.encoded(parts.joined(separator: "/")))
    }
}
