import ArgumentParser
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
        let session = try Session(try Workspace(project, needsApp: true), service, limits, lock)
        try Confirmation.check(session.destination, deed: "change what customers see", agreed: consent.yes)
        let status = try await BookedRun.perform(.changeDefaults, session) { booked in
            let rollback = Rollback(
                try await booked.journal.defaults(at: session.destination),
                emptiesSlots: empty,
                where: places.contain
            )
            let byHand = DefaultsByHand(
                booked: booked,
                isAgreed: consent.yes,
                takesOver: takeOver,
                stated: replacement.replacements
            )
            return try await byHand.apply(rollback.changes) { slots in
                // First, or the next settle would set them again.
                try await rollback.keep(slots, in: booked.journal, booked.run)
            }
        }
        if status != .done { throw status }
        Output.talk(
            """
            The next `glossport import` sets the newer texts again, unless the deliveries have the old ones back or \
            `glossport defaults hold` keeps these.
            """
        )
    }
}
