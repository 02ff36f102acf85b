package import GlossportProject
import GlossportReading

/// A message or image that a probe has uploaded, or was about to upload.
///
/// It is not an ``Item``, so plans, deletions and reports never include it. The journal keeps the record until the
/// upload is certainly gone.
package struct ProbeRecord: Sendable, Hashable {
    package var id: ServiceID
    package var kind: Item.Kind
    /// The name, which is also the header.
    package var name: String
    /// The unusual form of its request; `nil` for the usual one.
    package var form: UnusualForm?
    /// When its upload was about to be sent.
    package var since: Timestamp
}

extension ProbeRecord {
    /// Creates a record with an id that no other run derives.
    package init(_ name: String, _ kind: Item.Kind, in form: UnusualForm? = nil, of run: RunID, at moment: Timestamp) {
        let words = ["glossport-probe-v1", run.destination.app, "\(run.number)", "\(moment.nanoseconds)", name]
        let id = MessageIdentity.version5(of: MessageIdentity.lengthPrefixed(words))
        self.init(id: id, kind: kind, name: name, form: form, since: moment)
    }
}

extension JournalEvent {
    /// The JSON of a `probed` event.
    private struct ProbeText: Codable {
        var name: String
        var form: UnusualForm?
    }

    /// The outcome of an upload that is certainly gone.
    private static let gone = "gone"

    static func probed(_ record: ProbeRecord, isGone: Bool, in run: Int64, at moment: Timestamp) throws -> JournalEvent
    {
        var event = JournalEvent(.probed, in: run, at: moment, item: record.id)
        event.endpoint = record.kind.uploadEndpoint
        event.outcome = isGone ? gone : nil
        event.text = try text(ProbeText(name: record.name, form: record.form))
        return event
    }

    /// Returns the id and the record of a `probed` event; the record is `nil` if the upload is gone.
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
    /// Records a probe's upload before it is sent, or that it is gone.
    package func recordProbe(_ record: ProbeRecord, isGone: Bool, at moment: Timestamp, in run: RunID) async throws {
        try await write(in: run) { draft in
            try draft.add(.probed(record, isGone: isGone, in: run.number, at: moment))
        }
    }
}
