/// What a reader says of itself: shown by `glossport readers`, and what options and rule ids are checked against.
package struct FormatDescription: Sendable {
    /// The short name for project files and output, such as `xliff`.
    package var id: String
    /// The name that people know, such as `XLIFF 1.2, 2.0, 2.1`.
    package var name: String
    /// File name extensions without a dot, in lower case.
    package var extensions: [String]
    /// The options that a project file may give under `deliveries[].options`.
    package var options: [ReaderOption]
    /// Every finding that the reader can emit.
    package var rules: [RuleDescription]

    package init(id: String, name: String, extensions: [String], options: [ReaderOption], rules: [RuleDescription]) {
        self.id = id
        self.name = name
        self.extensions = extensions
        self.options = options
        self.rules = rules
    }
}

/// One option of a reader.
package struct ReaderOption: Sendable {
    /// The name in the project file, in lower camel case.
    package var name: String
    /// One sentence: what it does and what happens without it.
    package var help: String
    /// A value as a user would write it.
    package var example: String

    package init(name: String, help: String, example: String) {
        self.name = name
        self.help = help
        self.example = example
    }
}

/// The options one delivery gives to its reader.
package struct ReaderOptions: Sendable, Hashable {
    /// The locale that the user says the delivery is in.
    ///
    /// It counts; what the file says of its locale goes into ``ReadSummary/declared``, where a contradiction is found.
    package var locale: String?
    /// Values by option name, as text.
    package var values: [String: String]
    /// Which units are wanted; all if there is none.
    ///
    /// A reader may pass over other units: it counts them, hands out the first ``ReaderLimits/namedOthers`` as
    /// ``ReadEvent/other(_:)``, and need not judge their texts. It may also ignore the filter.
    package var wanted: KeyFilter?

    package init(locale: String? = nil, values: [String: String] = [:], wanted: KeyFilter? = nil) {
        self.locale = locale
        self.values = values
        self.wanted = wanted
    }
}

/// A file's name and first bytes, for recognising its format.
package struct FileHead: Sendable {
    /// The file's path as the user named it.
    package var path: String
    /// The first bytes, at most 4,096.
    package var bytes: [UInt8]

    package init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }

    /// The extension without a dot in lower case, or an empty string.
    package var fileExtension: String { SourceFile.fileExtension(of: path) }
}

/// What a reader saw in one file.
package struct ReadSummary: Sendable, Hashable {
    /// Units emitted or passed over.
    package var units = 0
    /// Those of them that were passed over, because nobody wants them.
    package var others = 0
    /// Units (or rows, pairs, entries) that were met and deliberately not emitted, counted by reason, such as `translate="no"`.
    package var skipped: [String: Int] = [:]
    /// What was found out about the file, in the order in which a person would tell it, such as `encoding`.
    ///
    /// `UTF-16LE`, `version`: `1.2`, `delimiter`: `;`.
    package var detected: [Detail] = []
    /// The locales that the file would be in if the user named none.
    ///
    /// Each once, as far as the file says so itself: by an attribute, a column, its folder. At most ``ReaderLimits/declaredLocales``; of use only where ``ReaderOptions/locale`` is given.
    package private(set) var declared: [DeclaredLocale] = []

    /// Takes note of a locale that the file says it is in, whether or not ``ReaderOptions/locale`` counts instead.
    package mutating func declare(_ locale: String, at place: SourceLocation) {
        guard declared.count < ReaderLimits.declaredLocales, !declared.contains(where: { $0.locale == locale }) else {
            return
        }
        declared.append(DeclaredLocale(locale: locale, place: place))
    }

    /// One thing that was found out about a file.
    package struct Detail: Sendable, Hashable {
        package var name: String
        package var value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    package init() {}
}

/// A locale that a file says it is in, and where it says so.
package struct DeclaredLocale: Sendable, Hashable {
    /// As the file writes it.
    package var locale: String
    package var place: SourceLocation

    package init(locale: String, place: SourceLocation) {
        self.locale = locale
        self.place = place
    }
}
