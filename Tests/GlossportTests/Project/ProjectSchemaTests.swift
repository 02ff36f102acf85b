private import Foundation
import Testing

@testable import GlossportChecking
@testable import GlossportProject
@testable import GlossportReading

/// Compares the JSON Schema, which is meant for editors, with the parser, which decides.
@Suite("The project file's JSON Schema")
struct ProjectSchemaTests {
    @Test(
        "The sample project files and the `init` template pass both schema and parser",
        arguments: ["northlight/glossport.yaml", "broken/glossport.yaml", nil]
    )
    func accepted(sample: String?) throws {
        let text = try sample.map { try Repository.text(of: "samples/" + $0) } ?? Self.template()
        #expect(try Self.schemaViolations(of: text) == [])
        #expect(throws: Never.self) { try Self.parse(text) }
    }

    @Test(
        "Alternative notations pass both schema and parser",
        arguments: [
            "app: a.b\nmessages:\n  keep:\n  winback: {}",
            "app: a.b\ncredentials:\ndeliveries:\nlocales:\nmessages:\nrules:\nbudgets:",
            "app: a.b\ndeliveries: [{ path: x }, { path: y, replaces: true }]",
            "app: a.b\ndeliveries: [{ path: x, options: { headerRow: 3, trim: true, delimiter: ';' } }]",
            "app: a.b\nkeys: '{field} of {message}'\nlocales: { expected: [no], map: { nb: no }, fallback: true }",
            "app: a.b\nfields: { title: header, text: body, line: bullets.1.text }", "app: a.b\nfields:",
            "app: a.b\nrules: { csv-formula: error, strings-empty: off, xliff-empty: warning, ignored-file: error }",
            "app: a.b\nlocales: { also: { fr-FR: [fr-CA], en-US: } }",
            "app: a.b\nbudgets: { uploadMessage: 1, getDefault: 10000000 }",
            "app: a.b\nquotaShare: 0.5\nconcurrency: 8\nvanishedAfter: 1h30m\nflip: each\nrequireApproval: true\nifExists: skip\ncaFile: x.pem",
            "app: a.b\nlimits: { unit: utf16, imageHeight: 2160 }", "app: a.b\nlimits:",
            "app: a.b\nreaders: { texts: tools/glossport-reader-texts }",
            "app: a.b\nvendors: { LatAm: { locales: [es-MX], format: xlsx, contact: \"Ana, a@b.c\", due: 2026-12-04 }, Nord: }",
            "app: a.b\nvendors: { LatAm: }\ndeliveries: [{ path: x, vendor: LatAm }]",
        ]
    )
    func otherForms(text: String) throws {
        #expect(try Self.schemaViolations(of: text) == [])
        #expect(throws: Never.self) { try Self.parse(text) }
    }

