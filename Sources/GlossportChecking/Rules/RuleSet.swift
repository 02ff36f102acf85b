package import GlossportProject
package import GlossportReading

/// The rules that check the catalog, in the order of the documentation.
///
/// To add a rule, create its file and list it here.
package enum RuleSet {
    package static let all: [any Rule.Type] = [
        NothingToImport.self, MissingField.self, UntranslatedField.self, DuplicateText.self, RepeatedText.self,
        ForeignPackage.self, UnknownField.self, OtherKeys.self,
        UnlistedMessage.self, MessageNotDelivered.self, UnusedField.self, NoLocale.self, UnknownLocale.self,
        LocaleTypo.self, TooManyLocales.self, TooManyMessages.self,
        ExpectedLocaleMissing.self, UnexpectedLocale.self, MessageMissingInLocale.self, TextTooLong.self,
        TextLengthUnit.self, PlaceholderLeft.self, MarkupLeft.self, ControlCharacter.self,
        DirectionOverride.self, InvisibleCharacter.self, LineBreak.self,
        SurroundingWhitespace.self,
        SourceUnknown.self, TargetEqualsSource.self, WrongScript.self, WrongLanguage.self, SwappedLocales.self,
        ChineseVariant.self, Misspelling.self, UnknownWord.self, LostAccents.self,
        MixedScriptWord.self, Mojibake.self, EscapeLeft.self, TruncatedText.self, TranslationOutdated.self,
        NumbersDiffer.self,
        NumbersAcrossLocales.self, PriceInText.self, BrandChanged.self, TermMissing.self, TermForbidden.self,
        SameTarget.self, SameSource.self, HeaderEqualsBody.self, FieldsExchanged.self,
        DoubledWord.self, DoubleSpace.self,
        LengthSuspicious.self, EndPunctuation.self, PunctuationSlip.self, MixedWidth.self, RegisterMixed.self,
        AllCapitals.self, Unbalanced.self,
        EmojiInText.self, ContactOrLink.self,
        OtherPlatform.self, TestText.self,
        ImageMissing.self, ImageDamaged.self, ImageDimensions.self, ImageTranslucent.self,
        ImageAlphaChannel.self, ImageAnimated.self, ImageMetadata.self, ImageCopied.self, ImageUsedTwice.self,
        ImageUnused.self,
        InvalidIdentifier.self, UnprintableName.self,
    ]

    package static let byID = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })

    /// Runs every rule that the project file does not turn off.
    ///
    /// - Parameters:
    ///   - catalog: The delivered texts.
    ///   - project: The project's settings and severities.
    /// - Returns: Findings with the project's severities, sorted.
    package static func findings(in catalog: Catalog, for project: Project) -> [Finding] {
        let active = all.filter { project.rules[$0.description.id] != .off }
        let aboutTexts = active.compactMap { $0 as? any TextRule.Type }
        let comparing = active.compactMap { $0 as? any TextsRule.Type }
        let spelling = active.compactMap { $0 as? any SpellingRule.Type }
        let others = active.filter {
            !($0 is any TextRule.Type || $0 is any TextsRule.Type || $0 is any SpellingRule.Type)
        }
        // The properties of a text that many rules need are computed once.
        let texts = CheckedText.all(in: catalog)
        // The checks only read shared values, so they run concurrently.
        var checks: [@Sendable () -> [Finding]] = others.map { rule in { rule.check(catalog, project) } }
        for rule in comparing { checks.append { rule.check(texts, project) } }
        checks.append {
            let texts = catalog.spelledTexts(project)
            return spelling.flatMap { $0.check(texts, catalog) }
        }
        for part in texts.parts(of: 256) {
            checks.append { part.flatMap { text in aboutTexts.compactMap { $0.check(text, project) } } }
        }
        let findings = checks.concurrentMap { $0() }.flatMap(\.self)
        return applySeverities(of: project, to: findings).sorted()
    }

    /// Applies the project file's severities to the findings of rules and readers; `off` drops findings.
    static func applySeverities(of project: Project, to findings: [Finding]) -> [Finding] {
        guard !project.rules.isEmpty else { return findings }
        return findings.compactMap { finding in
            guard let setting = project.rules[finding.rule] else { return finding }
            guard let severity = setting.severity else { return nil }
            var changed = finding
            changed.severity = severity
            return changed
        }
    }
}
