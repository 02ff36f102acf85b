private import CLibrary
import GlossportReading

/// A path that leads through symbolic links, such as the path of a mounted secret.
///
/// Kubernetes mounts a secret as `AuthKey.p8 -> ..data/AuthKey.p8`. The link `..data` leads to a folder whose name
/// changes whenever the secret does.
struct LinkedPath {
    private let path: String

    init(_ path: String) { self.path = path }

    /// Resolves the path, if only root and one user can redirect it.
    ///
    /// This requires that root or the user owns every folder and link on the way, and that no other user can write to
    /// the folders. In a folder with the sticky bit, such as `/tmp`, only the owner of an entry can replace it. The
    /// result therefore remains valid until it is used.
    ///
    /// - Parameter user: The trusted user besides root.
    /// - Returns: A path without links; `nil` if a part of it no longer exists, or if it leads through more than 40
    ///   links.
    /// - Throws: ``GlossportError`` with the code ``GlossportError/Code/credentials`` if another user can redirect the
    ///   path.
    func target(trusting user: UInt32) throws(GlossportError) -> String? {
        var rest = Self.parts(absolute)
        var place = ""
        var links = 0
        while !rest.isEmpty {
            let part = rest.removeFirst()
            if part == "." { continue }
            if part == ".." {
                // The path so far contains no links, so its parent is everything before the last slash.
                place = place.lastIndex(of: "/").map { String(place[..<$0]) } ?? ""
                continue
            }
            let next = place + "/" + part
            var status = stat()
            guard lstat(next, &status) == 0 else { return nil }
            let type = status.st_mode & S_IFMT
            // The file itself is checked after it is opened.
            if type == S_IFDIR || type == S_IFLNK, status.st_uid != user, status.st_uid != 0 {
                throw refusal("\(next) belongs to another user")
            }
            if type == S_IFDIR, status.st_mode & 0o022 != 0, status.st_mode & S_ISVTX == 0 {
                throw refusal("other users can write to \(next)")
            }
            guard type == S_IFLNK else {
                place = next
                continue
            }
            links += 1
            guard links <= 40, let target = Self.text(of: next) else { return nil }
            rest = Self.parts(target) + rest
            if target.hasPrefix("/") { place = "" }
        }
        return place.isEmpty ? "/" : place
    }

    private var absolute: String {
        guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
        defer { free(folder) }
        return String(cString: folder) + "/" + path
    }

    private static func parts(_ path: String) -> [String] { path.split(separator: "/").map(String.init) }

    private static func text(of link: String) -> String? {
        let bytes = [CChar](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
            count = buffer.baseAddress.map { max(0, readlink(link, $0, buffer.count)) } ?? 0
        }
        return bytes.isEmpty ? nil : String(decoding: bytes.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private func refusal(_ reason: String) -> GlossportError {
        GlossportError(
            .credentials,
            "The private key \(path) is a symbolic link that other users can redirect: \(reason).",
            remedy: "Name the file that it points to. If this is intended, add --allow-shared-key."
        )
    }
}
