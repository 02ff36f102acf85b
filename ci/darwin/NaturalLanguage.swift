// The module `NaturalLanguage` for Scripts/portable, as far as it is used here.
public struct NLLanguage: Hashable, Equatable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let undetermined = NLLanguage(rawValue: "und")
}

open class NLLanguageRecognizer {
    public init() {}
    open func processString(_ string: String) {}
    open func languageHypotheses(withMaximum maxHypotheses: Int) -> [NLLanguage: Double] { [:] }
}
