private import Foundation
import GlossportChecking
import GlossportImporting
import GlossportReading

/// The projects of a fleet that lie on this machine, found by patterns.
struct FleetFolder {
    /// A project that lies here.
    struct Entry {
        /// Its file.
        var path: String
        var digest: InputDigest
        var journal: JournalLocation
    }

    /// What lies here now.
    struct Look {
        var entries: [Destination: Entry] = [:]
        /// Project files of which not even the destination can be made out, with the reason.
        var unusable: [(path: String, reason: String)] = []

        var offers: [Destination: InputDigest] { entries.mapValues(\.digest) }
    }

    /// What a project file came to, as long as neither it nor what it extends has changed.
    private struct Parsed {
        var text: String
        var bases: [ProjectBase]
        var destination: Destination
        /// `nil` where it makes no sense.
        var project: Project?
    }

    private let patterns: [String]
    private let environment: ServiceEnvironment?
    private let journal: JournalLocation?
    private var parsed: [String: Parsed] = [:]
    private var digests = FileDigests()

    /// - Parameters:
    ///   - patterns: Project files or their folders, with `*` and `?`.
    ///   - environment: What takes the place of each project's own.
    ///   - journal: What takes the place of each project's own.
    init(_ patterns: [String], environment: ServiceEnvironment?, journal: JournalLocation?) {
        self.patterns = patterns
        self.environment = environment
        self.journal = journal
    }

    /// Looks at everything that the patterns name.
    ///
    /// - Parameter now: The present moment.
    /// - Returns: What lies here.
    mutating func look(at now: Timestamp) -> Look {
        digests.lookAgain()
        var look = Look()
        var kept: [String: Parsed] = [:]
        for path in Self.paths(matching: patterns) {
            do {
                let parsed = try parse(path)
                kept[path] = parsed
                if let other = look.entries[parsed.destination] {
                    look.unusable.append((path, "It is for \(parsed.destination), as \(other.path) is."))
                    continue
                }
                look.entries[parsed.destination] = entry(parsed, path, at: now)
            } catch {
                look.unusable.append((path, Self.sentence(error)))
            }
        }
        parsed = kept
        return look
    }

    private mutating func entry(_ parsed: Parsed, _ path: String, at now: Timestamp) -> Entry {
        let input = ProjectInput(
            text: parsed.text,
            bases: parsed.bases,
            project: parsed.project,
            folder: ProjectFolder.folder(of: path)
        )
        return Entry(
            path: path,
            digest: input.digest(&digests, at: now),
            journal: journal ?? parsed.project?.journal ?? .standard
        )
    }

    /// A file that makes no sense is a project all the same if it says where it goes: its import tells what is wrong.
    private func parse(_ path: String) throws -> Parsed {
        let text = try ProjectText.text(of: path)
        let bases = try ProjectBases.of(text, path: path)
        if let known = parsed[path], known.text == text, known.bases == bases { return known }
        do {
            let registry = try Readers.registry(for: (path, text))
            let project = try ProjectFile.parse(
                text,
                path: path,
                bases: bases,
                ruleIDs: registry.rules.map(\.id),
                formats: registry.formats
            )
            guard let environment = environment ?? project.environment else {
                throw GlossportError(
                    .invalidProject,
                    "Neither the project file nor --environment says where to go.",
                    remedy: "Write `environment: sandbox` or `environment: production`."
                )
            }
            let destination = Destination(app: project.app, environment: environment)
            return Parsed(text: text, bases: bases, destination: destination, project: project)
        } catch {
            guard var destination = ProjectFile.destination(in: text, path: path, bases: bases) else { throw error }
            destination.environment = environment ?? destination.environment
            return Parsed(text: text, bases: bases, destination: destination)
        }
    }

    /// In one sentence.
    private static func sentence(_ error: any Error) -> String {
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
