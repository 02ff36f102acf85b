import CLibrary
import Crypto
import Foundation
import GlossportReading
import Testing

@testable import RetentionMessagingClient

@Suite("Private key file")
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

    @Test("A key file with mode 600 or 400 is read", arguments: [0o600, 0o400] as [mode_t])
    func privateFile(mode: mode_t) throws {
        chmod(path, mode)
        _ = try PrivateKey(file: path)
    }

    @Test(
        "A key file that other users can read or write is refused with a remedy",
        arguments: [0o644, 0o640, 0o604, 0o620] as [mode_t]
    )
    func openFile(mode: mode_t) {
        chmod(path, mode)
        #expect(error(path)?.remedy?.contains("chmod 600 \(path)") == true)
    }

    @Test(
        "With --allow-shared-key, a key file is read whatever its permissions",
        arguments: [0o644, 0o666] as [mode_t]
    )
    func sharedFile(mode: mode_t) throws {
        chmod(path, mode)
        #expect(error(path)?.remedy?.contains("--allow-shared-key") == true)
        _ = try PrivateKey(file: path, allowsShared: true)
    }

    @Test("A named pipe is refused without blocking")
    func namedPipe() {
        mkfifo(path + ".fifo", 0o600)
        #expect(error(path + ".fifo")?.message.contains("not a regular file") == true)
        #expect(throws: GlossportError.self) { try PrivateKey(file: path + ".fifo", allowsShared: true) }
    }

    @Test("A pipe opened by the shell is read to its end, whatever its path")
    func processSubstitution() throws {
        for name in ["/dev/fd/", "/proc/self/fd/"] {
            var ends: [Int32] = [0, 0]
            try #require(pipe(&ends) == 0)
            defer { close(ends[0]) }
            let text = Array(signingKey.pemRepresentation.utf8)
            // In two pieces, as from a slow program.
            #expect(write(ends[1], text, 20) == 20)
            #expect(text[20...].withUnsafeBytes { write(ends[1], $0.baseAddress, $0.count) } == text.count - 20)
            close(ends[1])
            _ = try PrivateKey(file: "\(name)\(ends[0])")
            // Read again, as for another project of the same command.
            _ = try PrivateKey(file: "\(name)\(ends[0])")
        }
        #expect(error("/dev/fd/999999")?.message.contains("can't be read") == true)
    }

    @Test("A folder is refused as a private key file")
    func directory() {
        #expect(error(folder.path(percentEncoded: false)) != nil)
    }

    @Test("The error for a missing key file names it")
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
        "Only key files of the current user and of root are trusted",
        arguments: [(1_000, 1_000, true), (0, 1_000, true), (1_001, 1_000, false), (1_000, 0, false)]
            as [(UInt32, UInt32, Bool)]
    )
    func owner(owner: UInt32, user: UInt32, trusted: Bool) {
        let mode = UInt32(S_IFREG) | 0o600
        let file = KeyFileOwnership(mode: mode, owner: owner, size: 250, isInMemory: false)
        #expect((file.problem(of: "key.p8", user: user, isPipeFine: false, false) == nil) == trusted)
    }

    @Test(
        "A file that other users may read must belong to root and be in memory or limited to one group",
        arguments: [
            // Mode, owner, user, in memory, permitted.
            (0o444, 0, 1_000, true, true), (0o444, 0, 0, true, true), (0o640, 0, 0, true, true),
            (0o444, 0, 1_000, false, false), (0o444, 1_000, 1_000, true, false),
            (0o440, 0, 1_000, false, true), (0o640, 0, 1_000, false, true), (0o440, 0, 0, false, false),
            (0o644, 0, 1_000, false, false), (0o660, 0, 1_000, true, false), (0o646, 0, 1_000, true, false),
            (0o440, 1_001, 1_000, true, false),
        ] as [(UInt32, UInt32, UInt32, Bool, Bool)]
    )
    func mounted(mode: UInt32, owner: UInt32, user: UInt32, isInMemory: Bool, taken: Bool) {
        let file = KeyFileOwnership(mode: UInt32(S_IFREG) | mode, owner: owner, size: 250, isInMemory: isInMemory)
        #expect((file.problem(of: "key.p8", user: user, isPipeFine: false, false) == nil) == taken)
        #expect(file.problem(of: "key.p8", user: user, isPipeFine: false, true) == nil)
    }
}
