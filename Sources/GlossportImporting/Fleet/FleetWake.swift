/// When a project is due again, by the clock of the store.
package enum FleetWake: Sendable, Hashable {
    case after(Duration)
    case at(Timestamp)
    /// As soon as whoever works there now has stopped.
    case whenFree
    /// Not before somebody submits or wakes it.
    case never
}
