import GlossportReading
import Testing

@testable internal import XLIFFReader

/// The events and summary of reading one file.
struct Reading {
    var units: [TranslationUnit] = []
    var findings: [Finding] = []
    var summary = ReadSummary()

    init(_ text: String, path: String = "de.xliff", locale: String? = nil, _ options: [String: String] = [:]) throws {
        try self.init(bytes: Array(text.utf8), path: path, locale: locale, options)
    }

    init(
        bytes: [UInt8],
        path: String = "de.xliff",
        locale: String? = nil,
        _ options: [String: String] = [:]
    ) throws {
        try self.init(SourceFile(path: path, bytes: bytes), ReaderOptions(locale: locale, values: options))
    }

    init(_ source: SourceFile, _ options: ReaderOptions = ReaderOptions()) throws {
        var units: [TranslationUnit] = []
        var findings: [Finding] = []
        summary = try XLIFFReader(options: options).read(source) { event in
            switch event {
            case .unit(let unit): units.append(unit)
            case .other: break
            case .finding(let finding): findings.append(finding)
            }
        }
        (self.units, self.findings) = (units, findings)
        #expect(summary.lost(received: units.count, findings: findings.count) == 0)
    }

    var targets: [String?] { units.map(\.target) }
    var keys: [String] { units.map(\.key) }
    var states: [TranslationState] { units.map(\.state) }
    /// The rules of all findings without their common prefix.
    var rules: [String] { findings.map { String($0.rule.rawValue.dropFirst("xliff-".count)) } }
    var errors: [Finding] { findings.filter { $0.severity == .error } }

    func detected(_ name: String) -> [String] { summary.detected.filter { $0.name == name }.map(\.value) }

    func finding(_ rule: String) -> Finding? { findings.first { $0.rule.rawValue == "xliff-\(rule)" } }
}

extension GlossportReading.SourceLocation {
    /// Returns a location in the file that most tests read.
    static func here(_ line: Int, _ column: Int) -> Self {
        Self(path: "de.xliff", line: line, column: column)
    }
}

extension String {
    /// Returns a 1.2 file with these units.
    static func version12(_ units: String, file: String = #"target-language="de""#, root: String = "") -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2" \(root)>
        <file original="Localizable.strings" source-language="en" datatype="plaintext" \(file)>
        <body>
        \(units)
        </body>
        </file>
        </xliff>
        """
    }

    /// Returns a 2.0 file with these units.
    static func version20(_ units: String, root: String = "") -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="de" \(root)>
        <file id="f1">
        \(units)
        </file>
        </xliff>
        """
    }

    /// Returns a 1.2 unit with the key `k` and these elements.
    static func unit(_ content: String, _ attributes: String = "") -> String {
        version12("<trans-unit id=\"k\" \(attributes)><source>Hello</source>\(content)</trans-unit>")
    }
}
