import ArgumentParser
import Glossport
import GlossportImporting

/// Takes the last flip of defaults back.
struct DefaultsRollbackCommand: LimitedCommand {
    static let configuration = CommandConfiguration(
        commandName: "rollback",
        abstract: "Set again what was the default before the last flip.",
        discussion: """
            Takes back what the newest import or settle has set; what was changed by hand since stays. Run it again to go on after an \
            interruption, or one flip further back. `settle` leaves it so; the next import sets what its texts want.

            EXAMPLES
              glossport defaults rollback                        all of the last flip
              glossport defaults rollback --message keep-annual  where it is wanted
              glossport defaults rollback --empty                delete what is new
            """
    )

    @OptionGroup(title: "Project") var project: ProjectOptions
    @OptionGroup(title: "Service") var service: ServiceOptions
    @OptionGroup(title: "Limits") var limits: LimitOptions
    @OptionGroup(title: "Limits") var lock: LockOptions
    @OptionGroup var consent: ConsentOptions
    @OptionGroup var replacement: ReplacementOptions

    @OptionGroup var places: PlaceOptions

    @Flag(help: "Delete the default where nothing was set before; customers see nothing of ours there.")
    var empty = false

    @Flag(
        name: .customLong("take-over"),
        help: "Also where somebody else has set something since."
    )
    var takeOver = false

    func run() async throws {
        var work = ChangeDefaults(
            .rollback(emptiesSlots: empty, isMeant: { [places] in places.contain($0) }),
            takesOver: takeOver
        )
        work.replacements = replacement.replacements
        try await work.run(try Workspace(project, needsApp: true), service, limits, lock, consent)
        Output.talk(
            """
            The next `glossport import` sets the newer texts again, unless the deliveries have the old ones back or \
            `glossport defaults hold` keeps these.
            """
        )
    }
}
