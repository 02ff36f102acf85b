private import CLibrary
private import Foundation
import Glossport
import GlossportChecking
import GlossportImporting
import GlossportReading

/// The projects of a fleet that lie on this machine, found by patterns.
final class FleetFolder: Sendable {
    /// A project file as it was read last.
    private struct Known {
        /// Holds as long as neither the file nor what it extends has changed.
        var parsed: Parsed?
        var digests = FileDigests()
    }

    private struct Parsed {
        var text: String
        var bases: [ProjectBase]
        var destination: Destination
        /// `nil` where it makes no sense.
        var project: Project?
    }

    private struct Sight {
        var known: Known
        var result: Result<(Destination, FleetLook.Entry), any Error>
    }

    /// How many projects are looked at together.
    private static let width = 8

    private let patterns: [String]
    private let environment: ServiceEnvironment?
    private let journal: JournalLocation?
    private let known = Mutex<[String: Known]>([:])

    init(_ patterns: [String], environment: ServiceEnvironment?, journal: JournalLocation?) {
        self.patterns = patterns
        self.environment = environment
        self.journal = journal
    }

    /// Looks at everything that the patterns name; one look at a time.
    ///
    /// A project that takes longer than the limit is unusable; the next look goes on with its files.
    func look(_ time: any TimeSource, within limit: Duration? = nil) async -> FleetLook {
        let (paths, known) = (Self.paths(matching: patterns), known.withLock { $0 })
        var sights: [String: Sight] = [:]
        await withTaskGroup(of: (String, Sight).self) { group in
            for (index, path) in paths.enumerated() {
                if index >= Self.width, let (path, sight) = await group.next() { sights[path] = sight }
                group.addTask { (path, await self.sight(of: path, known[path] ?? Known(), time, within: limit)) }
            }
            for await (path, sight) in group { sights[path] = sight }
        }
        let seen = sights.mapValues(\.known)
        self.known.withLock { $0 = seen }
        var look = FleetLook()
        for path in paths {
            do {
                guard let (destination, entry) = try sights[path]?.result.get() else { continue }
                look.add(entry, for: destination)
            } catch {
                look.addUnusable(path, Self.sentence(error))
            }
        }
        return look
    }

    private func sight(
        of path: String,
        _ known: Known,
        _ time: any TimeSource,
        within limit: Duration?
    ) async -> Sight {
        let work = Task(executorPreference: LookingThreads.shared) { self.sight(of: path, known, at: time.now) }
        let watch = limit.map { limit in
            Task { if (try? await time.sleep(until: time.now + limit)) != nil { work.cancel() } }
        }
        defer { watch?.cancel() }
        return await work.value
    }

    private func sight(of path: String, _ known: Known, at now: Timestamp) -> Sight {
        var known = known
        known.digests.lookAgain()
        let result = Result {
            let parsed = try parse(path, known.parsed)
            known.parsed = parsed
            let input = ProjectInput(
                text: parsed.text,
                bases: parsed.bases,
                project: parsed.project,
                folder: ProjectFolder.folder(of: path)
            )
            let entry = FleetLook.Entry(
                path: path,
                digest: try input.digest(&known.digests, at: now),
                journal: journal ?? parsed.project?.journal ?? .standard
            )
            return (parsed.destination, entry)
        }
        return Sight(known: known, result: result)
    }

    /// A file that makes no sense is a project all the same if it says where it goes: its import reports what is wrong.
    private func parse(_ path: String, _ known: Parsed?) throws -> Parsed {
        let text = try ProjectText.text(of: path)
        let bases = try ProjectBases.of(text, path: path)
        if let known, known.text == text, known.bases == bases { return known }
        do {
            let registry = try Readers.registry(for: (path, text))
            let project = try ProjectFile.parse(text, path: path, bases: bases, with: registry)
            let destination = try project.destination(in: environment)
            return Parsed(text: text, bases: bases, destination: destination, project: project)
        } catch {
            guard var destination = ProjectFile.destination(in: text, path: path, bases: bases) else { throw error }
            destination.environment = environment ?? destination.environment
            return Parsed(text: text, bases: bases, destination: destination)
        }
    }

    /// In one sentence.
    private static func sentence(_ error: any Error) -> String {
        if error is CancellationError { return "Reading its files takes too long." }
        let first = CommandFailure(error).errors.first
        let place = first?.location.map { "line \($0.line): " } ?? ""
        return place + (first?.message ?? "It can't be read.")
    }

    /// The project files that patterns name, sorted, each once.
    private static func paths(matching patterns: [String]) -> [String] {
        var paths: Set<String> = []
        for pattern in patterns {
            var found = glob_t()
            defer { globfree(&found) }
            guard glob(pattern, 0, nil, &found) == 0 else {
                // A pattern may have nothing to name yet; a name has to be there.
                if !pattern.contains(where: { "*?[".contains($0) }) { paths.insert(pattern) }
                continue
            }
            for index in 0..<Int(found.gl_pathc) {
                if let path = found.gl_pathv[index].map({ String(cString: $0) }) { paths.insert(path) }
            }
        }
        return paths.compactMap { ProjectSearch.path(named: $0) }.sorted()
    }
}

/// Threads of their own on which projects are looked at: a disk or a plugin that hangs holds up nothing else.
///
/// Not those of Dispatch: tasks share them, and four files of many gigabytes would leave none for the clock that ends the look.
final class LookingThreads: TaskExecutor {
    static let shared = LookingThreads()

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        Thread.detachNewThread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