    @Test(
        "An invalid project file is refused by both schema and parser",
        arguments: [
            "environment: sandbox", "app: northlight", "app: com.example.north light", "app: [a.b]", "- app: a.b",
            "app: a.b\nenvironement: sandbox", "app: a.b\nenvironment: staging", "app: a.b\nenvironment: Sandbox",
            "app: a.b\ncredentials: { issuerID: 57246542-96fe-1a63-e053-0824d011072a }",
            "app: a.b\ncredentials: { issuerID: 57246542, keyID: X }",
            "app: a.b\ncredentials: { issuerID: 57246542-96fe-1a63-e053-0824d011072a, keyID: X, privateKey: y }",
            "app: a.b\ncredentials: X", "app: a.b\ndeliveries: vendor/", "app: a.b\ndeliveries: [vendor/]",
            "app: a.b\ndeliveries: [{ format: csv }]", "app: a.b\ndeliveries: [{ path: x, format: CSV }]",
            "app: a.b\ndeliveries: [{ path: x, formats: csv }]", "app: a.b\ndeliveries: [{ path: x, replaces: 1 }]",
            "app: a.b\ndeliveries: [{ path: x, options: [a] }]", "app: a.b\ndeliveries: [{ path: [x] }]",
            "app: a.b\ndeliveries: [{ path: x, locales: [it] }]", "app: a.b\nvendors: [LatAm]",
            "app: a.b\nvendors: { others: }", "app: a.b\nvendors: { a/b: }",
            "app: a.b\nvendors: { LatAm: { locale: es-MX } }", "app: a.b\nvendors: { LatAm: { locales: [es] } }",
            "app: a.b\nvendors: { LatAm: { format: excel } }", "app: a.b\nvendors: { LatAm: { due: 4.12.2026 } }",
            "app: a.b\nfields: { title: heder }", "app: a.b\nfields: { body: header }", "app: a.b\nfields: [title]",
            "app: a.b\nkeys: '{message}'", "app: a.b\nkeys: '{message}{field}'",
            "app: a.b\nkeys: '{message}.{field}.{field}'", "app: a.b\nlocales: [de-DE]",
            "app: a.b\nlocales: { expected: [de] }", "app: a.b\nlocales: { expected: de-DE }",
            "app: a.b\nlocales: { map: { es-419: es-mx } }", "app: a.b\nlocales: { fallback: maybe }",
            "app: a.b\nlocales: { also: { fr: [fr-CA] } }", "app: a.b\nlocales: { also: { fr-FR: fr-CA } }",
            "app: a.b\nlocales: { also: { fr-FR: [fr] } }",
            "app: a.b\nlocales: { minimumState: signed-off }", "app: a.b\nmessages: [keep]",
            "app: a.b\nmessages: { keep: { kind: banner } }",
            "app: a.b\nmessages: { keep: { headerPosition: above_body } }",
            "app: a.b\nmessages: { keep: { bullets: images/star.png } }",
            "app: a.b\nmessages: { keep: { header: Stay } }", "app: a.b\nrules: { Text: off }",
            "app: a.b\nreaders: [po]", "app: a.b\nreaders: { PO: x }", "app: a.b\nreaders: { po: { } }",
            "app: a.b\nreaders: { po: '' }", "app: a.b\nreaders: { po: [x] }",
            "app: a.b\nrules: { text-too-long: grave }", "app: a.b\nrules: [text-too-long]", "app: a.b\npace: fast",
            "app: a.b\nbudgets: { uploadMessage: 0 }", "app: a.b\nbudgets: { uploadMessage: many }",
            "app: a.b\nbudgets: { uploadMessages: 3600 }", "app: a.b\njournal: [a]", "app: a.b\npace:",
            "app: a.b\nquotaShare: 0.009", "app: a.b\nquotaShare: 1.5", "app: a.b\nconcurrency: 0",
            "app: a.b\nconcurrency: 257", "app: a.b\nvanishedAfter: soon", "app: a.b\nflip: all",
            "app: a.b\nlimits: { unit: letters }", "app: a.b\nlimits: { imageHeight: 100 }",
            "app: a.b\nlimits: { height: 2160 }", "app: a.b\nrequireApproval: maybe", "app: a.b\nifExists: adopt",
            "app: a.b\ncaFile: [x]",
        ]
    )
    func refused(text: String) throws {
        #expect(try Self.schemaViolations(of: text) != [])
        #expect(throws: ProjectFileError.self) { try Self.parse(text) }
    }

    @Test("The schema's lists of words match the Swift code")
    func words() throws {
        let schema = try Self.schema()
        let lists: [(path: [String], words: [String])] = [
            (["properties", "environment"], ServiceEnvironment.allCases.map(\.rawValue)),
            (["properties", "pace"], Pace.allCases.map(\.rawValue)),
            (["properties", "flip"], Flip.allCases.map(\.rawValue)),
            (["properties", "locales", "properties", "minimumState"], TranslationState.allCases.map(\.rawValue)),
            (["$defs", "ruleSetting"], RuleSetting.allCases.map(\.rawValue)),
            (["$defs", "locale"], StoreLocale.all),
            (["$defs", "message", "properties", "kind"], Project.Message.Kind.allCases.map(\.rawValue)),
            (
                ["$defs", "message", "properties", "headerPosition"],
                HeaderPosition.allCases.map(\.rawValue)
            ),
        ]
        let formats = schema[path: ["$defs", "delivery", "properties", "format", "anyOf"]].items.first
        #expect(try formats?[path: ["enum"]].strings == Self.readerIDs())
        for (path, words) in lists {
            #expect(schema[path: path + ["enum"]].strings == words, "\(path)")
        }
    }

