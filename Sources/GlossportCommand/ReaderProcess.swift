private import Foundation
import Glossport
import GlossportReading

/// This program as the process of a built-in reader, for the tests of the protocol; it is in no help.
enum ReaderProcess {
    /// Does not return where the arguments ask for that.
    static func enter(_ arguments: [String]) {
        switch arguments.dropFirst().first {
        case "__serve-reader":
            guard let format = Readers.builtIn.first(where: { $0.id == arguments.dropFirst(2).first }) else {
                exit(ExitStatus.usage.rawValue)
            }
            ReaderService.run(format, arguments: Array(arguments.dropFirst(3)))
        default: return
        }
    }
}
