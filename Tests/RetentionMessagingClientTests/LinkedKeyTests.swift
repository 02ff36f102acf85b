import CLibrary
import Crypto
import Foundation
import GlossportReading
import RetentionMessagingClient
import Testing

/// Keys as Kubernetes mounts them: `AuthKey.p8 -> ..data/AuthKey.p8`, and `..data -> ..2026_11_22`.
@Suite("Linked private key")
final class LinkedKeyTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "glossport-\(UUID())")
        .path(percentEncoded: false)
    private var path: String { folder + "/AuthKey.p8" }

    init() throws {
        try makeFolder("")
        try mount("..2026_11_22")
        symlink("..data/AuthKey.p8", path)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func makeFolder(_ name: String) throws {
        try FileManager.default.createDirectory(atPath: folder + "/" + name, withIntermediateDirectories: true)
        chmod(folder + "/" + name, 0o755)
    }

    /// Writes a key into a new folder and atomically redirects `..data` to it.
    private func mount(_ name: String) throws {
        try makeFolder(name)
        try Data(signingKey.pemRepresentation.utf8).write(to: URL(filePath: "\(folder)/\(name)/AuthKey.p8"))
        chmod("\(folder)/\(name)/AuthKey.p8", 0o400)
        symlink(name, folder + "/..tmp")
        rename(folder + "/..tmp", folder + "/..data")
    }

    private func refusal() -> GlossportError? {
        let error = #expect(throws: GlossportError.self) { try PrivateKey(file: path) }
        #expect(error?.code == .credentials)
        return error
    }

    @Test("A link that no other user can redirect is followed, even after the secret was rotated")
    func mounted() throws {
        _ = try PrivateKey(file: path)
        try mount("..2026_11_23")
        try FileManager.default.removeItem(atPath: folder + "/..2026_11_22")
        _ = try PrivateKey(file: path)
    }

    @Test("Relative paths, dots and absolute links are followed")
    func ways() throws {
        symlink(path, folder + "/absolute.p8")
        symlink("./../" + (folder as NSString).lastPathComponent + "/absolute.p8", folder + "/dots.p8")
        _ = try PrivateKey(file: folder + "/dots.p8")
    }

    @Test("A parent folder that other users can write to is named, and `--allow-shared-key` permits it")
    func writableFolder() throws {
        chmod(folder + "/..2026_11_22", 0o777)
        let error = refusal()
        #expect(error?.message.contains("other users can write to") == true)
        #expect(error?.message.contains("..2026_11_22") == true)
        #expect(error?.remedy?.contains("--allow-shared-key") == true)
        _ = try PrivateKey(file: path, allowsShared: true)
    }

    @Test("A sticky folder such as /tmp is permitted")
    func stickyFolder() throws {
        chmod(folder, 0o1777)
        _ = try PrivateKey(file: path)
    }

    @Test("A link's target is checked like a file named directly")
    func openTarget() {
        chmod(folder + "/..2026_11_22/AuthKey.p8", 0o644)
        #expect(refusal()?.message.contains("can be read by other users") == true)
    }

    @Test("Circular and dangling links are refused with an explanation")
    func deadEnds() {
        unlink(path)
        symlink("AuthKey.p8", path)
        #expect(refusal()?.message.contains("can't be read") == true)
        unlink(path)
        symlink("gone.p8", path)
        #expect(refusal()?.message.contains("No such file") == true)
    }

    @Test("A link to a device or named pipe is refused without blocking")
    func otherThings() {
        unlink(path)
        symlink("/dev/zero", path)
        #expect(refusal()?.message.contains("not a regular file") == true)
        unlink(path)
        mkfifo(folder + "/pipe", 0o600)
        symlink("pipe", path)
        #expect(refusal()?.message.contains("not a regular file") == true)
    }
}
