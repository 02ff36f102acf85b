import GlossportChecking
import GlossportProject

/// The uploads of a probe: booked and paced like every other call, and remembered until they are gone.
extension Run {
    /// Uploads a message or image of a probe.
    ///
    /// - Parameters:
    ///   - record: The thing; the journal has it before the request leaves.
    ///   - isFirst: Whether nothing of it was sent before: only then a refusal proves that it is not there.
    ///   - send: The upload.
    /// - Returns: The service's answer.
    /// - Throws: As ``setDefault(_:to:)`` does.
    func makeProbe(
        _ record: ProbeRecord,
        isFirst: Bool,
        _ send: @escaping @Sendable (any MessageService) async -> Answer
    ) async throws -> Answer {
        let (journal, id, time) = (journal, id, time)
        let preparation = Preparation {
            try await journal.recordProbe(record, isGone: false, at: time.now, in: id)
        } revert: {
            guard isFirst else { return }
            try await journal.recordProbe(record, isGone: true, at: time.now, in: id)
        }
        return try await change(record.kind.uploadEndpoint, record.name, preparation, send)
    }

    /// Deletes a message or image of a probe.
    ///
    /// - Parameters:
    ///   - record: The thing; the journal forgets it when it is certainly gone.
    ///   - mayArrive: Whether a request that was cut off may still upload it: then its absence proves nothing.
    /// - Returns: The service's answer.
    /// - Throws: As ``setDefault(_:to:)`` does.
    func deleteProbe(_ record: ProbeRecord, mayArrive: Bool) async throws -> Answer {
        var answer = try await change(record.kind.deleteEndpoint, record.name) { service in
            guard let form = record.form else { return await service.delete(record.kind, record.id) }
            return await service.delete(record.id, in: form)
        }
        // The service may keep it in lower case, and compare ids as they are written.
        if record.form == .upperCaseID, answer.outcome != .accepted {
            answer = try await change(record.kind.deleteEndpoint, record.name) { service in
                await service.delete(record.kind, record.id)
            }
        }
        if answer.outcome == .accepted || answer.outcome == .notFound && !mayArrive {
            try await journal.recordProbe(record, isGone: true, at: time.now, in: id)
        }
        return answer
    }

    /// The list of messages as the service writes it.
    ///
    /// - Returns: The answer, and the ids in its order and letter case.
    /// - Throws: As ``list(_:)`` does.
    func listAsSent() async throws -> (answer: Answer, ids: [String]) {
        try await ask(.listMessages) { [service] in await service.listMessagesAsSent(withTokenFor: nil) }
    }

    /// The answer to one question about the default of a slot, whatever it is.
    ///
    /// - Throws: As ``list(_:)`` does.
    func askForDefault(_ slot: DefaultSlot) async throws -> Answer {
        try await ask(.getDefault) { [service] in await service.getDefault(slot) }.0
    }
}
