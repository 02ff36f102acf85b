enum ColumnRole: String, CaseIterable, Sendable {
    case key, message, field, locale, region, text, source, notes, state
}

/// The meaning of a word in vendors' column headers, language names excepted; the basis of ``HeaderMeaning``.
enum HeaderWord: Sendable, Hashable {
    case role(ColumnRole)
    /// Information that is not needed, such as `owner`.
    case needless
    /// A length limit: a remark beside a number (`max 66`), otherwise a column of numbers.
    case limit
    /// A state that may also mean corrected texts; the cells decide.
    case finished(TranslationState)
    /// A state that the cells confirm or deny.
    case flag(TranslationState)
    /// Marks a corrected text, or one replaced by a newer text.
    case newer, older
    /// Reference texts for translators.
    case reference
    /// A word without information, such as `copy` or `for`.
    case filler

    init?(_ header: some StringProtocol) {
        guard let word = Self.words[Self.plain(header)] else { return nil }
        self = word
    }

    /// Returns the role of a column with exactly this header; `nil` if it is unknown.
    static func role(of header: String) -> ColumnRole? {
        if case .role(let role)? = HeaderWord(header) { role } else { nil }
    }

    /// Whether at least half of the nonempty cells are typical column headers.
    static func areMostlyWords(_ cells: [String]) -> Bool {
        let filled = cells.map(\.trimmingWhitespace).filter { !$0.isEmpty }
        let words = filled.count { HeaderMeaning($0).isTypicalHeader }
        return words > 0 && words * 2 >= filled.count
    }

    /// Returns a header in lower case, reduced to letters and digits: `String ID` and `string_id` become `stringid`.
    ///
    /// Truncates the result to more than the length of the longest known word: with a wrong delimiter, whole rows of
    /// translations are examined.
    static func plain(_ header: some StringProtocol) -> String {
        var plain = String.UnicodeScalarView()
        var count = 0
        for scalar in header.unicodeScalars {
            switch scalar {
            case "a"..."z", "0"..."9":
                plain.append(scalar)
                count += 1
            case "A"..."Z":
                plain.append(Unicode.Scalar(UInt8(ascii: scalar) | 0x20))
                count += 1
            case _ where scalar.isASCII: break
            default:
                for lower in scalar.properties.lowercaseMapping.unicodeScalars
                where lower.properties.isAlphabetic || lower.properties.numericType != nil {
                    plain.append(lower)
                    count += 1
                }
            }
            if count >= longest { break }
        }
        return String(plain)
    }

    /// An upper bound for the length of all known words, including fields, states and remarks.
    private static let longest = 48

    /// Packs the first eight letters and digits of an ASCII text, in lower case, into an integer; returns `nil` for
    /// other texts.
    static func beginning(of text: UnsafeRawBufferPointer) -> UInt64? {
        var beginning: UInt64 = 0
        for byte in text {
            switch byte {
            case 0x30...0x39, 0x61...0x7A: if beginning >> 56 == 0 { beginning = beginning << 8 | UInt64(byte) }
            case 0x41...0x5A: if beginning >> 56 == 0 { beginning = beginning << 8 | UInt64(byte | 0x20) }
            case 0x80...: return nil
            default: break
            }
        }
        return beginning
    }

    /// The beginnings of all ASCII words for a key or message; hardly any key in a data row shares one.
    static let beginningsOfKeys = Set(
        words.compactMap { word, meaning in
            meaning == .role(.key) || meaning == .role(.message)
                ? Array(word.utf8).withUnsafeBytes { beginning(of: $0) } : nil
        }
    )

    // MARK: The table

