import Glossport
import GlossportProject
import GlossportReading

/// Sentences about exhausted quota, with the flags that help.
extension OutOfQuota {
    /// The cause, the time when quota is available again, and the remaining work, as a sentence without its full stop.
    var clause: String {
        let pause = isThrottled ? ", so Glossport pauses" : ""
        let verbs = [Endpoint.getDefault: " to read", .configureDefault: " to set", .deleteDefault: " to delete"]
        let rest = left > 0 ? ", with \(Plural.of(left, "default")) left\(verbs[endpoint] ?? "")" : ""
        return "\(reason.capitalizedFirst)\(pause) until \(TimeText.full(resumeAt))\(rest)"
    }

    /// The clause and the next step, in one sentence.
    ///
    /// - Parameter again: The instruction to repeat the command, such as “run the same command again”.
    /// - Returns: The sentence.
    func next(_ again: String) -> String {
        "\(clause): \(again) then\(isThrottled ? ", or now with --ignore-pause" : "")."
    }

    var error: GlossportError {
        let again = isThrottled ? "or now with --ignore-pause" : "or use a longer --max-wait"
        return GlossportError(
            .quota,
            "\(clause).",
            remedy:
                "Run the same command again then, \(again).\(left > 0 ? " It continues where this run ended." : "")"
        )
    }
}