    @Test("The schema's budgets are Apple's endpoints, and its rules are those of the core and the readers")
    func keys() throws {
        let schema = try Self.schema()
        let budgets = schema[path: ["properties", "budgets", "properties"]]
        #expect(budgets.keys == Endpoint.allCases.map(\.rawValue).sorted())
        for endpoint in Endpoint.allCases {
            let text = budgets[path: [endpoint.rawValue, "description"]].string ?? ""
            for environment in ServiceEnvironment.allCases {
                let allowance = "\(endpoint.hourlyAllowance(in: environment)) in \(environment.rawValue)"
                #expect(text.contains(allowance), "\(endpoint)")
            }
        }
        let rules = schema[path: ["properties", "rules"]]
        let core = (RuleSet.all.map { $0.description.id } + Review.furtherRules.map(\.id)).map(\.rawValue)
        #expect(rules[path: ["properties"]].keys == core.sorted())
        let readers = "^(\(try Self.readerIDs().joined(separator: "|")))-[a-z0-9-]+$"
        #expect(rules[path: ["patternProperties"]].keys.contains(readers))
    }

    @Test("The schema's defaults are the values of a project file without these keys")
    func defaults() throws {
        let schema = try Self.schema()
        let project = try Self.parse("app: a.b\nmessages: { keep: }")
        let message = try #require(project.messages["keep"])
        #expect(schema[path: ["properties", "keys", "default"]].string == project.keys.description)
        #expect(schema[path: ["properties", "pace", "default"]].string == project.pace.rawValue)
        #expect(schema[path: ["properties", "flip", "default"]].string == project.flip.rawValue)
        #expect(schema[path: ["properties", "quotaShare", "default"]].number == project.quotaShare)
        #expect(schema[path: ["properties", "requireApproval", "default"]].flag == project.requiresApproval)
        #expect(schema[path: ["properties", "journal", "default"]].string == project.journal.description)
        let locales = schema[path: ["properties", "locales", "properties"]]
        #expect(locales[path: ["minimumState", "default"]].string == project.locales.minimumState.rawValue)
        #expect(locales[path: ["fallback", "default"]].flag == project.locales.fallback)
        #expect(schema[path: ["$defs", "message", "properties", "kind", "default"]].string == message.kind.rawValue)
    }

    @Test("Each key in the schema is described, unknown keys are refused, and the examples pass")
    func explained() throws {
        let schema = try Self.schema()
        let validator = SchemaValidator(root: schema)
        var seen: Set<String> = []
        func visit(_ node: JSON, _ path: String) {
            for (name, property) in node[path: ["properties"]].members {
                let place = "\(path).\(name)"
                seen.insert(place)
                let target = validator.resolved(property)
                #expect(target[path: ["description"]].string != nil, "\(place) has no description")
                #expect(!target[path: ["examples"]].items.isEmpty || target.keys.contains("properties"), "\(place)")
                for example in target[path: ["examples"]].items {
                    #expect(validator.violations(of: example, against: property, at: place) == [])
                }
                visit(property, place)
            }
            if node.keys.contains("properties") {
                #expect(node[path: ["additionalProperties"]].flag == false, "\(path) takes unknown keys")
            }
        }
        visit(schema, "$")
        for (name, definition) in schema[path: ["$defs"]].members { visit(definition, name) }
        #expect(
            seen.isSuperset(of: ["$.app", "$.locales.map", "$.budgets.getDefault", "delivery.options", "message.kind"])
        )
    }
}

