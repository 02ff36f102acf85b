package import GlossportReading

/// A write to a journal that makes no sense, such as the end of an unknown attempt: it alone fails, whatever is written with it.
package struct WriteFault: Error {
    package var error: GlossportError

    package init(_ error: GlossportError) { self.error = error }
}
