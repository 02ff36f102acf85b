import ArgumentParser
import GlossportReading

/// Whether somebody must have approved what is sent.
struct ApprovalOptions: ParsableArguments {
    @Flag(
        name: .customLong("require-approval"),
        help: "Refuse locales that nobody has approved as they are."
    )
    var isRequired = false

    /// Refuses a choice of messages, for an approval is of all messages of a locale.
    func check(_ selection: SelectionOptions) throws {
        guard isRequired, !selection.messages.isEmpty else { return }
        throw GlossportError(
            .invalidOption,
            "--require-approval looks at whole locales, and --message chooses a part of them.",
            remedy: "Leave one of the two out."
        )
    }
}
