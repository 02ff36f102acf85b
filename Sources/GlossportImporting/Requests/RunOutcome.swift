/// How work at the service ends; a program turns it into an exit code.
package enum RunOutcome: String, Sendable {
    case done, partial, rejected, conflict, credentials, capacity
    case notYet = "not-yet"
    case deadline, interrupted, failed

    package init(_ cause: StopRequest.Cause) {
        switch cause {
        case .interrupted: self = .interrupted
        case .deadline: self = .deadline
        }
    }
}
