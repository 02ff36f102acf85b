import Glossport
import GlossportProject

/// The desired defaults of a journal's newest import, and the exceptions that its users have made.
///
/// An import that died or failed early may or may not have recorded its desired defaults. Until a later import records
/// its own, customers may see either the earlier defaults or those of the failed import.
struct LifeDesiredDefaults: Sendable {
    typealias Place = LifeReferee.Place

    /// The desired message of each slot after the newest import; slots without one are not checked.
    private(set) var wanted: [Place: ServiceID] = [:]
    /// The messages of imports that may have died or failed before recording them.
    private var perhaps: [Place: Set<ServiceID>] = [:]
    /// The slots set, emptied or rolled back by hand since an import last desired a message for them.
    private(set) var byHand: Set<Place> = []
    /// The slots that a user holds, which imports leave unchanged.
    private(set) var held: Set<Place> = []
    /// The slots that the newest import's project no longer names, or perhaps no longer names if an import died.
    private(set) var gone: [Place: Certainty] = [:]
    /// The slots of ``gone`` whose removal a user has agreed to in an import.
    private(set) var agreed: Set<Place> = []
    /// The slots whose removal a user may have agreed to in an import that died.
    private var perhapsAgreed: Set<Place> = []

    enum Certainty: Sendable { case certain, perhaps }

    /// The last default of each slot that a process of this journal has received.
    var known: [Place: ServiceID?] = [:]

    /// The slots that an import may have dropped, because its project lacks them or its delivery lacks their unsent
    /// message.
    private(set) var perhapsDropped: Set<Place> = []
    /// The slots of ``wanted`` without a text in the newest delivery.
    private(set) var withdrawn: Set<Place> = []

    /// Records the defaults that an import is about to desire.
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

    /// Records the desired defaults of an import that has started to send, or has ended after its plan.
    ///
    /// - Parameters:
    ///   - intended: The defaults in the delivery.
    ///   - environment: The environment of the import.
    ///   - isWhole: Whether the import covered the whole delivery; a part leaves all other slots unchanged.
    ///   - isUploaded: Whether a message was uploaded; such messages are still desired after an empty delivery.
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

    /// Records the slots that an import is about to withdraw because its project lacks them.
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

    /// Records the withdrawals of an import that has started to send, or has ended after its plan.
    mutating func withdraw(
        at environment: ServiceEnvironment,
        agreed isAgreed: Bool,
        _ isWithdrawn: (DefaultSlot) -> Bool
    ) {
        perhapsAgreed = perhapsAgreed.filter { $0.environment != environment }
        agreed = agreed.filter { $0.environment != environment || isWithdrawn($0.slot) }
        // A held slot keeps its desired default.
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

    /// Whether a user has agreed, or may have agreed, to a removal.
    func mayRemove(_ place: Place) -> Bool { agreed.contains(place) || perhapsAgreed.contains(place) }

    mutating func changeByHand(_ place: Place) { byHand.insert(place) }

    mutating func hold(_ place: Place, _ isHeld: Bool) {
        if isHeld { held.insert(place) } else { held.remove(place) }
    }

    /// Whether a slot may differ from its desired default because a user holds or has changed it.
    func isExempt(_ place: Place) -> Bool { held.contains(place) || byHand.contains(place) }

    /// Whether a message may be the default of a slot.
    func permits(_ id: ServiceID?, in place: Place) -> Bool {
        guard let id else { return false }
        return wanted[place] == id || perhaps[place]?.contains(id) ?? false
    }
}
