/// The two size classes of images.
package enum ImageSize: String, Sendable {
    /// 3840 pixels wide, 160 to 2160 high.
    case fullSize = "FULL_SIZE"
    /// 1024 by 1024 pixels.
    case bulletPoint = "BULLET_POINT"

    /// Whether an image of these dimensions belongs to the class.
    package func admits(width: Int, height: Int) -> Bool {
        switch self {
        case .fullSize: width == 3840 && (160...2160).contains(height)
        case .bulletPoint: width == 1024 && height == 1024
        }
    }
}

/// The properties of an uploaded image, without its pixels.
package struct ImageFile: Hashable, Sendable {
    /// The class declared by the upload.
    package var size: ImageSize
    /// Whether it is a PNG of that class without transparency.
    package var isAcceptable: Bool
    package var height: Int
    package var byteCount: Int
    /// The SHA-256 of the bytes, in hexadecimal.
    package var sha256: String

    package init(size: ImageSize, isAcceptable: Bool, height: Int = 2160, byteCount: Int, sha256: String) {
        self.size = size
        self.isAcceptable = isAcceptable
        self.height = height
        self.byteCount = byteCount
        self.sha256 = sha256
    }
}
