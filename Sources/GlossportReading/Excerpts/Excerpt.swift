/// A delivered file, cut down to the units that annotations are about.
public struct Excerpt: Sendable {
    /// The file: what was delivered, byte for byte, without the other units and with the annotations.
    public var bytes: [UInt8]
    /// How many units, or rows of units, are left.
    public var units: Int
    /// The annotations that belong to no unit, and are not in the file.
    public var elsewhere: [Annotation]

    /// Makes a cut-out.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - units: How many units, or rows of units, are left.
    ///   - elsewhere: The annotations that belong to no unit.
    public init(bytes: [UInt8], units: Int, elsewhere: [Annotation]) {
        self.bytes = bytes
        self.units = units
        self.elsewhere = elsewhere
    }

    /// Why a file can't be cut.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - reason: The obstacle, as the end of a sentence.
    /// - Returns: The error to throw.
    public static func refusal(of file: SourceFile, _ reason: String) -> GlossportError {
        GlossportError(.unreadableInput, "No excerpt can be made of \(file.name): \(reason).")
    }
}
