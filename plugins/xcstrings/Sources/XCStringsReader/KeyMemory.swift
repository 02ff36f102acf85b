/// Notices a key that comes twice, without keeping the keys.
///
/// It holds fingerprints of 64 bits, and stops taking new ones at a limit, so that the memory that a reading needs has a
/// bound. Beyond it, and in the unlikely case of a wrong answer, nothing is lost: the texts arrive all the same.
struct KeyMemory {
    private static let limit = 1 << 16
    /// How many repeated keys are worth a finding.
    private static let reportLimit = 100

    private var fingerprints: Set<Int> = []
    private var reported = 0

    /// Remembers a key, and says whether it came before.
    mutating func isRepeated(_ key: String) -> Bool {
        let fingerprint = key.hashValue
        guard fingerprints.count < Self.limit else {
            return fingerprints.contains(fingerprint) && count()
        }
        return !fingerprints.insert(fingerprint).inserted && count()
    }

    private mutating func count() -> Bool {
        reported += 1
        return reported <= Self.reportLimit
    }
}
