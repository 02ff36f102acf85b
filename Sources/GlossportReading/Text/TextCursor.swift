/// Counts lines and columns over text that arrives in windows.
///
/// To move a ``TextPosition`` over every token would cost more than all the rest of reading 100 MB. This one is asked only
/// where a place is needed, and passes what lies in between at once.
public struct TextCursor {
    /// A line and a column, both from 1, as ``SourceLocation`` counts them.
    public struct Place: Sendable, Hashable {
        /// From 1.
        public var line: Int
        /// In Unicode scalars, from 1.
        public var column: Int

        /// Makes a place; the first of a file by default.
        public init(line: Int = 1, column: Int = 1) {
            self.line = line
            self.column = column
        }

        /// This place as a location in a file.
        ///
        /// - Parameter path: The file, as the user named it.
        /// - Returns: The location.
        public func location(in path: String) -> SourceLocation {
            SourceLocation(path: path, line: line, column: column)
        }
    }

    /// The place of the byte at ``mark``.
    public var place: Place { Place(line: position.line, column: position.column) }
    /// How far into the current window the counting has come.
    public private(set) var mark = 0
    private var position: TextPosition

    /// Stands at a place, at the beginning of a window.
    public init(at place: Place = Place()) { position = TextPosition(line: place.line, column: place.column) }

    /// Moves on to `offset`, which must not lie before ``mark``, and says what place it is.
    public mutating func advance(to offset: Int, in window: UnsafeRawBufferPointer) -> Place {
        guard offset > mark, window.baseAddress != nil else { return place }
        position.advance(over: UnsafeRawBufferPointer(rebasing: window[mark..<offset]))
        mark = offset
        return place
    }

    /// Says that the next window starts where the last one ended, or at `offset` if that much is carried over.
    public mutating func startNextWindow(at offset: Int, of window: UnsafeRawBufferPointer) {
        _ = advance(to: offset, in: window)
        mark = 0
    }
}
