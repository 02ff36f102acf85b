import ArgumentParser
import GlossportReading

/// Whether the texts to send must be approved.
struct ApprovalOptions: ParsableArguments {
    @Flag(
        name: .customLong("require-approval"),
        help: "Refuse locales whose current texts are not approved."
    )
    var isRequired = false

    /// Refuses a choice of messages, for an approval is of all messages of a locale.
    func check(_ selection: SelectionOptions) throws {
        guard isRequired, !selection.messages.isEmpty else { return }
        throw GlossportError(
            .invalidOption,
            "--require-approval and --message cannot be combined, because approvals are for whole locales.",
            remedy: "Remove one of them."
        )
    }
}