extension ProjectSchemaTests {
    private static let schemaPath = "docs/glossport.schema.json"

    private static func schema() throws -> JSON { try JSON(parsing: Repository.text(of: schemaPath)) }

    /// A reader's ID is the name of its folder.
    private static func readerIDs() throws -> [String] {
        try Repository.folders(in: "plugins")
    }

    private static func schemaViolations(of text: String) throws -> [String] {
        let problems = ProblemList(path: "glossport.yaml")
        let root = try #require(YAMLNode.parse(text, problems: problems))
        let schema = try schema()
        return SchemaValidator(root: schema).violations(of: JSON(root), against: schema, at: "$")
    }

    private static func parse(_ text: String) throws -> Project {
        let readers = try readerIDs().map {
            StubReader.format(named: $0, options: ["delimiter", "headerRow", "trim"])
        }
        let readerRules: [RuleID] = ["csv-formula", "strings-empty", "xliff-empty"]
        return try ProjectFile.parse(
            text,
            path: "glossport.yaml",
            ruleIDs: RuleSet.all.map { $0.description.id } + Review.furtherRules.map(\.id) + readerRules,
            formats: readers
        )
    }

    private static func template() -> String {
        var draft = ProjectDraft(app: "com.example.app")
        draft.deliveries = ["vendor/"]
        return ProjectTemplate.text(draft, schema: "glossport.schema.json")
    }
}

/// The part of JSON Schema that the project file's schema uses; any other keyword is a violation.
private struct SchemaValidator {
    var root: JSON

    private static let silent: Set<String> = ["$schema", "$id", "$defs", "title", "description", "default", "examples"]

    /// Resolves a `$ref`, merged with the keywords beside it.
    func resolved(_ schema: JSON) -> JSON {
        guard let reference = schema[path: ["$ref"]].string else { return schema }
        let target = root[path: reference.split(separator: "/").dropFirst().map(String.init)]
        return .object(Dictionary(target.members + schema.members.filter { $0.key != "$ref" }) { _, beside in beside })
    }

    func violations(of value: JSON, against schema: JSON, at place: String) -> [String] {
        resolved(schema).members.sorted { $0.key < $1.key }.flatMap { keyword, rule in
            check(value, keyword, rule, resolved(schema), place)
        }
    }

    private func check(_ value: JSON, _ keyword: String, _ rule: JSON, _ schema: JSON, _ place: String) -> [String] {
        switch keyword {
        case "type":
            let types = rule.string.map { [$0] } ?? rule.strings
            return types.contains { value.has(type: $0) } ? [] : ["\(place) is no \(types)"]
        case "enum": return rule.items.contains(value) ? [] : ["\(place) is none of \(rule.strings)"]
        case "pattern":
            guard let text = value.string, let pattern = rule.string else { return [] }
            return Self.matches(text, pattern) ? [] : ["\(place) does not match \(pattern)"]
        case "minimum", "maximum":
            guard let number = value.number, let limit = rule.number else { return [] }
            let isWithin = keyword == "minimum" ? number >= limit : number <= limit
            return isWithin ? [] : ["\(place) is beyond the \(keyword)"]
        case "maxItems":
            guard let most = rule.number, Double(value.items.count) > most else { return [] }
            return ["\(place) has more than \(Int(most)) entries"]
        case "minItems":
            guard let least = rule.number, Double(value.items.count) < least else { return [] }
            return ["\(place) has fewer than \(Int(least)) entries"]
        case "anyOf":
            let fits = rule.items.contains { violations(of: value, against: $0, at: place).isEmpty }
            return fits ? [] : ["\(place) is nothing of what it may be"]
        case "required":
            return rule.strings.filter { !value.keys.contains($0) && value.isObject }.map { "\(place) lacks \($0)" }
        case "items":
            return value.items.enumerated().flatMap { violations(of: $1, against: rule, at: "\(place)[\($0)]") }
        case "properties", "patternProperties", "additionalProperties":
            return value.members.flatMap { name, member in
                // Checks all three together when the first of them comes up.
                keyword == Self.firstOfMembers(schema) ? check(member, named: name, schema, place) : []
            }
        case "propertyNames":
            return value.keys.flatMap { violations(of: .string($0), against: rule, at: "\(place), the key \($0)") }
        case _ where Self.silent.contains(keyword): return []
        default: return ["the schema uses \(keyword), which this test does not know"]
        }
    }

