import ArgumentParser
private import GlossportProject

/// The subject of a call.
///
/// The commands that its sentences recommend repeat it, so that they do the same thing when they are pasted. A sentence names a
/// command as `` `glossport settle` ``; in a run for `--environment production`, the user reads
/// `` `glossport settle --environment production` ``. What comes from the environment is there for the next command, too.
struct Hints: Sendable {
    /// Those of the command that the present task runs.
    @TaskLocal static var current = Hints()

    /// A flag as it was given to the parser.
    private struct Flag: Sendable {
        var name: String
        var value: String?

        var text: String { " " + name + (value.map { " " + Hints.quoted($0) } ?? "") }
    }

    /// The command, such as `journal check`.
    private var command = ""
    /// The flags by the commands that take them: about the project file, its use, its service, the reading of deliveries, and a selection.
    private var file: [Flag] = []
    private var project: [Flag] = []
    private var service: [Flag] = []
    private var reading: [Flag] = []
    private var selection: [Flag] = []
    /// The deliveries that were named instead of those of the project file.
    private var deliveries: [String] = []

    /// Nothing to repeat.
    init() {}

    /// Those of a command that was parsed.
    init(_ command: any ParsableCommand, path: [String], isTrusted: Bool = false) {
        self.command = path.joined(separator: " ")
        let options = command.options(ProjectOptions.self)
        let named =
            options?.project ?? command.options(ProjectFileOption.self)?.project ?? (command as? InitCommand)?.project
        add(\.file, "--project", named)
        if isTrusted { file.append(Flag(name: "--trusted")) }
        // A promotion goes there by itself; the next command has to be told.
        add(\.project, "--environment", ((command as? PromoteCommand)?.to ?? options?.environment)?.rawValue)
        if let journal = options?.journal, let place = try? JournalLocation(journal), !place.holdsPassword {
            add(\.project, "--journal", journal)
            // Beside a database alone, status is about all of its apps.
            if case .postgres = place, named == nil { add(\.file, "--project", ProjectSearch.path(named: nil)) }
        }
        if options?.allowsOutside == true { project.append(Flag(name: "--allow-outside")) }
        if let options = command.options(ServiceOptions.self) {
            add(\.service, "--endpoint", options.endpoint)
            if options.allowSharedKey { service.append(Flag(name: "--allow-shared-key")) }
        }
        if let options = command.options(DeliveryOptions.self) {
            deliveries = options.deliveries
            add(\.reading, "--format", options.reading.format)
            add(\.reading, "--as-locale", options.reading.asLocale)
            for option in options.reading.options { add(\.reading, "--option", option) }
        }
        if let options = command.options(DeliveryOptions.self)?.selection ?? command.options(SelectionOptions.self) {
            for locale in options.locales { add(\.selection, "--locale", locale) }
            for message in options.messages { add(\.selection, "--message", message) }
        }
    }

    /// Adds a flag, except a file descriptor of this shell call.
    private mutating func add(_ flags: WritableKeyPath<Hints, [Flag]>, _ name: String, _ value: String?) {
        guard let value, !value.hasPrefix("/dev/") else { return }
        self[keyPath: flags].append(Flag(name: name, value: value))
    }

    // MARK: Sentences

    /// A sentence whose commands can be pasted as they are.
    static func complete(_ text: String) -> String { current.complete(text) }

    /// A sentence with commands that do the same thing as this call.
    func complete(_ text: String) -> String {
        guard text.contains("`glossport ") else { return text }
        let parts = text.split(separator: "`", omittingEmptySubsequences: false)
        return parts.enumerated().map { index, part in
            // Every second part is between back-quotes.
            guard !index.isMultiple(of: 2), part.hasPrefix("glossport ") else { return String(part) }
            let isWhole = index + 1 < parts.count && parts[index + 1].hasPrefix(Self.whole)
            return complete(command: String(part), isWhole: isWhole)
        }
        .joined(separator: "`")
    }

    /// The words after a command that only means what it says where no text is left out.
    private static let whole = " of all deliveries"

    private func complete(command sentence: String, isWhole: Bool) -> String {
        let words = sentence.split(separator: " ").map(String.init)
        let path = GlossportCommand.path(words.dropFirst())
        let group = GlossportCommand.command(at: path)
        let target = group.configuration.defaultSubcommand ?? group
        let takesProject = target.takes(ProjectOptions.self)
        // A help is the same for all runs, and some commands take no project.
        guard takesProject || target.takes(ProjectFileOption.self) || target == InitCommand.self,
            !words.contains("--help")
        else { return sentence }
        let readsDeliveries = target.takes(DeliveryOptions.self)
        var result = sentence
        // Completed once more, a sentence stays as it is.
        if readsDeliveries, !isWhole {
            for path in deliveries.map(Self.quoted) where !result.contains(" " + path) { result += " " + path }
        }
        var flags = file
        if takesProject {
            // `promote` chooses its own environments.
            flags += project.filter { target != PromoteCommand.self || $0.name != "--environment" }
        }
        if target.takes(ServiceOptions.self) { flags += service }
        if readsDeliveries { flags += reading }
        // To commands that read no deliveries it would hide what is recommended, and part of a journal is not a journal.
        let isSelective =
            readsDeliveries || target.takes(SelectionOptions.self, under: "Deliveries")
            || path.joined(separator: " ") == command
        if isSelective, !isWhole, target != JournalRebuildCommand.self { flags += selection }
        for flag in flags where !words.contains(flag.name) { result += flag.text }
        return result
    }

    /// As a shell takes it for one word.
    static func quoted(_ text: String) -> String {
        let plain = text.unicodeScalars.allSatisfy { scalar in
            scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                || "-_./:=,@%+".unicodeScalars.contains(scalar)
        }
        return plain && !text.isEmpty
            ? text : "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
