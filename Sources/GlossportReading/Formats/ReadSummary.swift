/// The totals of one file.
public struct ReadSummary: Sendable, Hashable, Encodable {
    /// The number of units, including those that ``ReaderOptions/wanted`` excludes.
    public var units = 0
    /// The number of units skipped because ``ReaderOptions/wanted`` excludes them.
    public var others = 0
    /// The number of units, rows, pairs or entries deliberately not emitted, by reason, such as `translate="no"`; not
    /// included in ``units``.
    public var skipped: [String: Int] = [:]
    /// The number of rows, pairs or elements in the file, counted before they are interpreted; 0 if the reader does not
    /// count them.
    ///
    /// Each must be accounted for by a unit, a finding or a count in ``skipped``. Glossport compares the totals;
    /// otherwise, a file whose entries were lost would look empty.
    public var entries = 0
    /// Properties of the file, in display order.
    ///
    /// Examples are `encoding`: `UTF-16LE`, `version`: `1.2`, and `delimiter`: `;`.
    public var detected: [Detail] = []
    /// The distinct locales that the file declares by an attribute, a column or its folder.
    ///
    /// They apply if the user names no locale; otherwise they are only compared with ``ReaderOptions/locale``. At most
    /// ``ReaderLimits/declaredLocales`` are recorded.
    public private(set) var declared: [DeclaredLocale] = []

    /// Records a locale that the file declares, even if ``ReaderOptions/locale`` overrides it.
    public mutating func declare(_ locale: String, at place: SourceLocation) {
        guard declared.count < ReaderLimits.declaredLocales, !declared.contains(where: { $0.locale == locale }) else {
            return
        }
        declared.append(DeclaredLocale(locale: locale, place: place))
    }

    /// Returns the number of units or entries lost between the file and the caller.
    ///
    /// - Parameters:
    ///   - units: The number of units that the caller received.
    ///   - findings: The number of findings that the caller received.
    /// - Returns: The larger of the number of missing units and the number of entries that nothing accounts for.
    package func lost(received units: Int, findings: Int) -> Int {
        // A compiled-in reader may report counts of any size, and their sum could overflow.
        var open = entries - self.units - findings
        for count in skipped.values where open > 0 { open -= count }
        return max(open, self.units - others - units, 0)
    }

    /// A property of a file.
    public struct Detail: Sendable, Hashable, Encodable {
        /// The name of the property, such as `encoding`.
        public var name: String
        /// The value, such as `UTF-16LE`.
        public var value: String

        /// Creates a property.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    private enum CodingKeys: CodingKey {
        case units, skipped, detected
    }

    /// Creates an empty summary.
    public init() {}
}

/// A locale that a file declares, and the location of the declaration.
public struct DeclaredLocale: Sendable, Hashable {
    /// The locale, in the file's spelling.
    public var locale: String
    /// The location of the declaration.
    public var place: SourceLocation

    /// Creates a declared locale.
    public init(locale: String, place: SourceLocation) {
        self.locale = locale
        self.place = place
    }
}
