import GlossportChecking
import GlossportProject
private import GlossportReading

/// The output of `init` about a folder.
enum ProjectSights {
    static func lines(_ draft: ProjectDraft, _ sights: [ProjectSurvey.Sight]) -> [String] {
        guard sights.contains(where: \.isDelivery) else { return ["No translation files found here."] }
        let used = sights.filter { draft.deliveries.contains($0.path) && $0.units > 0 }
        var lines = used.prefix(10).map { sight in
            "Found \(sight.path): \(Plural.of(sight.units, "unit")), \(sight.formats.joined(separator: ", "))."
        }
        if used.count > 10 { lines.append("… and \(used.count - 10) more.") }
        // The remarks report files that could not be read, or that have no locale.
        let placed = used.filter { $0.units > $0.unitsWithoutLocale }
        if placed.isEmpty { return lines }
        guard !draft.messages.isEmpty else {
            let units = placed.reduce(0) { $0 + $1.units - $1.unitsWithoutLocale }
            let key = placed.compactMap(\.keys.exampleKey).exampleKey.map { ", such as “\($0)”" } ?? ""
            return lines + [
                "None of their \(Plural.of(units, "unit")) has a header and a body\(key): set `keys:` and `fields:` by hand."
            ]
        }
        let names = Plural.few(draft.messages.map(\.name), 4)
        lines.append(
            "They contain \(Plural.of(draft.messages.count, "message")) in \(Plural.of(draft.expected.count, "locale")): \(names); the keys are \(draft.keys)\(Self.fields(draft))."
        )
        return lines
    }

    /// The end of a sentence with the names that keys use for fields.
    private static func fields(_ draft: ProjectDraft) -> String {
        let names = draft.keys.otherNames.sorted { $0.key < $1.key }.map { "“\($0.key)” for \($0.value)" }
        return names.isEmpty ? "" : ", with " + names.joined(separator: ", ")
    }

    static func remarks(
        _ draft: ProjectDraft,
        _ sights: [ProjectSurvey.Sight],
        _ failures: [ProjectSurvey.Failure]
    ) -> [String] {
        var remarks: [String] = []
        if draft.app == "com.example.app" { remarks.append("app: replace com.example.app with your app's bundle ID.") }
        if draft.issuerID == nil || draft.keyID == nil {
            remarks.append("credentials: issuer ID and key, needed only to use the service.")
        }
        if !draft.uncertain.isEmpty {
            let names = draft.uncertain.prefix(5).map(\.delivered).joined(separator: ", ")
            remarks.append("locales.map: which of the App Store's locales \(names) means.")
        }
        if draft.messages.contains(where: { $0.image == nil && $0.hasAltText || $0.bullets > 0 }) {
            remarks.append("messages: pictures; alt texts and bullet points are not sent without them.")
        }
        if draft.messages.contains(where: \.products.isEmpty) {
            remarks.append("messages: products under `defaultFor:`, so that customers see them.")
        }
        var lines = remarks.isEmpty ? [] : ["Still to fill in (marked in the file):"] + remarks.map { "  " + $0 }
        lines += self.lines(failures)
        let ignored = sights.flatMap(\.ignored)
        if !ignored.isEmpty {
            lines.append(
                "\(Plural.few(ignored, 4)) \(ignored.count == 1 ? "is not a translation file" : "are not translation files")."
            )
        }
        return lines
    }

    static func lines(_ failures: [ProjectSurvey.Failure]) -> [String] {
        failures.prefix(listed).map { failure in
            "\(failure.path) was not used because \(failure.step.rawValue). \(failure.text) \(failure.remedy)"
        } + (failures.count > listed ? ["\(failures.count - listed) more files were not used."] : [])
    }

    /// The maximum number of files listed with the step that failed.
    private static let listed = 20
}
