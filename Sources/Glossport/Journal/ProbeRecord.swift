package import GlossportProject
import GlossportReading

/// A message or image that a probe has put at the service, or was about to.
///
/// Items are the project's; plans, deletions and reports never see this. The journal keeps it until it is certainly gone.
package struct ProbeRecord: Sendable, Hashable {
    package var id: ServiceID
    package var kind: Item.Kind
    /// Its name, which is its header, too.
    package var name: String
    /// The unusual form of its request; `nil` for the usual one.
    package var form: UnusualForm?
    /// When its upload was about to leave.
    package var since: Timestamp
}

extension ProbeRecord {
    /// A new thing, with an id that no other run makes.
    package init(_ name: String, _ kind: Item.Kind, in form: UnusualForm? = nil, of run: RunID, at moment: Timestamp) {
        let words = ["glossport-probe-v1", run.destination.app, "\(run.number)", "\(moment.nanoseconds)", name]
        let id = MessageIdentity.version5(of: MessageIdentity.lengthPrefixed(words))
        self.init(id: id, kind: kind, name: name, form: form, since: moment)
    }
}

extension JournalEvent {
    /// The JSON of an event of the kind `probed`.
    private struct ProbeText: Codable {
        var name: String
        var form: UnusualForm?
    }

    /// The word for a thing of a probe that is certainly gone.
    private static let gone = "gone"

    static func probed(_ record: ProbeRecord, isGone: Bool, in run: Int64, at moment: Timestamp) throws -> JournalEvent
    {
        var event = JournalEvent(.probed, in: run, at: moment, item: record.id)
        event.endpoint = record.kind.uploadEndpoint
        event.outcome = isGone ? gone : nil
        event.text = try text(ProbeText(name: record.name, form: record.form))
        return event
    }

    /// The thing that an event of the kind `probed` is about; `nil` if it is gone.
    func probeRecord() throws -> (id: ServiceID, record: ProbeRecord?) {
        guard let item, let kind = Item.Kind(uploadedBy: endpoint) else {
            throw GlossportError.impossible(self, "names nothing that a probe uploads")
        }
        let text = try decoded(ProbeText.self)
        let record = ProbeRecord(id: item, kind: kind, name: text.name, form: text.form, since: at)
        return (item, outcome == Self.gone ? nil : record)
    }
}

extension Journal {
    /// Remembers a thing of a probe before its upload leaves, or that it is gone.
    ///
    /// - Throws: ``GlossportError`` with code `journal`.
    package func recordProbe(_ record: ProbeRecord, isGone: Bool, at moment: Timestamp, in run: RunID) async throws {
        try await write(in: run) { draft in
            try draft.add(.probed(record, isGone: isGone, in: run.number, at: moment))
        }
    }

    /// The things of probes that may still be at the service, as far as this journal knows, oldest first.
    package func probes(at destination: Destination) async throws -> [ProbeRecord] {
        try await perform(at: destination, asks: true) { draft in
            draft.state.probes.values.sorted { ($0.since, $0.id) < ($1.since, $1.id) }
        }
    }
}
