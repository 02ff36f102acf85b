private import Foundation
import GRDB
import GlossportChecking
import GlossportImporting

/// The statements on approvals.
extension Database {
    func noteApprovals(_ approvals: [Approval], in run: RunID) throws {
        let destination = try destination(of: run)
        for approval in approvals {
            let texts = approval.texts
            try perform(
                """
                INSERT INTO approval (destination, locale, digest, messages, person, note, at_us, run)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    destination, approval.locale, texts.map { Data($0.digest) }, texts?.messages, approval.by,
                    approval.note, approval.at.microsecondsUp, run,
                ]
            )
        }
    }

    func approvals(at destination: Destination) throws -> [Approval] {
        let sql = """
            SELECT locale, digest, messages, person, note, at_us FROM approval
            WHERE destination = (SELECT number FROM destination WHERE app = ? AND environment = ?) ORDER BY number
            """
        return try rows(sql, [destination.app, destination.environment.rawValue]) { row in
            let locale = try row.decode(String.self, atIndex: 0)
            let digest = try row.decode(Data?.self, atIndex: 1)
            let messages = try row.decode(Int?.self, atIndex: 2) ?? 0
            let texts = digest.map { LocaleTexts(locale: locale, messages: messages, digest: Array($0)) }
            return Approval(
                texts.map { .approved($0) } ?? .withdrawn(locale: locale),
                by: try row.decode(String?.self, atIndex: 3),
                note: try row.decode(String?.self, atIndex: 4),
                at: Timestamp(microseconds: try row.decode(atIndex: 5))
            )
        }
    }
}
