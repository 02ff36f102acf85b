private import Foundation
import GlossportChecking
import GlossportReading

/// The file that a preview is written to: a new one, or an earlier preview that gives way.
struct PreviewFile {
    let path: String

    /// The folder, from the root.
    var folder: String { URL(fileURLWithPath: path).standardizedFileURL.deletingLastPathComponent().path }

    /// Makes sure that nothing is lost if the file is written.
    ///
    /// - Throws: ``GlossportError`` if there is anything but an earlier preview, or a link, which may lead anywhere.
    func check() throws(GlossportError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw GlossportError(
                .invalidOption,
                "\(path) is a link, a folder or a device, and is not written to.",
                remedy: "Name another file with --out."
            )
        }
        let signature = Array(PreviewPage.signature.utf8)
        let head = (try? SourceFile(path: path).head().bytes) ?? []
        guard head.starts(with: signature) else {
            throw GlossportError(
                .invalidOption,
                "\(path) is there already and is no preview; it is left as it is.",
                remedy: "Name another file with --out, or move that one away."
            )
        }
    }

    /// Writes it as a whole, so that nobody ever sees a half.
    ///
    /// - Throws: ``GlossportError`` if it can't be written, or must not be.
    func write(_ bytes: [UInt8]) throws(GlossportError) {
        try check()
        try OutputFile.write(bytes, to: path)
    }
}
