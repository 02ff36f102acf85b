import Crypto
import Foundation
import GlossportReading
import Testing

@testable import RetentionMessagingClient

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

@Suite("A private key's file")
final class PrivateKeyFileTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "glossport-\(UUID())")
    private var path: String { folder.appending(path: "AuthKey.p8").path(percentEncoded: false) }

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(signingKey.pemRepresentation.utf8).write(to: URL(filePath: path))
        chmod(path, 0o600)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func error(_ path: String) -> GlossportError? {
        let error = #expect(throws: GlossportError.self) { try PrivateKey(file: path) }
        #expect(error?.code == .credentials)
        return error
    }

    @Test("A file of mode 600 or 400 is read", arguments: [0o600, 0o400] as [mode_t])
    func privateFile(mode: mode_t) throws {
        chmod(path, mode)
        _ = try PrivateKey(file: path)
    }

    @Test(
        "A file that others can read is refused with the remedy",
        arguments: [0o644, 0o640, 0o604, 0o620] as [mode_t]
    )
    func openFile(mode: mode_t) {
        chmod(path, mode)
        #expect(error(path)?.remedy?.description.contains("chmod 600 \(path)") == true)
    }

    @Test("A symbolic link is refused")
    func link() {
        symlink(path, path + ".link")
        #expect(error(path + ".link")?.message.contains("symbolic link") == true)
    }

    @Test("A named pipe is refused without waiting for a writer")
    func pipe() {
        mkfifo(path + ".fifo", 0o600)
        #expect(error(path + ".fifo")?.message.contains("not a regular file") == true)
    }

    @Test("A folder is refused")
    func directory() {
        #expect(error(folder.path(percentEncoded: false)) != nil)
    }

    @Test("A missing file is named")
    func missing() {
        #expect(error(path + ".none")?.message.contains(path + ".none") == true)
    }

    @Test("A file larger than any key is refused")
    func large() throws {
        try Data(repeating: 0x41, count: 16 * 1_024 + 1).write(to: URL(filePath: path))
        chmod(path, 0o600)
        #expect(error(path)?.message.contains("larger") == true)
    }

    @Test(
        "Only my own files and root's are trusted",
        arguments: [(1_000, 1_000, true), (0, 1_000, true), (1_001, 1_000, false), (1_000, 0, false)]
            as [(UInt32, UInt32, Bool)]
    )
    func owner(owner: UInt32, user: UInt32, trusted: Bool) {
        let mode = UInt32(S_IFREG) | 0o600
        let complaint = PrivateKey.complaint("key.p8", mode: mode, owner: owner, size: 250, user: user)
        #expect((complaint == nil) == trusted)
    }
}
