/// A format for the packages that go to vendors.
package enum PackageFormat: String, Sendable, Hashable, CaseIterable {
    case xliff
    case xliff2
    case csv
    /// One workbook with one sheet per locale.
    case xlsx

    package func fileName(_ locale: StoreLocale) -> String {
        switch self {
        case .xliff, .xliff2: "\(locale).xliff"
        case .csv: "\(locale).csv"
        case .xlsx: "translations.xlsx"
        }
    }
}
