/// What somebody has submitted of a project: the state in which it is to be imported, wherever that happens.
package struct FleetRevision: Sendable, Hashable {
    /// From 1 on, for each project.
    package var number: Int64
    package var digest: InputDigest
    /// Who submitted it, in their own words.
    package var submittedBy: String
    package var submitted: Timestamp

    package init(number: Int64, digest: InputDigest, submittedBy: String, submitted: Timestamp) {
        self.number = number
        self.digest = digest
        self.submittedBy = submittedBy
        self.submitted = submitted
    }
}
