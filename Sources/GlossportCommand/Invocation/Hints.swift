import ArgumentParser
private import GlossportProject

/// The target of this call, which recommended commands repeat so that they act on the same project when pasted.
///
/// Messages name a command as `` `glossport settle` ``; in a run with `--environment production`, the user reads ``
/// `glossport settle --environment production` ``. Settings from environment variables are not repeated, because they
/// also apply to the next command.
struct Hints: Sendable {
    /// The hints of the command that the current task runs.
    @TaskLocal static var current = Hints()

    private struct Flag: Sendable {
        var name: String
        var value: String?

        var text: String { " " + name + (value.map { " " + Hints.quoted($0) } ?? "") }
    }

    private var command = ""
    /// The flags, grouped by the commands that accept them: project file, project settings, service, reading and
    /// selection.
    private var file: [Flag] = []
    private var project: [Flag] = []
    private var service: [Flag] = []
    private var reading: [Flag] = []
    private var selection: [Flag] = []
    /// The deliveries that the command line names instead of the project's own.
    private var deliveries: [String] = []

    init() {}

    init(_ command: any ParsableCommand, path: [String], isTrusted: Bool = false) {
        self.command = path.joined(separator: " ")
        let options = command.options(ProjectOptions.self)
        let named =
            options?.project ?? command.options(ProjectFileOption.self)?.project ?? (command as? InitCommand)?.project
        add(\.file, "--project", named)
        if isTrusted { file.append(Flag(name: "--trusted")) }
        // `promote` implies its environment, but the next command needs the flag.
        add(\.project, "--environment", ((command as? PromoteCommand)?.to ?? options?.environment)?.rawValue)
        if let journal = options?.journal, let place = try? JournalLocation(journal), !place.holdsPassword {
            add(\.project, "--journal", journal)
            // With a database but no project, `status` would cover all apps of the database.
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

    /// Adds a flag if it has a value, except a path below `/dev`: `/dev/fd/3`, for example, exists only in this shell's
    /// command.
    private mutating func add(_ flags: WritableKeyPath<Hints, [Flag]>, _ name: String, _ value: String?) {
        guard let value, !value.hasPrefix("/dev/") else { return }
        self[keyPath: flags].append(Flag(name: name, value: value))
    }

    // MARK: Sentences

    /// Completes a sentence so that its commands can be pasted.
    static func complete(_ text: String) -> String { current.complete(text) }

    /// Adds this call's flags to the commands in a sentence.
    func complete(_ text: String) -> String {
        guard text.contains("`glossport ") else { return text }
        let parts = text.split(separator: "`", omittingEmptySubsequences: false)
        return parts.enumerated().map { index, part in
            // Every second part is between backquotes.
            guard !index.isMultiple(of: 2), part.hasPrefix("glossport ") else { return String(part) }
            let isWhole = index + 1 < parts.count && parts[index + 1].hasPrefix(Self.whole)
            return complete(command: String(part), isWhole: isWhole)
        }
        .joined(separator: "`")
    }

    /// The words after a command that applies only to all deliveries, so neither files nor a selection are added.
    private static let whole = " of all deliveries"

    private func complete(command sentence: String, isWhole: Bool) -> String {
        let words = sentence.split(separator: " ").map(String.init)
        let path = GlossportCommand.path(words.dropFirst())
        let group = GlossportCommand.command(at: path)
        let target = group.configuration.defaultSubcommand ?? group
        let takesProject = target.takes(ProjectOptions.self)
        // Leaves commands unchanged that show help or take no project.
        guard takesProject || target.takes(ProjectFileOption.self) || target == InitCommand.self,
            !words.contains("--help")
        else { return sentence }
        let readsDeliveries = target.takes(DeliveryOptions.self)
        var result = sentence
        // Skips deliveries that are already there, so that completing a sentence twice has no further effect.
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
        // A selection is added only to commands that select deliveries, and to the command that is running: elsewhere,
        // it would hide the recommended items.
        let isSelective =
            readsDeliveries || target.takes(SelectionOptions.self, under: "Deliveries")
            || path.joined(separator: " ") == command
        if isSelective, !isWhole, target != JournalRebuildCommand.self { flags += selection }
        for flag in flags where !words.contains(flag.name) { result += flag.text }
        return result
    }

    /// Quotes a text as one word for a shell.
    static func quoted(_ text: String) -> String {
        let plain = text.unicodeScalars.allSatisfy { scalar in
            scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                || "-_./:=,@%+".unicodeScalars.contains(scalar)
        }
        return plain && !text.isEmpty
            ? text : "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
