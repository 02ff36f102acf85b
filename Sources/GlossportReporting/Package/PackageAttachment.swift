package import GlossportChecking

/// A file that accompanies a vendor's texts and is not sent back.
package struct PackageAttachment: Sendable {
    package let name: String
    /// The sentences about the file in the letter.
    let introduction: String
    /// The file's bytes; throws ``GlossportError`` if a file of the delivery can't be read.
    package let bytes: @Sendable (VendorPackage, Review) throws -> [UInt8]
}
