import Foundation
import Glossport
import GlossportProject
import GlossportReading
import GlossportTesting
import Testing

@testable import SQLiteJournal

@Suite("Importer lock")
struct ImporterLockTests {
    private static let production = Destination(app: "com.example.northlight", environment: .production)

    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("journal.sqlite")
    }

    @Test("A second importer at the same destination is told which process holds the journal")
    func excludes() throws {
        let lock = try acquire()
        let error = #expect(throws: GlossportError.self) { try acquire() }
        let process = "process \(ProcessInfo.processInfo.processIdentifier) on \(ProcessIdentity.current.host)"
        #expect(error?.code == .journalLocked)
        let moment = ImporterLock.here(Timestamp(seconds: 1_790_000_000))
        #expect(
            error?.message == "The journal for com.example.northlight (sandbox) is held by \(process) since \(moment)."
        )
        #expect(error?.remedy != nil)
        lock.close()
    }

    @Test("Different destinations of one journal are independent")
    func destinations() throws {
        let locks = [try acquire(), try acquire(Self.production)]
        #expect(Set(locks.map(\.path)).count == 2)
        #expect(locks.allSatisfy { $0.path.hasPrefix(folder.path) && $0.path.hasSuffix(".lock") })
    }

    @Test("A lock can be taken again after it was closed")
    func close() throws {
        let first = try acquire()
        first.close()
        let second = try acquire()
        // The first stays closed: closing it again must not affect the second.
        first.close()
        #expect(throws: GlossportError.self) { try acquire() }
        second.close()
    }

    @Test("A lock can be taken again after it was deallocated")
    func deinitialized() throws {
        do { _ = try acquire() }
        _ = try acquire()
    }

    @Test("Two paths of one journal share one lock")
    func symbolicLink() throws {
        _ = try SQLiteLog(path: path)
        let link = folder.file("link.sqlite")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        let lock = try acquire()
        #expect(throws: GlossportError.self) {
            try ImporterLock.acquire(
                journalPath: link,
                destination: JournalSamples.sandbox,
                at: JournalSamples.moment()
            )
        }
        lock.close()
    }

    @Test("The lock can be taken before the journal and its folder exist")
    func beforeTheJournal() throws {
        let path = folder.file("new/.glossport/journal.sqlite")
        let lock = try ImporterLock.acquire(
            journalPath: path,
            destination: JournalSamples.sandbox,
            at: JournalSamples.moment()
        )
        #expect(!FileManager.default.fileExists(atPath: path))
        let mode = try FileManager.default.attributesOfItem(atPath: lock.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        _ = try SQLiteLog(path: path)
    }

    @Test("The entry of a dead holder in the lock file is ignored")
    func leftovers() throws {
        let lockPath = try acquire().path
        try Data("junk".utf8).write(to: URL(fileURLWithPath: lockPath))
        let lock = try acquire()
        let text = try String(contentsOfFile: lockPath, encoding: .utf8)
        #expect(text.contains("\"pid\":\(ProcessInfo.processInfo.processIdentifier)"))
        // A holder that has not written its identity yet.
        try FileHandle(forWritingTo: URL(fileURLWithPath: lockPath)).truncate(atOffset: 0)
        let error = #expect(throws: GlossportError.self) { try acquire() }
        #expect(error?.message.hasSuffix("is held by another process.") == true)
        lock.close()
    }

    @Test("A lock that cannot be created is an error, not a held lock")
    func impossible() throws {
        try Data().write(to: URL(fileURLWithPath: folder.file("file")))
        let error = #expect(throws: GlossportError.self) {
            try ImporterLock.acquire(
                journalPath: folder.file("file/journal.sqlite"),
                destination: JournalSamples.sandbox,
                at: JournalSamples.moment()
            )
        }
        #expect(error?.code == .journal)
    }

    @Test("A symbolic link in the lock's place is not followed, whatever its target", arguments: ["victim", "nowhere"])
    func link(target: String) throws {
        let lockPath = try acquire().path
        try Data("precious".utf8).write(to: URL(fileURLWithPath: folder.file("victim")))
        try FileManager.default.removeItem(atPath: lockPath)
        try FileManager.default.createSymbolicLink(atPath: lockPath, withDestinationPath: folder.file(target))
        let error = #expect(throws: GlossportError.self) { try acquire() }
        #expect(error?.code == .journal)
        #expect(error?.message.contains("the existing file is a symbolic link") == true)
        #expect(try String(contentsOfFile: folder.file("victim"), encoding: .utf8) == "precious")
        #expect(!FileManager.default.fileExists(atPath: folder.file("nowhere")))
    }

    @Test("A lock file with a second name (hard link) is refused and left unchanged")
    func hardLink() throws {
        let lockPath = try acquire().path
        try Data("precious".utf8).write(to: URL(fileURLWithPath: folder.file("victim")))
        try FileManager.default.removeItem(atPath: lockPath)
        try FileManager.default.linkItem(atPath: folder.file("victim"), toPath: lockPath)
        let error = #expect(throws: GlossportError.self) { try acquire() }
        #expect(error?.message.contains("is a file with a second name (hard link)") == true)
        #expect(try String(contentsOfFile: folder.file("victim"), encoding: .utf8) == "precious")
    }

    @Test("A pipe or folder in place of the lock file is refused without blocking", arguments: [true, false])
    func noFile(isFolder: Bool) throws {
        let lockPath = try acquire().path
        try FileManager.default.removeItem(atPath: lockPath)
        if isFolder {
            try FileManager.default.createDirectory(atPath: lockPath, withIntermediateDirectories: false)
        } else {
            #expect(mkfifo(lockPath, 0o600) == 0)
        }
        let error = #expect(throws: GlossportError.self) { try acquire() }
        #expect(error?.message.contains("the existing file is \(isFolder ? "a folder" : "not a regular file")") == true)
    }

    @Test("A lock detects that its file was moved or replaced")
    func replaced() throws {
        let file = try LockFile(folder.file("a.lock"))
        defer { Foundation.close(file.descriptor) }
        #expect(file.isInPlace)
        try FileManager.default.moveItem(atPath: file.path, toPath: folder.file("b.lock"))
        #expect(!file.isInPlace)
        try Data().write(to: URL(fileURLWithPath: file.path))
        #expect(!file.isInPlace)
    }

    private func acquire(_ destination: Destination = JournalSamples.sandbox) throws -> ImporterLock {
        try ImporterLock.acquire(journalPath: path, destination: destination, at: JournalSamples.moment())
    }
}
