/// The roles of the columns, from the header row and from the project file.
///
/// Nothing is decided here about the layout; ``PlanMaker`` does that.
struct ColumnRoles {
    /// Columns by what they are for; several where the header does not tell which is meant.
    var roles: [ColumnRole: [Int]] = [:]
    /// Locales by column.
    var locales: [Int: String] = [:]
    /// Columns whose locale the project file gives.
    var mapped: Set<Int> = []
    /// Fields of a record by column.
    var fields: [Int: String] = [:]
    /// Columns to ignore by the project file, without a name, or without use.
    var ignored: Set<Int> = []
    /// Columns that nothing is known about.
    var unknown: [Int] = []

    /// How many columns are understood.
    var understood: Int { roles.values.reduce(0) { $0 + $1.count } + locales.count + fields.count }

    /// - Parameters:
    ///   - names: The header's cells without white space around them.
    ///   - options: The options of the project file.
    /// - Throws: ``Missing`` or ``Ambiguous`` for a column that the project file names.
    init(names: [String], options: TableOptions) throws(ReferenceError) {
        var taken: Set<Int> = []
        for role in ColumnRole.allCases {
            var reference = options.columns[role]
            if role == .locale, case .column(let column)? = options.locale { reference = column }
            guard let reference else { continue }
            let index = try Self.only(reference, in: names, option: role.rawValue)
            roles[role] = [index]
            taken.insert(index)
        }
        var ignoresOthers = false
        for mapping in options.map {
            guard let column = mapping.column else {
                ignoresOthers = true
                continue
            }
            let index = try Self.only(column, in: names, option: "map")
            taken.insert(index)
            if let locale = mapping.locale {
                locales[index] = locale
                mapped.insert(index)
            } else {
                ignored.insert(index)
            }
        }
        for index in names.indices where !taken.contains(index) {
            place(names[index], at: index, options: options, ignoresOthers: ignoresOthers)
        }
        chooseKey(names)
    }

    /// A column that the project file names can't be found.
    struct ReferenceError: Error {
        var option: String
        var reference: ColumnReference
        /// The columns that fit; none or several.
        var found: [Int]
    }

    private static func only(
        _ reference: ColumnReference,
        in names: [String],
        option: String
    ) throws(ReferenceError) -> Int {
        let found = reference.indices(in: names)
        guard found.count == 1, let index = found.first else {
            throw ReferenceError(option: option, reference: reference, found: found)
        }
        return index
    }

    private mutating func place(_ name: String, at index: Int, options: TableOptions, ignoresOthers: Bool) {
        let role = HeaderWord.role(of: name)
        let isGiven =
            switch role {
            case .locale?: options.locale != nil
            case let role?: options.columns[role] != nil
            case nil: false
            }
        if name.isEmpty {
            ignored.insert(index)
        } else if let role, !isGiven, role != .key || !Self.isWeakKey(name) {
            roles[role, default: []].append(index)
        } else if Self.isWeakKey(name), !isGiven {
            weakKeys.append(index)
        } else if let field = RecordField.name(of: name) {
            fields[index] = field
        } else if let locale = LocaleName.locale(in: name) {
            locales[index] = locale
        } else if HeaderWord.isNeedless(name) || isGiven || ignoresOthers {
            ignored.insert(index)
        } else {
            unknown.append(index)
        }
    }

    /// Columns headed `id`: a key, if there is no better one, else perhaps Indonesian.
    private var weakKeys: [Int] = []

    private static func isWeakKey(_ name: String) -> Bool { HeaderWord.plain(name) == "id" }

    private mutating func chooseKey(_ names: [String]) {
        if roles[.key] == nil, let first = weakKeys.first, roles[.message] == nil || fields.isEmpty {
            roles[.key] = weakKeys.count == 1 ? [first] : weakKeys
        } else {
            for index in weakKeys { locales[index] = names[index] }
        }
        weakKeys = []
    }

    /// The one column for a role; `nil` if there is none or more than one.
    func only(_ role: ColumnRole) -> Int? {
        roles[role].flatMap { $0.count == 1 ? $0.first : nil }
    }
}
