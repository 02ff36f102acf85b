import ArchiveParsing
import GlossportReading
import XMLParsing

/// The reason why a spreadsheet file, a sheet or a row cannot be read.
public struct Refusal: Error {
    let rule: SpreadsheetRule
    let text: String
    let remedy: String

    /// Creates a refusal.
    public init(_ rule: SpreadsheetRule, _ text: String, _ remedy: String) {
        (self.rule, self.text, self.remedy) = (rule, text, remedy)
    }

    /// Returns the refusal of damaged content.
    public static func damaged(_ text: String) -> Refusal {
        Refusal(.damaged, text, "Open the complete file in a spreadsheet, and save it again.")
    }

    /// Returns the refusal of content above a limit.
    public static func tooLarge(_ text: String) -> Refusal {
        Refusal(.tooLarge, text, "Deliver a workbook that contains only the texts.")
    }

    /// The file is a lock file.
    public static let lockFile = Refusal(
        .lockFile,
        "The file is the lock file that a spreadsheet program keeps while a workbook is open; it contains no texts.",
        "Delete it from the delivery."
    )

    /// The file is encrypted.
    public static let encrypted = Refusal(
        .encrypted,
        "The workbook is protected by a password.",
        "Open it with the password and save it without one."
    )

    /// Returns the refusal of a row with too long texts.
    public static func longRow(_ number: Int) -> Refusal {
        Refusal(
            .tooLarge,
            "Row \(number) has more than \(TableRow.byteLimit.grouped) bytes of texts, so it was not read.",
            "Shorten its texts."
        )
    }

    /// Returns the refusal of a sheet that an option names; `exists` means that there is one, but without cells.
    public static func missingSheet(_ name: String, exists: Bool = false, labels: some Sequence<String>) -> Refusal {
        let names = labels.prefix(12).map { "“\($0.prefix(40))”" }.joined(separator: ", ")
        return Refusal(
            .missingSheet,
            "The option sheet names “\(name.shown)”, which "
                + (exists ? "is not a sheet with cells." : "the workbook does not have."),
            "Its sheets are \(names): write the name of one of these, or its number from 1."
        )
    }

    init(_ failure: ArchiveFailure, _ name: String) {
        self =
            switch failure {
            case .encrypted:
                Refusal(
                    .encrypted,
                    "The part “\(name.shown)” of the zip archive is encrypted.",
                    "Save the workbook without a password."
                )
            case .tooLarge(let limit):
                .tooLarge("The parts of the workbook inflate to more than \((limit >> 20).grouped) MiB.")
            case .bomb(let packed, let unpacked):
                .tooLarge(
                    "The part “\(name.shown)” of a file of \(packed.grouped) bytes inflates to \(unpacked.grouped) bytes, as only a zip "
                        + "bomb does."
                )
            case .damaged, .tooManyEntries: .damaged("The part “\(name.shown)” of the zip archive is damaged.")
            }
    }

    init(_ failure: XMLBlockFailure, _ name: String) {
        self =
            switch failure {
            case .malformed(let line, let reason):
                .damaged("The XML of “\(name.shown)” is damaged in line \(line): \(reason).")
            case .encoding(let encoding):
                .damaged("The XML is in the encoding “\(encoding.shown)”, which a workbook can't be in.")
            case .documentType:
                Refusal(
                    .doctype,
                    "The XML of the workbook has a document type declaration, which no spreadsheet program writes.",
                    "Open the workbook in a spreadsheet and save it again."
                )
            case .tooDeep(let limit): .tooLarge("The part “\(name.shown)” has more than \(limit) nested elements.")
            case .tooManyNames(let limit):
                .tooLarge("The part “\(name.shown)” has more than \(limit.grouped) different names of elements.")
            case .tagTooLong(let limit):
                .tooLarge("The part “\(name.shown)” has a tag of more than \(limit.grouped) bytes.")
            }
    }
}

extension String {
    /// A name or value from the file, formatted for a message.
    public var shown: String {
        String(String.UnicodeScalarView(unicodeScalars.prefix(80).map { $0.isPlain ? $0 : "?" }))
    }
}

extension Int {
    /// Formats 2000 as `2,000`.
    public var grouped: String { Plural.grouped(self) }
}
