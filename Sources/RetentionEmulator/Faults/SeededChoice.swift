/// A random number that depends only on a seed and a position.
///
/// It is derived from the position rather than drawn from a stream, so that a run with the same seed has the same
/// faults regardless of how its requests interleave.
package struct SeededChoice: Sendable {
    /// 64 well-mixed bits.
    package let bits: UInt64

    package init(seed: UInt64, _ place: UInt64, _ stream: UInt64 = 0) {
        var value = seed &+ place &* 0x9E37_79B9_7F4A_7C15 &+ stream &* 0xD1B5_4A32_D192_ED03 &+ 0x632B_E59B_D9B4_E019
        // The finalizer of SplitMix64.
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        bits = value ^ (value >> 31)
    }

    /// The choice as a number from 0 up to, but not including, 1.
    package var fraction: Double { Double(bits >> 11) * 0x1p-53 }
}
