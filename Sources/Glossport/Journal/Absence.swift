package import GlossportProject

/// The lists that lacked an uploaded item, since one of them last contained it.
///
/// A list may lag behind, so an id missing from one proves nothing. An item that all lists lack for longer than they
/// lag is gone: another tool has deleted it, or it was never where the journal assumed.
package struct Absence: Sendable, Hashable {
    /// When the first list came that lacked it; the item had been uploaded before.
    package var first: Timestamp
    /// When the newest of them came.
    package var last: Timestamp
    /// How many there were.
    package var lists: Int

    /// For how long lists have to lack an item, unless the user says otherwise.
    static let standardPatience = Duration.seconds(600)

    package init(first: Timestamp, last: Timestamp, lists: Int) {
        self.first = first
        self.last = last
        self.lists = lists
    }

    /// The same after one more list that lacked it.
    package func again(at moment: Timestamp) -> Absence { Absence(first: first, last: moment, lists: lists + 1) }

    /// Whether the item has vanished: two lists, so far apart, are proof.
    package func proves(after patience: Duration) -> Bool { lists >= 2 && last - first >= patience }
}

/// The uploaded items that lists lack.
package struct Absences: Sendable, Hashable {
    /// Gone from the service.
    package private(set) var vanished: Set<ServiceID> = []
    /// Not shown by the newest list; another one has to tell.
    package private(set) var missing: Set<ServiceID> = []

    /// - Parameters:
    ///   - absences: The recorded absences.
    ///   - patience: For how long lists have to lack an item.
    package init(_ absences: [ServiceID: Absence] = [:], after patience: Duration = Absence.standardPatience) {
        for (id, absence) in absences {
            if absence.proves(after: patience) { vanished.insert(id) } else { missing.insert(id) }
        }
    }
    /// Those of some items.
    package func of(_ ids: Set<ServiceID>) -> Absences {
        var part = self
        part.vanished.formIntersection(ids)
        part.missing.formIntersection(ids)
        return part
    }
}
