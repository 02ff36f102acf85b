enum StateWord {
    /// Returns the state that a cell names; `nil` for an unknown word.
    ///
    /// If the header names a state, such as `Approved` or `fuzzy`, a “yes” means `flag`.
    static func state(of word: String, flag: TranslationState? = nil) -> TranslationState? {
        let plain = HeaderWord.plain(word)
        guard let flag, let isSet = mark(word) else { return states[plain] }
        // A denied approval means that a review is needed; `Locked: no` does not.
        return isSet ? flag : flag > .needsReview && flag < .final ? .needsReview : .translated
    }

    /// Whether a cell means yes; `nil` if it means neither yes nor no.
    static func mark(_ word: String) -> Bool? {
        let plain = HeaderWord.plain(word)
        if yes.contains(plain) || ["✓", "✔", "☑", "✅"].contains(word) { return true }
        return no.contains(plain) || ["✗", "✘", "☐", "❌", "-", "–"].contains(word) ? false : nil
    }

    private static let yes = words("true yes y 1 x ok ja oui sí si sim da wahr vrai verdadero vero verdadeiro hai はい 是")
    private static let no = words("false no n 0 nein non não net falsch faux falso nee いいえ 否")

    private static let states: [String: TranslationState] = {
        let words: [TranslationState: String] = [
            .untranslated: """
            new untranslated nottranslated missing todo empty open notstarted initial needstranslation totranslate untouched \
            notready offen neu unübersetzt nichtübersetzt nontraduit àtraduire sintraducir pendientedetraducir datradurre nontradotto \
            未翻訳 未着手 未翻译 미번역
            """,
            .needsReview: """
            needsreview needreview inreview toreview review forreview fuzzy draft pending machinetranslated mt machine \
            rejected inprogress needswork unreviewed notreviewed unapproved notapproved needsreviewtranslation needsediting \
            needsrevision needsadaptation needsl10n reviewneeded reviewrequired waitingforreview readyforreview pendingreview \
            pendingapproval needsapproval awaitingapproval onhold blocked outdated needsupdate changed disputed declined failed \
            unverified unconfirmed partial intranslation translationinprogress partiallytranslated \
            pretranslated inbearbeitung inarbeit zuprüfen entwurf abgelehnt \
            àrevoir àrelire encours rejeté enrevisión pendiente borrador rechazado darivedere bozza incorso emrevisão rascunho \
            要確認 レビュー待ち 作業中 差し戻し 待审核 需要审核 검토필요 검토중
            """,
            .translated: """
            translated done complete completed yes ok finished ready übersetzt fertig erledigt traduit terminé traducido listo \
            tradotto completato traduzido concluído vertaald 完了 翻訳済み 已翻译 完成 완료 번역완료
            """,
            .reviewed: """
            reviewed approved proofread confirmed verified checked accepted edited qaapproved geprüft bestätigt korrigiert relu \
            approuvé validé revisado aprobado rivisto approvato aprovado 承認済み 確認済み 校正済み 已审核 已批准 승인됨 검토완료
            """,
            .final: "final signedoff published locked released freigegeben publié publicado pubblicato",
        ]
        return Dictionary(
            words.flatMap { state, list in list.split(separator: " ").map { (String($0), state) } },
            uniquingKeysWith: { first, _ in first }
        )
    }()

    private static func words(_ list: String) -> Set<String> { Set(list.split(separator: " ").map(String.init)) }
}
