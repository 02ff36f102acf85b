/// A requirement of the plugin protocol that `glossport plugin check` tests.
package enum PluginCheck: String, Sendable, CaseIterable {
    case describe = "describe-is-valid"
    case golden
    case emptyFile = "empty-file"
    case byteOrderMark = "byte-order-mark"
    case carriageReturns = "crlf"
    case truncated = "truncated-at-each-byte"
    case badBytes = "bad-utf8"
    case pieces = "input-in-pieces"
    case inputEnds = "input-ends-early"
    case locale = "declared-locale"
    case unknownMember = "unknown-member"

    package var promise: String {
        switch self {
        case .describe: "Its description follows the protocol."
        case .golden: "Each fixture produces its expected output."
        case .emptyFile: "An empty file gives a finding and no unit."
        case .byteOrderMark: "A byte order mark changes nothing."
        case .carriageReturns: "CRLF instead of LF changes no text and no location."
        case .truncated: "A truncated file gives no wrong text, and no text is lost without a finding."
        case .badBytes: "Invalid bytes are an error, and no text contains a replacement character."
        case .pieces: "Input that arrives in two pieces gives the same output."
        case .inputEnds: "Input that ends too early is not accepted as a whole file."
        case .locale: "The request's locale is used, and the file's own is declared."
        case .unknownMember: "It ignores unknown members of the request."
        }
    }
}
