/// What an import tells while it uploads.
package enum ImportProgress: Sendable {
    /// How the upload of one kind stands after an event.
    case uploading(UploadMachine)
    /// What was made certain of an item; the journal knows it already.
    case settled(ItemOutcome)
}
