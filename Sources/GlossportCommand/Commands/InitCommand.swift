import ArgumentParser
private import Foundation
import GlossportChecking
import GlossportProject
import GlossportReading

struct InitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Inspect this folder and write a project file for it.",
        discussion: """
            Finds deliveries, the pattern of their keys, locales, messages, pictures and Apple's .p8 key, and writes a commented \
            project file. On a terminal it asks for what it cannot find, such as product IDs; otherwise it leaves comments to fill \
            in. It never changes an existing line.

            EXAMPLES
              glossport init
              glossport init --app com.example.northlight
              glossport init --delivery vendor/ --product keep-annual=com.example.annual
              glossport init --update            add what is new since
            """
    )

    @Option(help: ArgumentHelp("The app's bundle ID.", valueName: "bundle-id"))
    var app: String?

    @Option(help: ArgumentHelp("Target environment.", valueName: "name"))
    var environment: ServiceEnvironment?

    @Option(
        name: .customLong("delivery"),
        help: ArgumentHelp("Path of the vendor's files (default: all that are found).", valueName: "path")
    )
    var deliveries: [String] = []

    @Option(
        name: .customLong("product"),
        help: ArgumentHelp("A product that shows a message.", valueName: "message=product")
    )
    var products: [String] = []

    @Flag(help: "Add new deliveries, locales, messages and names of fields to the project file; change nothing else.")
    var update = false

    @Option(help: ArgumentHelp("The issuer ID from App Store Connect.", valueName: "uuid"))
    var issuerID: String?

    @Option(help: ArgumentHelp("Key ID of the In-App Purchase key, if not in the .p8 file's name.", valueName: "id"))
    var keyID: String?

    @Option(
        help: ArgumentHelp(
            "The .p8 file, if it is in another folder.",
            discussion: "Relative to the project file.",
            valueName: "path"
        )
    )
    var privateKeyFile: String?

    @Option(help: ArgumentHelp("The file to write, or its folder.", valueName: "path"))
    var project: String?

    @OptionGroup(title: "Output") var output: OutputOptions

    private struct Written: Encodable {
        var project: String
        var files: [String]
        /// The deliveries, locales and messages that were added to the file.
        var deliveries, locales, messages: [String]
        /// The other names of fields in keys that were added, with their fields.
        var fields: [String: String]
        var remarks: [String] = []

        init(_ path: String, _ draft: ProjectDraft, fields: [String: String], files: [String]) {
            project = path
            self.files = files
            deliveries = draft.deliveries
            locales = draft.expected.map(\.code)
            messages = draft.messages.map(\.name)
            self.fields = fields
        }
    }

    func validate() throws {
        // The value is not repeated in the error, because it may be a secret.
        if let issuerID, !Project.Credentials.isIssuerID(issuerID) {
            throw ValidationError(
                "The value of '--issuer-id' is not a UUID; App Store Connect shows the issuer ID above the keys."
            )
        }
        if let keyID, !Project.Credentials.isKeyID(keyID) {
            throw ValidationError(
                "The value of '--key-id' is not a key ID: Apple's key IDs have ten letters and digits."
            )
        }
    }

    /// The placeholder if no bundle ID is known.
    private static let exampleApp = "com.example.app"

    func run() throws {
        let path = (project ?? EnvironmentVariable.project.value).map(ProjectSearch.path) ?? Workspace.standardFile
        if update { return try add(to: path) }
        guard !FileManager.default.fileExists(atPath: path) else {
            throw GlossportError(
                .invalidOption,
                "\(path) is there already.",
                remedy: "Add --update to add what is new, or name another file with --project."
            )
        }
        let folder = ProjectFolder.folder(of: path)
        let contents = FolderContents(of: folder)
        let registry = try Readers.registry(for: nil)
        let survey = ProjectSurvey(registry: registry, archives: Readers.archives, folder: folder)
        let sights = (deliveries.isEmpty ? contents.candidates : deliveries).compactMap { survey.inspect(at: $0) }
        var draft = survey.draft(sights, pictures: contents.pictures, app: app ?? contents.app ?? Self.exampleApp)
        // The project file lists every delivery that the user has named, whatever it contains.
        draft.deliveries = deliveries + draft.deliveries.filter { !deliveries.contains($0) }
        if draft.deliveries.isEmpty { draft.deliveries = ["vendor/"] }
        draft.environment = environment ?? .sandbox
        draft.issuerID = issuerID
        draft.keyID = keyID ?? contents.keys.first?.id
        draft.privateKeyFile = privateKeyFile ?? contents.keys.first?.path
        for line in ProjectSights.lines(draft, sights) { Output.report(line) }
        try assignProducts(&draft)
        if Terminal.isConversation { ask(&draft, knowsApp: app != nil) }
        var files: [(path: String, line: String)] = []
        var obstacle: (any Error)?
        do {
            try write(draft, registry, to: path, &files)
        } catch  where !files.isEmpty {
            obstacle = error
        }
        var written = Written(path, draft, fields: draft.keys.otherNames, files: files.map(\.path))
        written.remarks = ProjectSights.remarks(draft, sights, survey.failures(in: sights, draft))
        try show(written, by: obstacle, files.map(\.line) + written.remarks + ["Next: `glossport validate`."])
    }

    private func show(_ written: Written, by obstacle: (any Error)? = nil, _ lines: [String]) throws {
        try output.show("glossport.init/1", written, by: obstacle, lines: lines)
    }

    /// Adds new deliveries, locales, messages and names of fields to a project file.
    private func add(to path: String) throws {
        guard let file = try ProjectText.load(path) else { throw ProjectSearch.missing }
        let folder = ProjectFolder.folder(of: path)
        let registry = try Readers.registry(for: file)
        func parse(_ text: String) throws -> Project {
            try ProjectFile.parse(text, path: path, bases: try ProjectBases.of(text, path: path), with: registry)
        }
        let project = try parse(file.text)
        let contents = FolderContents(of: folder)
        let survey = ProjectSurvey(registry: registry, archives: Readers.archives, folder: folder)
        let sights = (deliveries.isEmpty ? contents.candidates : deliveries).compactMap { survey.inspect(at: $0) }
        let draft = survey.additions(to: project, sights, pictures: contents.pictures)
        let added =
            draft.deliveries.map { "the delivery \($0)" }
            + draft.newNames.sorted { $0.key < $1.key }.map { "the name “\($0.key)” of the field \($0.value)" }
            + draft.expected.map { "the locale \($0.code)" } + draft.messages.map { "the message \($0.name)" }
        let failures = survey.failures(in: sights, draft).filter {
            project.delivery(of: $0.path, relativeTo: folder) == nil
        }
        let remarks = ProjectSights.lines(failures)
        guard !added.isEmpty else {
            return try show(
                Written(path, draft, fields: [:], files: []),
                remarks + ["\(path) already lists everything found here."]
            )
        }
        guard let text = ProjectListEditor.add(draft, to: file.text), let changed = try? parse(text),
            changed.keys.otherNames == draft.keys.otherNames
        else {
            throw GlossportError(
                .invalidProject,
                "\(path) is written in a way that can't be edited line by line.",
                remedy: "Add \(added.joined(separator: ", ")) yourself."
            )
        }
        try ProjectText.write(text, to: path)
        try show(
            Written(path, draft, fields: draft.newNames, files: [path]),
            added.map { "Added \($0)." } + remarks + ["Next: `glossport validate`."]
        )
    }

    private func assignProducts(_ draft: inout ProjectDraft) throws {
        for value in products {
            let parts = value.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else {
                throw GlossportError(
                    .invalidOption,
                    "--product \(value) names no message.",
                    remedy: "Write --product keep-annual=com.example.annual."
                )
            }
            if let index = draft.messages.firstIndex(where: { $0.name == parts[0] }) {
                draft.messages[index].products.append(parts[1])
            } else if draft.messages.isEmpty {
                var message = ProjectDraft.Message(name: parts[0])
                message.products = [parts[1]]
                draft.messages.append(message)
            } else {
                throw GlossportError(
                    .invalidOption,
                    "No delivery contains the message “\(parts[0])”.",
                    remedy: Spelling.remedy(for: parts[0], among: draft.messages.map(\.name))
                )
            }
        }
    }

    /// Asks the user for values that are still missing, and to confirm the bundle ID and the environment unless they
    /// were given as options.
    private func ask(_ draft: inout ProjectDraft, knowsApp: Bool) {
        if !knowsApp {
            let id = Prompt("The app's bundle ID", proposal: draft.app == Self.exampleApp ? "" : draft.app)
                .answer { Project.isBundleID($0) ? nil : "A bundle ID looks like com.example.northlight." }
            // After an empty answer, the example remains in the file, and the user replaces it later.
            if !id.isEmpty { draft.app = id }
        }
        if environment == nil {
            let name = Prompt("sandbox or production", proposal: draft.environment.rawValue)
                .answer { ServiceEnvironment(rawValue: $0) == nil ? "Type sandbox or production." : nil }
            draft.environment = ServiceEnvironment(rawValue: name) ?? draft.environment
        }
        if issuerID == nil {
            let id = Prompt("The issuer ID from App Store Connect, a UUID", proposal: "")
                .answer { $0.isEmpty || Project.Credentials.isIssuerID($0) ? nil : "That is not a UUID." }
            draft.issuerID = id.isEmpty ? nil : id
        }
        if draft.issuerID != nil, draft.keyID == nil {
            let id = Prompt("The key's ID, ten letters and digits", proposal: "")
                .answer { $0.isEmpty || Project.Credentials.isKeyID($0) ? nil : "That is not a key ID." }
            draft.keyID = id.isEmpty ? nil : id
        }
        // Users would not answer more than ten questions about products.
        guard draft.messages.count <= 10 else { return }
        for index in draft.messages.indices where draft.messages[index].products.isEmpty {
            let name = draft.messages[index].name
            let ids = Prompt("IDs of the products that show \(name), separated by commas", proposal: "").answer()
            draft.messages[index].products = ids.split(separator: ",").map { String($0.filter { !$0.isWhitespace }) }
        }
    }

    /// Creates missing delivery folders, writes the project file, its schema and `.gitignore`, and adds each written
    /// file to `files`.
    private func write(
        _ draft: ProjectDraft,
        _ registry: FormatRegistry,
        to path: String,
        _ files: inout [(path: String, line: String)]
    ) throws {
        let text = ProjectTemplate.text(draft, schema: Workspace.schemaFile)
        // Validates the text before it is written, so that a bundle ID with a stray character is found now, not at the
        // first import.
        _ = try ProjectFile.parse(text, path: path, with: registry)
        let folder = ProjectFolder.folder(of: path)
        for delivery in draft.deliveries where delivery.hasSuffix("/") {
            let location = ProjectFolder.location(of: delivery, in: folder)
            if !FileManager.default.fileExists(atPath: location) {
                try? FileManager.default.createDirectory(atPath: location, withIntermediateDirectories: true)
            }
        }
        do {
            try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .withoutOverwriting)
        } catch {
            throw OutputFile.unwritable(path)
        }
        files.append((path, "Wrote \(path)."))
        let schema = ProjectFolder.location(of: Workspace.schemaFile, in: folder)
        do {
            try Data(PackageResources.glossport_schema_json)
                .write(to: URL(fileURLWithPath: schema), options: .withoutOverwriting)
            files.append((schema, "Wrote \(schema), a schema with which editors check and complete the project file."))
        } catch {
            // The project file also works without its schema, which may exist already or be unwritable.
        }
        try ignore(["*.p8", ".glossport/"], in: folder, &files)
    }

    /// Keeps keys and journals out of the repository, even after a hasty `git add .`.
    private func ignore(_ patterns: [String], in folder: String, _ files: inout [(path: String, line: String)]) throws {
        let path = ProjectFolder.location(of: ".gitignore", in: folder)
        let text = try ProjectText.load(path)?.text ?? ""
        let lines = Set(text.split(separator: "\n").map(String.init))
        let missing = patterns.filter { !lines.contains($0) }
        guard !missing.isEmpty else { return }
        let addition = (text.isEmpty || text.hasSuffix("\n") ? "" : "\n") + missing.joined(separator: "\n") + "\n"
        try ProjectText.write(text + addition, to: path)
        let verb = text.isEmpty ? "Wrote" : "Extended"
        files.append((path, "\(verb) \(path): Git ignores \(missing.joined(separator: " and "))."))
    }
}

/// A question on the terminal, with a default answer for Enter.
private struct Prompt {
    let text: String
    let proposal: String

    init(_ text: String, proposal: String) { (self.text, self.proposal) = (text, proposal) }

    /// Asks until `objection` returns `nil`; an empty answer or end of input means the proposal.
    func answer(objection: (String) -> String? = { _ in nil }) -> String {
        while true {
            Output.ask(text + (proposal.isEmpty ? " (Enter: later)" : " [\(proposal)]") + ": ")
            guard let line = Interrupts.shared.whileAsking({ readLine() }) else { return proposal }
            let answer = line.trimmingCharacters(in: .whitespacesAndNewlines)
            if answer.isEmpty { return proposal }
            guard let objection = objection(answer) else { return answer }
            Output.report(objection)
        }
    }
}
