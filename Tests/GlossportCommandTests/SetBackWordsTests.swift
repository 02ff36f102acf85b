import GlossportReading
import GlossportTesting
import Testing

@testable import Glossport
@testable import GlossportCommand

@Suite("Set-back messages")
struct SetBackWordsTests {
    private func setBack(_ reason: SetBack.Reason, _ locale: String = "de-DE") -> SetBack {
        let slot = DefaultSlot(product: "com.example.northlight.annual", locale: locale)
        let run = RunID(7, at: JournalSamples.sandbox)
        return SetBack(
            DesiredDefault(slot, message: "keep", item: JournalSamples.item(1).id),
            reason,
            DefaultRecord.DesiredText.Moment(number: 9, run: run, at: Timestamp(seconds: 0))
        )
    }

    @Test("Each reason has a sentence, a line with the run, and a remedy")
    func reasons() {
        let update = "Update this checkout, and import the newest texts. If the older texts are meant, add --set-back."
        let older = "add --set-back. If this checkout is older, update it."
        let moment = "on 1970-01-01 00:00:00 UTC"
        let words: [SetBack.Reason: (sentence: String, clause: String, remedy: String)] = [
            .replaced: (
                "1 default would go back to a text that newer ones have replaced", "run 7 replaced it \(moment)", update
            ),
            .unseen: (
                "1 newer text would be dropped before customers have seen it",
                "run 7 wanted a newer text \(moment), which customers have not seen yet", update
            ),
            .withdrawn: (
                "1 default would show a withdrawn text again", "run 7 withdrew it \(moment)",
                "If customers are meant to see the texts again, \(older)"
            ),
            .added: (
                "1 default would be withdrawn that was perhaps added after this checkout", "run 7 added it \(moment)",
                "If the withdrawal is meant, \(older)"
            ),
        ]
        for reason in SetBack.Reason.allCases {
            let setBacks = [setBack(reason)]
            #expect(SetBack.sentence(of: setBacks) == words[reason]?.sentence)
            #expect(SetBack.lines(setBacks) == words[reason].map { ["keep de-DE: \($0.clause)"] })
            #expect(SetBack.remedy(of: setBacks) == words[reason]?.remedy)
        }
    }

    @Test("In a plan, each reason has a different mark, and only a replaced text is called older")
    func marks() {
        let marks = SetBack.Reason.allCases.map(\.mark)
        #expect(Set(marks).count == marks.count)
        #expect(marks.filter { $0.contains("older text") } == [SetBack.Reason.replaced.mark])
    }

    @Test("Several reasons share one sentence and one remedy, and each has a line")
    func several() {
        let setBacks = [setBack(.withdrawn), setBack(.withdrawn, "fr-FR"), setBack(.added, "ja")]
        #expect(
            SetBack.sentence(of: setBacks)
                == "2 defaults would show withdrawn texts again; 1 default would be withdrawn that was perhaps added after this checkout"
        )
        #expect(SetBack.lines(setBacks).count == 2)
        #expect(
            SetBack.remedy(of: setBacks)
                == "If all of this is meant, add --set-back. If this checkout is older, update it."
        )
    }
}
