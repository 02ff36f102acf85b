package import GlossportReading

/// The rules that other targets refer to.
extension RuleID {
    package static let duplicateText = DuplicateText.id
    package static let expectedLocaleMissing = ExpectedLocaleMissing.id
    package static let fieldsExchanged = FieldsExchanged.id
    package static let headerEqualsBody = HeaderEqualsBody.id
    package static let lengthSuspicious = LengthSuspicious.id
    package static let messageMissingInLocale = MessageMissingInLocale.id
    package static let messageNotDelivered = MessageNotDelivered.id
    package static let missingField = MissingField.id
    package static let mojibake = Mojibake.id
    package static let noLocale = NoLocale.id
    package static let targetEqualsSource = TargetEqualsSource.id
    package static let testText = TestText.id
    package static let textTooLong = TextTooLong.id
    package static let translationOutdated = TranslationOutdated.id
    package static let unknownField = UnknownField.id
    package static let unknownLocale = UnknownLocale.id
    package static let wrongLanguage = WrongLanguage.id
    package static let wrongScript = WrongScript.id
}
