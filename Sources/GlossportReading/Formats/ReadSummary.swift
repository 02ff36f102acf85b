/// The totals of one file.
public struct ReadSummary: Sendable, Hashable, Encodable {
    /// Units emitted or passed over.
    public var units = 0
    /// The number of skipped units.
    public var others = 0
    /// Units (or rows, pairs, entries) that were met and deliberately not emitted, counted by reason, such as `translate="no"`.
    public var skipped: [String: Int] = [:]
    /// Rows, pairs or elements that were met, counted before anything is made of them; 0 if the reader does not count them.
    ///
    /// A unit, a finding or a count in ``skipped`` accounts for each. Glossport compares, because a lost entry looks like an empty file.
    public var entries = 0
    /// The properties of the file, in the order for display, such as `encoding`.
    ///
    /// `UTF-16LE`, `version`: `1.2`, `delimiter`: `;`.
    public var detected: [Detail] = []
    /// The locales that the file would be in if the user named none.
    ///
    /// Each once, as far as the file says so itself: by an attribute, a column, its folder. At most ``ReaderLimits/declaredLocales``; of use only where ``ReaderOptions/locale`` is given.
    public private(set) var declared: [DeclaredLocale] = []

    /// Takes note of a locale that the file says it is in, whether or not ``ReaderOptions/locale`` counts instead.
    public mutating func declare(_ locale: String, at place: SourceLocation) {
        guard declared.count < ReaderLimits.declaredLocales, !declared.contains(where: { $0.locale == locale }) else {
            return
        }
        declared.append(DeclaredLocale(locale: locale, place: place))
    }

    /// Counts what was lost between the file and the caller.
    ///
    /// - Parameters:
    ///   - units: The units that the caller received.
    ///   - findings: The findings that it received.
    /// - Returns: The units that it should have received, too, or the entries that nothing accounts for, whichever is more.
    package func lost(received units: Int, findings: Int) -> Int {
        // The counts of a linked reader have no limit, so that their sum may overflow.
        var open = entries - self.units - findings
        for count in skipped.values where open > 0 { open -= count }
        return max(open, self.units - others - units, 0)
    }

    /// One thing that was found out about a file.
    public struct Detail: Sendable, Hashable, Encodable {
        /// The name of the property, such as `encoding`.
        public var name: String
        /// The value, such as `UTF-16LE`.
        public var value: String

        /// Makes a detail.
        ///
        /// - Parameters:
        ///   - name: The name of the property, such as `encoding`.
        ///   - value: The value, such as `UTF-16LE`.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    private enum CodingKeys: CodingKey {
        case units, skipped, detected
    }

    /// Makes the summary of a file of which nothing was read yet.
    public init() {}
}

/// A locale that a file says it is in, and where it says so.
public struct DeclaredLocale: Sendable, Hashable {
    /// As the file writes it.
    public var locale: String
    /// Where the file says so.
    public var place: SourceLocation

    /// Makes one.
    ///
    /// - Parameters:
    ///   - locale: As the file writes it.
    ///   - place: Where the file says so.
    public init(locale: String, place: SourceLocation) {
        self.locale = locale
        self.place = place
    }
}
