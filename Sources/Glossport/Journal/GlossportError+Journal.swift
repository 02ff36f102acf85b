/// What every journal says when it is asked about something that it never noted.
extension GlossportError {
    /// For a number that no `beginRun` of this journal returned.
    package static func unknownRun(_ run: RunID) -> GlossportError {
        GlossportError(.journal, "The journal knows no run \(run).", remedy: misuse)
    }

    /// For an id that was never enqueued at the run's destination.
    package static func unknownItem(_ item: ServiceID) -> GlossportError {
        GlossportError(.journal, "The journal knows no item \(item) at this destination.", remedy: misuse)
    }

    /// For an attempt that is unknown, belongs to another run, or has its end already.
    package static func notOpen(_ attempt: AttemptID, in run: RunID) -> GlossportError {
        GlossportError(.journal, "Attempt \(attempt) is not an open attempt of run \(run).", remedy: misuse)
    }

    private static let misuse = "This is a bug in glossport; please report it."
}
