import GlossportImporting
import GlossportReading

/// The sentences about quota, with the flag that passes over a pause.
extension OutOfQuota {
    /// The cause and its end, as a sentence without its full stop.
    var clause: String {
        "\(reason.capitalizedFirst)\(isThrottled ? ", so Glossport pauses" : "") until \(TimeText.full(resumeAt))"
    }

    /// The cause, its end and the next step.
    ///
    /// - Parameter again: The repetition, such as “run the same command again”.
    /// - Returns: One sentence.
    func next(_ again: String) -> String {
        "\(clause): \(again) then\(isThrottled ? ", or now with --ignore-pause" : "")."
    }

    var error: GlossportError {
        GlossportError(
            .quota,
            "\(clause).",
            remedy: isThrottled
                ? "Run the same command again then, or now with --ignore-pause."
                : "Run the same command again then, or use a longer --wait-for-quota."
        )
    }
}
