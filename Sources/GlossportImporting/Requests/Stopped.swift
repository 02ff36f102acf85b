private import CLibrary

/// The work ended before it was done, because somebody asked for it.
package struct Stopped: Error, Hashable {
    package var cause: StopRequest.Cause

    package init(_ cause: StopRequest.Cause) { self.cause = cause }
}
