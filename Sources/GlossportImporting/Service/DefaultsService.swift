package import GlossportChecking

/// The service's calls for default messages; see ``MessageService`` for what an answer means.
package protocol DefaultsService: MessageService {
    /// Makes a message the default of a slot; it replaces what was there, and may be repeated.
    func setDefault(_ slot: DefaultSlot, to id: ServiceID) async -> Answer

    /// Asks what a slot holds; ``Answer/Outcome/notFound`` if nothing.
    func getDefault(_ slot: DefaultSlot) async -> (answer: Answer, id: ServiceID?)

    /// Empties a slot; it is no error if it is empty.
    func deleteDefault(_ slot: DefaultSlot) async -> Answer
}
