package import GlossportReading

/// Parses `glossport.yaml` strictly.
///
/// An unknown key or a value of the wrong type is an error with its line and column; for an unknown key, the error
/// suggests the nearest valid one. The JSON Schema in the documentation describes the same format for editors; a test
/// keeps both consistent.
package enum ProjectFile {
    /// Parses a project file.
    ///
    /// - Parameters:
    ///   - text: The file's content.
    ///   - path: Its path, for error messages.
    ///   - bases: The files that it extends, the nearest first.
    ///   - ruleIDs: The known rules, to validate `rules`.
    ///   - formats: The available readers with their options, to validate `deliveries`.
    /// - Returns: The project.
    /// - Throws: ``ProjectFileError`` with every problem found.
    package static func parse(
        _ text: String,
        path: String,
        bases: [ProjectBase] = [],
        ruleIDs: [RuleID],
        formats: [Format]
    ) throws -> Project {
        let problems = ProblemList(path: path)
        if let line = KeyMaterial.firstLine(in: text) {
            problems.add(
                line: line,
                column: 1,
                "This line appears to contain a private key.",
                "Remove it, and name the key's file under `credentials.privateKeyFile`."
            )
            throw ProjectFileError(problems: problems.sorted)
        }
        guard var root = YAMLNode.parse(text, problems: problems) else {
            throw ProjectFileError(problems: problems.sorted)
        }
        if let base = base(bases, problems) { root = root.extending(base) }
        guard let file = YAMLMapping(root) else {
            throw ProjectFileError(problems: problems.sorted)
        }
        let app = file.string("app", required: true).flatMap { text in
            file.checked(text, "app") { Project.isBundleID($0) ? $0 : nil }
        }
        var project = Project(app: app ?? "")
        // Marks the key as known; the caller has already read the files that this one extends.
        _ = file.string(ProjectBase.key)
        project.environment = file.choice("environment", ServiceEnvironment.self)
        project.credentials = file.mapping("credentials").flatMap(credentials)
        var named: [(node: YAMLNode, name: String)] = []
        project.deliveries = file.list("deliveries").compactMap { delivery($0, formats: formats, &named) }
        project.vendors = vendors(file.mapping("vendors"), named)
        if let keys = file.string("keys") {
            project.keys = file.checked(keys, "keys") { KeyPattern($0) } ?? .standard
        }
        if let section = file.mapping("fields") {
            let names = fieldNames(section)
            project.keys.otherNames = names
            for index in project.deliveries.indices { project.deliveries[index].keys?.otherNames = names }
        }
        if let section = file.mapping("locales") {
            project.locales = locales(section, ordered: Set(project.vendors.flatMap(\.locales)))
        }
        if let section = file.mapping("messages") {
            var owners: [String: String] = [:]
            for (name, node) in section.entries {
                project.messages[name] = message(name, YAMLMapping(node, allowsNothing: true), &owners)
            }
        }
        if let section = file.mapping("terms") { project.terms = terms(section) }
        project.accepted = acceptances(file.list("accept"))
        if let section = file.mapping("rules") { project.rules = rules(section, known: ruleIDs) }
        // Already read by `readers(in:path:)`; repeated here so that the key counts as known.
        if let section = file.mapping("readers") { _ = readers(section, relativeTo: "") }
        settings(file, of: &project)
        if let section = file.mapping("budgets") {
            for endpoint in Endpoint.allCases {
                project.budgets[endpoint] = section.integer(endpoint.rawValue, in: 1...10_000_000)
            }
            section.finish()
        }
        project.journal = journal(file)
        file.finish()
        guard problems.isEmpty else { throw ProjectFileError(problems: problems.sorted) }
        return project
    }

    /// Parses `fields:`, which maps other names to field names.
    private static func fieldNames(_ section: YAMLMapping) -> [String: String] {
        var names: [String: String] = [:]
        for (name, node) in section.entries {
            guard Field(name: name) == nil else {
                node.report(
                    "“\(name)” is a field itself.",
                    "Name the vendor's word for a field, such as `title: header`."
                )
                continue
            }
            guard let text = node.text else { continue }
            guard Field(name: text) != nil else {
                let fields = "Fields are \(Field.commonNames.joined(separator: ", "))."
                let remedy = Spelling.remedy(for: text, among: Field.commonNames) ?? fields
                node.report("“\(text)” is not a field.", remedy)
                continue
            }
            names[name] = text
        }
        return names
    }

    private static func journal(_ file: YAMLMapping) -> JournalLocation {
        guard let text = file.string("journal") else { return .standard }
        do {
            let location = try JournalLocation(text, by: .projectFile)
            if location.holdsPassword {
                file.report(
                    "journal",
                    "A project file must not contain a password.",
                    "Remove it, and put it into ~/.pgpass or the file named by PGPASSFILE."
                )
            } else if location.holdsSettings {
                file.report(
                    "journal",
                    "An address in a project file may contain only host, port, database and user.",
                    "Set other parameters with PostgreSQL's variables, such as PGSSLMODE, or name the journal with GLOSSPORT_JOURNAL."
                )
            }
            return location
        } catch {
            file.report("journal", error.message, error.remedy ?? "Name a file.")
            return .standard
        }
    }

    private static func credentials(_ section: YAMLMapping) -> Project.Credentials? {
        let issuer = section.string("issuerID", required: true).flatMap { text in
            secret(text, "issuerID", section) { ServiceID($0)?.description }
        }
        let key = section.string("keyID", required: true).flatMap { text in
            secret(text, "keyID", section) { Project.Credentials.isKeyID($0) ? $0 : nil }
        }
        let file = section.node("privateKeyFile")?.path
        section.finish()
        guard let issuer, let key else { return nil }
        return Project.Credentials(issuerID: issuer, keyID: key, privateKeyFile: file)
    }

    /// Converts a value, and reports an invalid one without repeating it, because it may be a misplaced secret.
    private static func secret(
        _ text: String,
        _ key: String,
        _ section: YAMLMapping,
        _ convert: (String) -> String?
    ) -> String? {
        if let value = convert(text) { return value }
        section.report(key, "This is not a valid `\(key)`.", YAMLMapping.expectation(of: key))
        return nil
    }

    private static func delivery(
        _ node: YAMLNode,
        formats: [Format],
        _ vendors: inout [(node: YAMLNode, name: String)]
    ) -> Project.Delivery? {
        if node.mapping == nil, node.sequence == nil, !node.isNothing, let path = node.text {
            node.report("A delivery must begin with the key “path”.", "Write `- path: \(path)`.")
            return nil
        }
        guard let section = YAMLMapping(node) else { return nil }
        var delivery = Project.Delivery(path: section.string("path", required: true) ?? "", place: node.location)
        if let id = section.string("format") {
            delivery.format = section.checked(id, "format", among: formats.map(\.id)) { id in
                formats.contains { $0.id == id } ? id : nil
            }
        }
        delivery.locale = section.string("locale")
        delivery.replaces = section.boolean("replaces") ?? false
        delivery.keys = section.checked("keys") { KeyPattern($0) }
        delivery.vendor = section.checked("vendor") { Project.Vendor.isName($0) ? $0 : nil }
        if let name = delivery.vendor, let value = section.node("vendor") { vendors.append((value, name)) }
        if let options = section.mapping("options") {
            let known = formats.filter { delivery.format == nil || $0.id == delivery.format }.flatMap(\.options)
            let groups = Set(known.filter(\.hasEntries).map(\.name))
            for option in Set(known.map(\.name)).sorted() {
                delivery.options[option] = groups.contains(option) ? options.entries(option) : options.string(option)
            }
            options.finish()
        }
        section.finish()
        return delivery
    }

    private static func locales(_ section: YAMLMapping, ordered: Set<StoreLocale>) -> Project.Locales {
        var locales = Project.Locales()
        locales.source = section.node("source").flatMap(storeLocale)
        locales.expected = section.list("expected").compactMap(storeLocale)
        if let map = section.mapping("map") {
            for (vendor, node) in map.entries { locales.map[vendor] = storeLocale(node) }
        }
        if let also = section.mapping("also") { locales.originals = originals(also, ordered) }
        locales.fallback = section.boolean("fallback") ?? false
        locales.minimumState = section.choice("minimumState", TranslationState.self) ?? .translated
        section.finish()
        return locales
    }

    /// Parses the settings of a message.
    ///
    /// - Parameters:
    ///   - name: The message's name.
    ///   - section: Its settings; `nil` for the defaults.
    ///   - owners: The default message of each product so far, to detect conflicts. The message's products are added.
    /// - Returns: The parsed settings.
    private static func message(
        _ name: String,
        _ section: YAMLMapping?,
        _ owners: inout [String: String]
    ) -> Project.Message {
        var message = Project.Message()
        guard let section else { return message }
        message.kind = section.choice("kind", Project.Message.Kind.self) ?? .text
        message.headerPosition = section.choice("headerPosition", HeaderPosition.self)
        message.image = section.node("image").flatMap(imagePattern)
        message.bullets = section.list("bullets").compactMap(imagePattern)
        for node in section.list("defaultFor") {
            guard let product = node.text else { continue }
            message.defaultFor.append(product)
            if product.isEmpty || product.contains(where: \.isWhitespace) {
                node.report(
                    "“\(product)” is not a product ID.",
                    "Copy it from App Store Connect; it contains no blanks."
                )
            }
            guard let other = owners.updateValue(name, forKey: product), other != name else { continue }
            node.report(
                "\(other) and \(name) are both defaults for \(product).",
                "A product shows one default message in each locale. Remove it from one `defaultFor`."
            )
        }
        if let ids = section.mapping("ids") {
            for (code, node) in ids.entries {
                guard let locale = StoreLocale(code), locale.code == code else {
                    node.report("“\(code)” is not an App Store locale.", LocaleResolver.remedy(for: code))
                    continue
                }
                guard let text = node.text else { continue }
                message.ids[locale] = ServiceID(text)
                if message.ids[locale] == nil {
                    node.report("“\(text)” is not a UUID.", "Write a UUID, or remove the entry.")
                }
            }
        }
        section.finish()
        checkImages(of: message, section)
        return message
    }

    private static func imagePattern(_ node: YAMLNode) -> ImagePattern? {
        guard let text = node.path else { return nil }
        let pattern = ImagePattern(text, at: node.location)
        let rest = text.replacing("{message}", with: "").replacing("{locale}", with: "")
        if rest.contains("{") || rest.contains("}") {
            node.report("“\(text)” has a placeholder that does not exist.", "Use {message} and {locale}.")
        } else if !rest.lowercased().hasSuffix(".png") {
            node.report("“\(text)” is not a PNG file.", "The service accepts only PNG: export the image as .png.")
        }
        return pattern
    }

    /// Reports image settings that the service would reject or never show.
    private static func checkImages(of message: Project.Message, _ section: YAMLMapping) {
        if message.kind != .text {
            let remedy: String =
                "Apple shows such a message beside an offer or a plan, as text only: remove the images."
            for key in ["image", "bullets"] where key == "image" ? message.image != nil : !message.bullets.isEmpty {
                section.report(key, "A message of the kind \(message.kind.rawValue) can't have \(key).", remedy)
            }
        }
        if message.headerPosition == .aboveImage, message.image == nil {
            section.report(
                "headerPosition",
                "The header can't be above an image, because the message has none.",
                "Add `image:`, or write above-body."
            )
        }
        if message.bullets.count > Field.maximumBullets {
            section.report(
                "bullets",
                "The message has \(message.bullets.count) bullet points; \(Field.maximumBullets) are allowed.",
                "Take \(message.bullets.count - Field.maximumBullets) out."
            )
        }
    }

    private static func rules(_ section: YAMLMapping, known: [RuleID]) -> [RuleID: RuleSetting] {
        var rules: [RuleID: RuleSetting] = [:]
        for (name, node) in section.entries {
            guard name != "private-key" else {
                node.report("A private key in a delivery is always an error.", "Remove this line.")
                continue
            }
            guard known.contains(RuleID(rawValue: name)) else {
                node.reportKey(name, nearest: known.map(\.rawValue), what: "rule")
                continue
            }
            guard let text = node.text else { continue }
            if let setting = RuleSetting(rawValue: text) {
                rules[RuleID(rawValue: name)] = setting
            } else {
                node.report("“\(text)” is not a severity.", "Use error, warning, note or off.")
            }
        }
        return rules
    }
}

package struct ProjectFileError: Error, Sendable, CustomStringConvertible {
    /// In file order.
    package var problems: [GlossportError]

    package init(problems: [GlossportError]) { self.problems = problems }

    package var description: String { problems.map(\.description).joined(separator: "\n") }
}
