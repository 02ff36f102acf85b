package import GlossportProject

/// The service's lists that did not contain an uploaded item, counted since a list last contained it.
///
/// A list may lag, so an id missing from one list proves nothing. An item missing from all lists for longer than they
/// lag is gone: another tool deleted it, or the upload never succeeded.
package struct Absence: Sendable, Hashable {
    /// When the first list without the item arrived; the item was uploaded before that.
    package var first: Timestamp
    /// When the newest list without the item arrived.
    package var last: Timestamp
    package var lists: Int

    package init(first: Timestamp, last: Timestamp, lists: Int) {
        self.first = first
        self.last = last
        self.lists = lists
    }

    /// Returns the absence after one more list without the item.
    package func again(at moment: Timestamp) -> Absence { Absence(first: first, last: moment, lists: lists + 1) }

    /// Whether the item has vanished: at least two lists lack it, received at least `delay` apart.
    package func proves(after delay: Duration) -> Bool { lists >= 2 && last - first >= delay }
}

/// The uploaded items that are missing from the service's lists.
package struct Absences: Sendable, Hashable {
    package private(set) var vanished: Set<ServiceID> = []
    /// The items missing from the newest list, but not for long enough to count as vanished.
    package private(set) var missing: Set<ServiceID> = []

    package init() {}

    /// Divides recorded absences; items that have been missing for `delay` have vanished.
    package init(_ absences: [ServiceID: Absence], after delay: Duration) {
        for (id, absence) in absences {
            if absence.proves(after: delay) { vanished.insert(id) } else { missing.insert(id) }
        }
    }
    /// Returns the absences of the given items.
    package func of(_ ids: Set<ServiceID>) -> Absences {
        var part = self
        part.vanished.formIntersection(ids)
        part.missing.formIntersection(ids)
        return part
    }
}
