private import CLibrary
import GlossportReading

/// Keeps what plugins say of themselves, by their fingerprints, so that each is asked once and not in every run.
///
/// A courtesy: what can't be kept is asked for again, and what is kept is checked as if it had just been said.
struct DescriptionCache: Sendable {
    let folder: String

    /// The cached description of a plugin, if it can be read.
    func description(of fingerprint: String) -> FormatDescription? {
        guard let bytes = try? SourceFile(path: path(of: fingerprint)).bytes(atMost: FormatDescription.limit) else {
            return nil
        }
        return bytes.withUnsafeBytes { try? FormatDescription(parsing: $0) }
    }

    /// Keeps what a plugin has said.
    func keep(_ bytes: [UInt8], of fingerprint: String) {
        let path = path(of: fingerprint)
        var made = ""
        for part in folder.split(separator: "/") {
            made += "/" + part
            mkdir(made, 0o700)
        }
        // Under a temporary name first, so that no process reads half of it.
        let draft = "\(path).\(getpid())"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        let count = write(descriptor, bytes, bytes.count)
        close(descriptor)
        if count != bytes.count || rename(draft, path) != 0 { unlink(draft) }
    }

    private func path(of fingerprint: String) -> String {
        "\(folder)/\(fingerprint)-\(FormatDescription.protocolNumber).json"
    }
}
