import Glossport
import GlossportProject
import GlossportReading

/// The sentences about quota, with the flag that ignores a pause.
extension OutOfQuota {
    /// The cause, its end and the remaining work, as a sentence without its full stop.
    var clause: String {
        let pause = isThrottled ? ", so Glossport pauses" : ""
        let verbs = [Endpoint.getDefault: " to read", .configureDefault: " to set", .deleteDefault: " to delete"]
        let rest = left > 0 ? ", with \(Plural.of(left, "default")) left\(verbs[endpoint] ?? "")" : ""
        return "\(reason.capitalizedFirst)\(pause) until \(TimeText.full(resumeAt))\(rest)"
    }

    /// The cause, its end and the next step, in one sentence.
    ///
    /// - Parameter again: The repetition, such as “run the same command again”.
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
