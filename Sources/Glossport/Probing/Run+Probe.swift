import GlossportChecking
import GlossportProject

/// The uploads of a probe: recorded and paced like every other call, and remembered until they are deleted.
extension Run {
    /// Uploads a message or image of a probe.
    ///
    /// The journal records the upload before the request leaves. A refusal proves that nothing was uploaded only if
    /// `isFirst`: no earlier upload had this id.
    ///
    /// - Throws: The same errors as ``setDefault(_:to:)``.
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
    /// The journal forgets the upload when it is certainly gone. If an interrupted request `mayArrive`, absence proves
    /// nothing.
    ///
    /// - Throws: The same errors as ``setDefault(_:to:)``.
    func deleteProbe(_ record: ProbeRecord, mayArrive: Bool) async throws -> Answer {
        var answer = try await change(record.kind.deleteEndpoint, record.name) { service in
            guard let form = record.form else { return await service.delete(record.kind, record.id) }
            return await service.delete(record.id, in: form)
        }
        // The service may store the id in lower case, and compare ids literally.
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

    /// Fetches the list of messages in the service's spelling.
    ///
    /// - Returns: The answer, and the ids in their original order and letter case.
    /// - Throws: The same errors as ``list(_:)``.
    func listAsSent() async throws -> (answer: Answer, ids: [String]) {
        try await ask(.listMessages) { [service] in await service.listMessagesAsSent(withTokenFor: nil) }
    }

    /// Reads the default of a slot, and returns the answer whatever its outcome.
    ///
    /// - Throws: The same errors as ``list(_:)``.
    func askForDefault(_ slot: DefaultSlot) async throws -> Answer {
        try await ask(.getDefault) { [service] in await service.getDefault(slot) }.0
    }
}
