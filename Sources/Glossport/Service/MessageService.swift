package import GlossportProject

/// The service as the core sees it: one attempt per call, an answer as a value, never a retry and never a thrown error.
///
/// A request that has no connection by ``Departure/latest`` never leaves: it is ``Answer/Outcome/notSent``.
package protocol MessageService: RealtimeService, ProbingService {
    /// Sends one message.
    ///
    /// - Returns: The result. Cancelling the task makes it ``Answer/Outcome/unknown``, unless nothing was sent.
    func upload(_ content: MessageContent, as id: ServiceID) async -> Answer

    /// Sends one image.
    ///
    /// - Parameters:
    ///   - bytes: The PNG file.
    ///   - size: The use of the image.
    ///   - id: Its id.
    /// - Returns: The result, as for a message.
    func uploadImage(_ bytes: [UInt8], size: ImageSize, as id: ServiceID) async -> Answer

    /// Asks which messages or images the service holds, with their review states.
    ///
    /// - Returns: The answer, and the states if it is ``Answer/Outcome/accepted``.
    func list(_ kind: Item.Kind) async -> (answer: Answer, states: [ServiceID: ReviewState])

    /// Deletes one message or image.
    func delete(_ kind: Item.Kind, _ id: ServiceID) async -> Answer

    // MARK: Defaults

    /// Makes a message the default of a slot; it replaces what was there, and may be repeated.
    func setDefault(_ slot: DefaultSlot, to id: ServiceID) async -> Answer

    /// Asks what a slot holds; ``Answer/Outcome/notFound`` if nothing.
    func getDefault(_ slot: DefaultSlot) async -> (answer: Answer, id: ServiceID?)

    /// Empties a slot; an empty slot is not an error.
    func deleteDefault(_ slot: DefaultSlot) async -> Answer
}
