private import Crypto
import GlossportProject

package enum ImageDigest {
    package static func of(_ bytes: [UInt8]) -> String { SHA256.hash(data: bytes).hexadecimal }
}
