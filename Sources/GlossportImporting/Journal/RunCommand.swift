/// What a run executes, by the word that the journal keeps of it.
///
/// Journals hold the words, so each stays as it is, whatever a program calls the command; a journal of another version may hold others.
package struct RunCommand: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    package var rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    package static let `import` = RunCommand(rawValue: "import")
    package static let plan = RunCommand(rawValue: "plan")
    package static let settle = RunCommand(rawValue: "settle")
    package static let wait = RunCommand(rawValue: "wait")
    package static let prune = RunCommand(rawValue: "prune")
    /// Fills a journal from the service's lists.
    package static let rebuild = RunCommand(rawValue: "rebuild")
    /// Forgets what became of items, because a person says so.
    package static let forget = RunCommand(rawValue: "forget")
    /// Notes who approves what.
    package static let approve = RunCommand(rawValue: "approve")
    /// Asks whether everything works.
    package static let doctor = RunCommand(rawValue: "doctor")
    /// Changes defaults because a person says so, not because the project wants it.
    package static let changeDefaults = RunCommand(rawValue: "defaults")

    /// Lists or deletes what the service holds of one kind.
    package static func items(_ kind: Item.Kind) -> RunCommand { RunCommand(rawValue: "\(kind.rawValue)s") }

    /// Whether the defaults that it changes are changed by hand: then no rollback takes them back.
    package var isByHand: Bool { self == .changeDefaults }

    package var description: String { rawValue }
}