    private static func firstOfMembers(_ schema: JSON) -> String? {
        ["properties", "patternProperties", "additionalProperties"].first { schema.keys.contains($0) }
    }

    private func check(_ member: JSON, named name: String, _ schema: JSON, _ place: String) -> [String] {
        let named = schema[path: ["properties"]].members[name].map { [$0] } ?? []
        let patterned = schema[path: ["patternProperties"]].members.filter { Self.matches(name, $0.key) }.map(\.value)
        let rules = named + patterned
        if rules.isEmpty {
            let rest = schema[path: ["additionalProperties"]]
            if rest.flag == false { return ["\(place) has an unknown key \(name)"] }
            return rest.isObject ? violations(of: member, against: rest, at: "\(place).\(name)") : []
        }
        return rules.flatMap { violations(of: member, against: $0, at: "\(place).\(name)") }
    }

    private static func matches(_ text: String, _ pattern: String) -> Bool {
        text.range(of: pattern, options: .regularExpression) != nil
    }
}

/// A JSON value, or a YAML value read with YAML's core schema.
private enum JSON: Hashable {
    case nothing
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSON])
    case object([String: JSON])

    init(parsing text: String) throws {
        self.init(try JSONSerialization.jsonObject(with: Data(text.utf8)))
    }

    private init(_ value: Any) {
        switch value {
        case let text as String: self = .string(text)
        case let items as [Any]: self = .array(items.map(JSON.init))
        case let members as [String: Any]: self = .object(members.mapValues(JSON.init))
        case let number as NSNumber:
            let isFlag = String(cString: number.objCType) == "c"
            self = isFlag ? .bool(number.boolValue) : .number(number.doubleValue)
        default: self = .nothing
        }
    }

    /// Treats every scalar as plain, because the node does not record quotes.
    init(_ node: YAMLNode) {
        if let entries = node.mapping {
            self = .object(Dictionary(entries.map { ($0.key, JSON($0.value)) }) { first, _ in first })
        } else if let items = node.sequence {
            self = .array(items.map { JSON($0) })
        } else if node.isNothing {
            self = .nothing
        } else {
            let text = node.text ?? ""
            self =
                ["true": .bool(true), "false": .bool(false)][text]
                ?? (text.allSatisfy { "0123456789.".contains($0) } ? Double(text).map(JSON.number) : nil)
                ?? .string(text)
        }
    }

    var string: String? { if case .string(let text) = self { text } else { nil } }
    var number: Double? { if case .number(let number) = self { number } else { nil } }
    var flag: Bool? { if case .bool(let flag) = self { flag } else { nil } }
    var items: [JSON] { if case .array(let items) = self { items } else { [] } }
    var members: [String: JSON] { if case .object(let members) = self { members } else { [:] } }
    var isObject: Bool { if case .object = self { true } else { false } }
    var strings: [String] { items.compactMap(\.string) }
    var keys: [String] { members.keys.sorted() }

    /// The value at a path of keys; ``nothing`` if a step is missing.
    subscript(path path: [String]) -> JSON { path.reduce(self) { $0.members[$1] ?? .nothing } }

    func has(type: String) -> Bool {
        switch (type, self) {
        case ("null", .nothing), ("boolean", .bool), ("number", .number), ("string", .string), ("array", .array),
            ("object", .object):
            true
        case ("integer", .number(let number)): number == number.rounded()
        default: false
        }
    }
}
