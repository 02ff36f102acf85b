internal import Foundation
internal import Glossport
internal import Testing

@testable internal import XLIFFReader

@Suite(
    "XLIFF reader: files that others wrote",
    .enabled(if: Corpus.isThere, "The corpora are not beside the package, so nothing can be compared.")
)
struct CorpusTests {
    @Test("dump") func dump() throws {
        var agree = 0
        var rows = 0
        for name in Corpus.folders {
            for (file, expected) in try Corpus.expected(in: name) {
                let reading = try Reading(
                    Corpus.source(name, file),
                    ReaderOptions(values: ["includeUntranslatable": "true"])
                )
                rows += expected.count
                var units = reading.units[...]
                for row in expected {
                    if let error = row.error {
                        if reading.errors.isEmpty {
                            print("DIS \(name)/\(file): expected error \(error)")
                        } else {
                            agree += 1
                        }
                        continue
                    }
                    guard let unit = units.first, unit.key == row.key else {
                        print(
                            "DIS \(name)/\(file): key \(row.key!) != \(units.first?.key ?? "-") \(reading.rules.prefix(4)) target=\(row.target ?? "nil")"
                        )
                        continue
                    }
                    units = units.dropFirst()
                    var why: [String] = []
                    func same(_ ours: String?, _ theirs: String?) -> Bool {
                        let theirs = theirs ?? ""
                        let ours = ours ?? ""
                        return ours == theirs || (row.xml_space != "preserve" && ours == Corpus.collapsed(theirs))
                            || (Corpus.collapsed(ours) == Corpus.collapsed(theirs) && theirs.contains("\r"))
                    }
                    if !same(unit.target, row.target) {
                        why.append("target \(unit.target ?? "nil") != \(row.target ?? "nil")")
                    }
                    if !same(unit.source, row.source) {
                        why.append("source \(unit.source ?? "nil") != \(row.source ?? "nil")")
                    }
                    if unit.locale != row.locale {
                        why.append("locale \(unit.locale ?? "nil") != \(row.locale ?? "nil")")
                    }
                    let notes = (row.notes ?? []).map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }.filter {
                        !$0.isEmpty
                    }
                    if unit.notes != notes { why.append("notes \(unit.notes) != \(notes)") }
                    if why.isEmpty {
                        agree += 1
                    } else {
                        print("DIS \(name)/\(file) \(unit.key):", why.joined(separator: "; "))
                    }
                }
                if !units.isEmpty { print("DIS \(name)/\(file): \(units.count) more units") }
            }
        }
        print("AGREE \(agree) of \(rows)")
    }
}
