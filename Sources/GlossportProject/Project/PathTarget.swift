private import CLibrary

/// The existing file or folder that a path leads to, identified by device and inode.
///
/// One file has several paths: a relative and an absolute one, those through links and, on a case-insensitive volume,
/// `vendor` and `Vendor`. All of them have the same target.
package struct PathTarget: Sendable, Hashable {
    private let node: Node
    /// The folder and the folded name of a file with several hard links, which users regard as separate files.
    private let link: Link?

    private struct Node: Hashable {
        let device: UInt64
        let inode: UInt64

        fileprivate init(_ status: stat) {
            device = UInt64(truncatingIfNeeded: status.st_dev)
            inode = UInt64(status.st_ino)
        }
    }

    private struct Link: Hashable {
        let folder: Node?
        let name: String
    }

    /// Finds the target of a path, following links; `nil` if there is none.
    package init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        node = Node(status)
        guard status.st_mode & S_IFMT == S_IFREG, status.st_nlink > 1 else {
            link = nil
            return
        }
        let real = realpath(path, nil)
        defer { free(real) }
        let place = real.map { String(cString: $0) } ?? path
        let isKnown = stat(ProjectFolder.folder(of: place), &status) == 0
        let name = place.split(separator: "/").last.map(String.init) ?? place
        link = Link(folder: isKnown ? Node(status) : nil, name: name.lowercased())
    }
}
