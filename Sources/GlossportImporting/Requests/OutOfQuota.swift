private import CLibrary
package import GlossportChecking

/// The allowance is used up for longer than the user waits.
package struct OutOfQuota: Error, Hashable {
    package var endpoint: Endpoint
    /// From when on there is quota again.
    package var resumeAt: Timestamp

    package init(_ endpoint: Endpoint, resumeAt: Timestamp) {
        self.endpoint = endpoint
        self.resumeAt = resumeAt
    }
}
