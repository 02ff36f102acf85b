import GlossportChecking
import GlossportProject
import GlossportReading
import GlossportReporting

struct PackageReport: CommandReport {
    var schema: String
    var out: String
    /// The vendors that have something to do.
    var vendors: [Vendor]
    /// Every written file, by its path in the folder.
    var written: [String]
    /// Locales with texts to do, but without a vendor.
    var withoutVendor: [String]
    /// The number of findings that only the team can resolve.
    var findingsForTeam: Int
    /// The number of findings that are not sent, because the request for another finding covers them.
    var superseded: Int
    var removed: Bool

    struct Vendor: Encodable {
        /// `nil` for the package that belongs to no named vendor.
        var vendor: String?
        var format: String
        /// The number of findings, each counted once even if it affects several texts.
        var findings: Int
        var locales: [Locale]
        /// Requests that concern no single text, and so are only in the letter.
        var remarks: [TextToDo.Request]
    }

    struct Locale: Encodable {
        var locale: String
        var texts: [TextToDo]
    }

    /// One line of JSON: a vendor's locale, or the remarks, which are about no locale.
    private struct Row: Encodable {
        var vendor: String?
        var locale: String?
        var texts: [TextToDo]?
        var remarks: [TextToDo.Request]?
    }

    init(
        _ texts: TextsToDo,
        _ packages: [VendorPackage],
        _ kind: TextsToDo.Kind,
        _ folder: String,
        _ written: [String],
        removed: Bool
    ) {
        schema = kind == .brief ? "glossport.brief/1" : "glossport.reject/1"
        out = folder
        self.written = written
        withoutVendor = texts.withoutVendor.map(\.code)
        findingsForTeam = texts.findingsForTeam
        superseded = texts.superseded
        self.removed = removed
        vendors = packages.map { package in
            Vendor(
                vendor: package.mark.vendor,
                format: package.format.rawValue,
                findings: package.findingCount,
                locales: package.texts.map { Locale(locale: $0.code, texts: $1) },
                remarks: package.remarks
            )
        }
    }

    var rows: [any Encodable & Sendable] {
        vendors.flatMap { vendor -> [Row] in
            vendor.locales.map { Row(vendor: vendor.vendor, locale: $0.locale, texts: $0.texts) }
                + (vendor.remarks.isEmpty ? [] : [Row(vendor: vendor.vendor, remarks: vendor.remarks)])
        }
    }

    func lines(verbose: Bool, on terminal: Terminal) -> [String] {
        summary(on: terminal) + without + team
    }

    private func summary(on terminal: Terminal) -> [String] {
        guard !vendors.isEmpty else {
            return (withoutVendor.isEmpty ? ["Nothing to send."] : [])
                + (removed ? ["The package of an earlier run in \(out) was removed."] : [])
        }
        // Next to named vendors, the package without a named vendor has a folder, too.
        let folders = vendors.map { $0.vendor ?? Project.Vendor.others }
        let hasNames = vendors.contains { $0.vendor != nil }
        let rows = zip(vendors, folders).flatMap { vendor, folder in
            vendor.locales.map { locale in
                let reasons = TextToDo.Reason.allCases.compactMap { reason in
                    let count = locale.texts.count { $0.reason == reason }
                    return count == 0 ? nil : "\(Plural.grouped(count)) \(reason.rawValue)"
                }
                let count = Plural.grouped(locale.texts.count)
                return (hasNames ? [folder] : []) + [locale.locale, count, reasons.joined(separator: ", ")]
            }
        }
        let headings = (hasNames ? ["VENDOR"] : []) + ["LOCALE", "TEXTS", "REASONS"]
        let table = Table(headings, rightAligned: [hasNames ? 2 : 1], rows)
        let remarks = vendors.reduce(0) { $0 + $1.remarks.count }
        let way =
            hasNames
            ? "Send each vendor their folder in \(out): \(folders.joined(separator: ", "))." : "Send the folder \(out)."
        let hasTexts = !vendors.allSatisfy(\.locales.isEmpty)
        return (!hasTexts ? [] : table.lines(on: terminal))
            + (remarks == 0 ? [] : ["\(Plural.of(remarks, "remark")) on files as a whole: see README.txt."])
            + [
                "\(way) README.txt is the letter\(hasTexts ? ", which describes the files" : "").",
                "Put the files that come back into a folder that is a delivery: they say themselves which texts they replace.",
            ]
    }

    private var without: [String] {
        withoutVendor.isEmpty
            ? []
            : [
                "No vendor translates into \(withoutVendor.joined(separator: ", ")): these texts were not written. Add the locales to a vendor under `vendors:`."
            ]
    }

    private var team: [String] {
        guard findingsForTeam > 0 else { return [] }
        let count = Plural.of(findingsForTeam, "more finding")
        return ["\(count) \(findingsForTeam == 1 ? "is" : "are") not for vendors: see `glossport validate`."]
    }
}