    private static let words: [String: HeaderWord] = {
        let rows: [(HeaderWord, String)] = [
            (
                .role(.key),
                """
                key keys keyname stringkey stringid stringname id ids identifier resourcekey resourceid resourcename \
                textid segmentid translationkey msgid messagekey unitid stringidentifier \
                schlüssel bezeichner kennung clé identifiant clave identificador chiave identificativo chave sleutel ключ \
                キー 键 키
                """
            ),
            (.role(.message), "message messagename messageid campaign retentionmessage nachricht mensaje messaggio"),
            (.role(.field), "field fieldname part element feld champ campo"),
            (
                .role(.locale),
                """
                locale locales localecode localeid localename language languagecode languageid languagename languages lang \
                langcode langiso languageiso isocode iso bcp47 targetlocale targetlanguage targetlang \
                translationlanguage culture culturecode localeshortcode languagetag sprache zielsprache langue idioma \
                lingua taal język язык 言語 语言
                """
            ),
            (
                .role(.region),
                """
                region country territory script regioncode countrycode countryregion market storefront \
                languagevariant land pays país paese regione région región
                """
            ),
            (
                .role(.text),
                """
                text target targettext targetstring targetsegment translatedcontent translation translations translatedtext translatedstring value string content \
                msgstr zieltext übersetzung übersetzungen cible traduction texte textecible traducción traducciones traduzione \
                testo tradução texto vertaling tekst tłumaczenie перевод текст 翻訳 译文 번역
                """
            ),
            (
                .role(.source),
                """
                source sourcetext sourcestring sourcevalue sourcesegment basetext defaulttext defaultcontent original originaltext sourcecopy quelle quelltext \
                ausgangstext originaltexte texteoriginal textesource origen textoorigen textodeorigen textooriginal origine \
                testooriginale testodiorigine origem textodeorigem bron brontekst źródło исходныйтекст 原文 원문
                """
            ),
            (
                .role(.notes),
                """
                note notes comment comments description desc context example instruction instructions translatornote translatornotes \
                translatorcomment developernote developercomment developercomments remark remarks feedback explanation hint \
                usage backtranslation observation observations notiz notizen nota observación osservazione observação \
                observações kommentar kommentare hinweis hinweise bemerkung bemerkungen anmerkung anmerkungen beschreibung kontext \
                commentaire commentaires remarque remarques contexte comentario comentarios notas contexto descripción commento \
                observaciones observações osservazioni commenti contesto descrizione comentário comentários descrição opmerking opmerkingen комментарий 備考 コメント 备注 注释 비고 메모 설명
                """
            ),
            (
                .role(.state),
                """
                state status segmentstatus translationstate translationstatus approvalstatus reviewstatus workflowstatus reviewstate statut \
                stato estado статус 状態 ステータス 状态 상태
                """
            ),
            (
                .flag(.reviewed),
                "review approval qa lqa freigabe prüfung validation approbation aprobación approvazione aprovação"
            ),
            (.flag(.needsReview), "fuzzy needswork needsreview toreview unreviewed outdated rejected reject"),
            (
                .finished(.reviewed),
                """
                approved reviewed proofread proofed verified confirmed checked isapproved isreviewed geprüft freigegeben relu validé \
                approuvé revisado aprobado approvato rivisto aprovado
                """
            ),
            (.finished(.final), "final finalised finalized signedoff locked"),
            (.finished(.translated), "done completed complete translated ready"),
            (
                .newer,
                """
                new newer revised corrected correct correction corrections edited edit updated update improved amended fixed latest \
                revision neu neue korrigiert korrektur korrekturen überarbeitet nouveau nouvelle \
                postedited postedit corrigé révisé nuevo nueva corregido corretto nuovo nuova novo nova corrigido v2 v3 v4
                """
            ),
            (
                .older,
                """
                old older previous former current existing alt alte bisher bisherig ancien ancienne anterior viejo vecchio \
                precedente antigo v1 draft mt machine raw
                """
            ),
            (
                .limit,
                """
                max maximum limit length len chars char characters character maxlength maxlen maxchars maxcharacters \
                maximumlength characterlimit charlimit charcount charactercount count words wordcount size zeichen länge \
                anzahl longueur caractères límite limite longitud caracteres lunghezza caratteri min restriction
                """
            ),
            (
                .needless,
                """
                screenshot screenshots link links url urls tag tags labels row rownumber nr number lastmodified modified \
                updatedat updatedby createdat createdby created modifiedat modifiedby modifieddate duedate date time timestamp \
                deadline owner translator translators reviewer reviewers author assignee editor linguist vendor proofreader \
                type category group section screen page platform platforms project projects file filename filepath path module \
                component feature namespace priority environment references occurrences location locations \
                sourcefile sourcelanguage sourcelocale sourcelang hash checksum guid uuid plural ishidden score quality \
                job order position sort datum autor
                """
            ),
            (.reference, "reference referenz référence referencia riferimento referência"),
            (
                .filler,
                """
                human legal base default master the of for in copy version app store localized localised \
                localization only
                """
            ),
        ]
        // If a word occurs in several rows, the first row applies.
        return Dictionary(
            rows.flatMap { word, list in list.split(separator: " ").map { (String($0), word) } },
            uniquingKeysWith: { first, _ in first }
        )
    }()
}
