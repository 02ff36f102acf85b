package import GlossportChecking

extension BookedService {
    /// The defaults that customers see in some slots, as far as a tenth of the hour's allowance goes.
    ///
    /// - Parameter slots: The slots to ask for.
    /// - Returns: By slot; the inner `nil` for an empty one. A slot that was not asked is left out.
    /// - Throws: As ``shownDefault(_:)`` does, but for ``OutOfQuota``.
    package func shownDefaults(in slots: [DefaultSlot]) async throws -> [DefaultSlot: ServiceID?] {
        var rest = slots.prefix(access.questionsPerLook)
        return try await withThrowingTaskGroup(of: (DefaultSlot, ServiceID?).self) { group in
            var shown: [DefaultSlot: ServiceID?] = [:]
            func askNext() {
                guard let slot = rest.popFirst() else { return }
                group.addTask { (slot, try await self.shownDefault(slot)) }
            }
            for _ in 0..<access.width { askNext() }
            while let result = await group.nextResult() {
                switch result {
                case .success((let slot, let id)): shown.updateValue(id, forKey: slot)
                case .failure(is OutOfQuota): rest = []
                case .failure(let error): throw error
                }
                askNext()
            }
            return shown
        }
    }
}
