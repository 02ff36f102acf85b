import GlossportChecking
import GlossportImporting

/// Stands in where nobody may be asked.
struct OfflineService: MessageService {
    private let answer = Answer(.notSent, detail: "offline")

    func upload(_ content: MessageContent, as id: ServiceID) async -> Answer { answer }
    func uploadImage(_ bytes: [UInt8], size: ImageSize, as id: ServiceID) async -> Answer { answer }
    func list(_ kind: Item.Kind) async -> (answer: Answer, states: [ServiceID: ReviewState]) { (answer, [:]) }
    func delete(_ kind: Item.Kind, _ id: ServiceID) async -> Answer { answer }
    func setDefault(_ slot: DefaultSlot, to id: ServiceID) async -> Answer { answer }
    func getDefault(_ slot: DefaultSlot) async -> (answer: Answer, id: ServiceID?) { (answer, nil) }
    func deleteDefault(_ slot: DefaultSlot) async -> Answer { answer }
}
