/// The formats in which texts go to vendors.
package enum PackageFormat: String, Sendable, Hashable, CaseIterable {
    /// XLIFF 1.2.
    case xliff
    /// XLIFF 2.0.
    case xliff2
    case csv
    /// One workbook, with one sheet a locale.
    case xlsx

    /// The name of the file with a locale's texts.
    package func fileName(_ locale: StoreLocale) -> String {
        switch self {
        case .xliff, .xliff2: "\(locale).xliff"
        case .csv: "\(locale).csv"
        case .xlsx: "translations.xlsx"
        }
    }
}
