/// Computes lines and columns on demand in text that arrives in windows.
///
/// In a file of 100 MB, advancing a ``TextPosition`` over every token would take longer than all other work. A cursor
/// advances only when a position is needed, and passes the text in between in one step.
public struct TextCursor {
    /// A line and a column, both from 1, counted like ``SourceLocation``.
    public struct Place: Sendable, Hashable {
        /// The line, from 1.
        public var line: Int
        /// The column in Unicode scalars, from 1.
        public var column: Int

        /// Creates a place; by default, the start of a file.
        public init(line: Int = 1, column: Int = 1) {
            self.line = line
            self.column = column
        }

        /// Returns this place as a location in a file.
        public func location(in path: String) -> SourceLocation {
            SourceLocation(path: path, line: line, column: column)
        }
    }

    /// The place of the byte at ``mark``.
    public var place: Place { Place(line: position.line, column: position.column) }
    /// The end of the counted part of the current window.
    public private(set) var mark = 0
    private var position: TextPosition

    /// Creates a cursor at the start of a window.
    public init(at place: Place = Place()) { position = TextPosition(line: place.line, column: place.column) }

    /// Advances to `offset`, which must not be before ``mark``; returns its place.
    public mutating func advance(to offset: Int, in window: UnsafeRawBufferPointer) -> Place {
        guard offset > mark, window.baseAddress != nil else { return place }
        position.advance(over: UnsafeRawBufferPointer(rebasing: window[mark..<offset]))
        mark = offset
        return place
    }

    /// Starts the next window, which begins at `offset` of the current one.
    public mutating func startNextWindow(at offset: Int, of window: UnsafeRawBufferPointer) {
        _ = advance(to: offset, in: window)
        mark = 0
    }
}
