package import GlossportProject

/// The core's interface to the service; each call makes one attempt and returns an answer, without retries or errors.
///
/// A request that has no connection by ``Departure/latest`` is not sent, and returns ``Answer/Outcome/notSent``.
package protocol MessageService: RealtimeService, ProbingService {
    /// Uploads one message.
    ///
    /// If the task is canceled, the result is ``Answer/Outcome/unknown``, unless nothing was sent.
    func upload(_ content: MessageContent, as id: ServiceID) async -> Answer

    /// Uploads one PNG image; cancellation has the same effect as for a message.
    func uploadImage(_ bytes: [UInt8], size: ImageSize, as id: ServiceID) async -> Answer

    /// Lists the service's messages or images with their review states.
    ///
    /// - Returns: The answer, and the states if it is ``Answer/Outcome/accepted``.
    func list(_ kind: Item.Kind) async -> (answer: Answer, states: [ServiceID: ReviewState])

    func delete(_ kind: Item.Kind, _ id: ServiceID) async -> Answer

    // MARK: Defaults

    /// Makes a message the default of a slot, replacing any other; may be repeated.
    func setDefault(_ slot: DefaultSlot, to id: ServiceID) async -> Answer

    /// Reads the default of a slot; ``Answer/Outcome/notFound`` if the slot is empty.
    func getDefault(_ slot: DefaultSlot) async -> (answer: Answer, id: ServiceID?)

    /// Empties a slot; an empty slot is not an error.
    func deleteDefault(_ slot: DefaultSlot) async -> Answer

    /// Reads the real-time URL; ``Answer/Outcome/notFound`` if none is set.
    func getRealtimeURL() async -> (answer: Answer, url: String?)
}
