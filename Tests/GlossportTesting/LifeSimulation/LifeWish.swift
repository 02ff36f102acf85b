import Glossport
import GlossportProject

/// The newest wish of a journal's imports, slot by slot, and the exceptions that its users have made.
///
/// An import that has died or failed early may have left its wish in the journal or not: until the next one begins, either is right.
struct LifeWish: Sendable {
    typealias Place = LifeReferee.Place

    /// The messages of the newest import that began; what its delivery lacks is not judged.
    private(set) var wanted: [Place: ServiceID] = [:]
    /// The messages of imports that may not have begun.
    private var perhaps: [Place: Set<ServiceID>] = [:]
    /// Slots set, emptied or rolled back by hand since.
    private(set) var byHand: Set<Place> = []
    /// Slots that imports leave as they are.
    private(set) var held: Set<Place> = []
    /// Slots that the newest import's project names no more, or perhaps no more, where an import has died.
    private(set) var gone: [Place: Certainty] = [:]
    /// Those of them whose removal an import has agreed to, and those where one may have that has died.
    private(set) var agreed: Set<Place> = []
    private var perhapsAgreed: Set<Place> = []

    enum Certainty: Sendable { case certain, perhaps }

    /// The last that a process of this journal has learned of each slot.
    var known: [Place: ServiceID?] = [:]

    /// Slots whose message an import may have taken back that perhaps began: its delivery lacks them, and they were never sent.
    private(set) var perhapsDropped: Set<Place> = []
    /// The slots of ``wanted`` for which the newest delivery has no text.
    private(set) var withdrawn: Set<Place> = []

    /// An import starts.
    mutating func propose(
        _ intended: [Place: ServiceID],
        at environment: ServiceEnvironment,
        isWhole: Bool,
        _ isUploaded: (ServiceID) -> Bool
    ) {
        for (place, id) in intended { perhaps[place, default: []].insert(id) }
        for (place, id) in wanted
        where isWhole && place.environment == environment && intended[place] == nil && !isUploaded(id) {
            perhapsDropped.insert(place)
        }
    }

    /// An import has begun to send, or has ended after its plan: from now on this is the wish.
    ///
    /// - Parameters:
    ///   - intended: What the delivery wants.
    ///   - environment: Where.
    ///   - isWhole: Whether it was the whole delivery; a part of it says nothing of the rest.
    ///   - isUploaded: Whether a message that the delivery lacks is at the service, so that it is still wanted.
    mutating func adopt(
        _ intended: [Place: ServiceID],
        at environment: ServiceEnvironment,
        isWhole: Bool,
        _ isUploaded: (ServiceID) -> Bool
    ) {
        defer { gone = gone.filter { wanted[$0.key] == nil } }
        guard isWhole else {
            wanted.merge(intended) { $1 }
            for place in intended.keys { perhaps[place] = nil }
            perhapsDropped.subtract(intended.keys)
            withdrawn.subtract(intended.keys)
            byHand.subtract(intended.keys)
            return
        }
        perhapsDropped = perhapsDropped.filter { $0.environment != environment }
        withdrawn = withdrawn.filter { $0.environment != environment }
        guard !intended.isEmpty else {
            wanted = wanted.filter { $0.key.environment != environment || isUploaded($0.value) }
            withdrawn.formUnion(wanted.keys.filter { $0.environment == environment })
            return
        }
        wanted = wanted.filter { $0.key.environment != environment }.merging(intended) { $1 }
        perhaps = perhaps.filter { $0.key.environment != environment }
        byHand.subtract(intended.keys)
    }

    /// An import starts whose project lacks slots.
    mutating func proposeWithdrawals(
        at environment: ServiceEnvironment,
        agreed isAgreed: Bool,
        _ isWithdrawn: (DefaultSlot) -> Bool
    ) {
        for place in Set(wanted.keys).union(gone.keys)
        where isAgreed && place.environment == environment && isWithdrawn(place.slot) { perhapsAgreed.insert(place) }
        for place in wanted.keys where place.environment == environment && isWithdrawn(place.slot) {
            perhapsDropped.insert(place)
        }
        for place in gone.keys where place.environment == environment && !isWithdrawn(place.slot) {
            gone[place] = .perhaps
        }
    }

    /// An import has begun to send, or has ended after its plan: its project lacks slots.
    mutating func withdraw(
        at environment: ServiceEnvironment,
        agreed isAgreed: Bool,
        _ isWithdrawn: (DefaultSlot) -> Bool
    ) {
        perhapsAgreed = perhapsAgreed.filter { $0.environment != environment }
        agreed = agreed.filter { $0.environment != environment || isWithdrawn($0.slot) }
        // A held slot keeps its wish.
        for place in wanted.keys
        where place.environment == environment && isWithdrawn(place.slot) && !held.contains(place) {
            wanted[place] = nil
            gone[place] = .certain
            withdrawn.remove(place)
        }
        for place in gone.keys where place.environment == environment && isWithdrawn(place.slot) {
            if isAgreed { agreed.insert(place) } else { agreed.remove(place) }
        }
    }

    /// Whether an import has, or may have, agreed to a removal.
    func mayRemove(_ place: Place) -> Bool { agreed.contains(place) || perhapsAgreed.contains(place) }

    mutating func changeByHand(_ place: Place) { byHand.insert(place) }

    mutating func hold(_ place: Place, _ isHeld: Bool) {
        if isHeld { held.insert(place) } else { held.remove(place) }
    }

    /// Whether a user has said that a slot may differ from the wish.
    func isExempt(_ place: Place) -> Bool { held.contains(place) || byHand.contains(place) }

    /// Whether a message is right in a slot.
    func permits(_ id: ServiceID?, in place: Place) -> Bool {
        guard let id else { return false }
        return wanted[place] == id || perhaps[place]?.contains(id) ?? false
    }
}
