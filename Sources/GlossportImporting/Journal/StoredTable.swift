/// A table of a journal, which is the same wherever it is kept: so one journal can be copied into another.
package struct StoredTable: Sendable, Hashable {
    /// A column's value.
    package enum Value: Sendable, Hashable {
        case text(String)
        case number(Int64)
        case bytes([UInt8])
        case none
    }

    /// What a column holds.
    package enum ColumnKind: Sendable, Hashable {
        case text, number, bytes
    }

    package struct Column: Sendable, Hashable {
        package var name: String
        package var kind: ColumnKind
    }

    package var name: String
    package var columns: [Column]
    /// The columns by which its rows differ, in the order in which they are copied.
    package var key: [String]
    /// Whether the store itself numbers new rows, by the column `number`.
    package var isNumbered: Bool { key == ["number"] }

    /// - Parameters:
    ///   - name: The table's.
    ///   - key: The columns by which its rows differ.
    ///   - columns: All of them; a name that begins with `#` is a number's, one with `~` that of bytes.
    private init(_ name: String, key: String, _ columns: String) {
        self.name = name
        self.key = key.split(separator: " ").map(String.init)
        self.columns = columns.split(separator: " ").map { column in
            switch column.first {
            case "#"?: Column(name: String(column.dropFirst()), kind: .number)
            case "~"?: Column(name: String(column.dropFirst()), kind: .bytes)
            default: Column(name: String(column), kind: .text)
            }
        }
    }

    /// All that a journal remembers, each table after those that it refers to; who works there just now is no memory.
    package static let all = [
        StoredTable("destination", key: "number", "#number app environment"),
        StoredTable(
            "run",
            key: "number",
            "#number #destination command tool_version host #pid boot_id #started_us #ended_us #exit_code #wanted"
        ),
        StoredTable("source", key: "run path", "#run path ~sha256"),
        StoredTable(
            "item",
            key: "number",
            """
            #number #destination ~id kind message locale ~digest content origin state proof reason source_path #source_line \
            #source_column #wanted_by #position #claimed_by #first_seen_by #settled_us
            """
        ),
        StoredTable(
            "attempt",
            key: "number",
            "#number #destination endpoint #item #run #started_us #finished_us outcome #status #apple_code detail"
        ),
        StoredTable("budget", key: "destination endpoint", "#destination endpoint #paused_until_us #steady_until_us"),
        StoredTable("review", key: "item", "#item state #seen_us"),
        StoredTable(
            "desired_default",
            key: "destination product locale",
            "#destination product locale message #item #wanted_by"
        ),
        StoredTable("default_change", key: "number", "#number #destination product locale ~id #at_us #run"),
        StoredTable(
            "default_seen",
            key: "destination product locale",
            "#destination product locale ~id #is_ours #at_us #run"
        ),
        StoredTable("default_attempt", key: "destination product locale id", "#destination product locale ~id #run"),
        StoredTable("forgotten", key: "item", "#item #attempt #at_us #run"),
        StoredTable("deletion", key: "item", "#item #at_us #run"),
        StoredTable("missing", key: "item", "#item #first_us #last_us #lists #run"),
        StoredTable("approval", key: "number", "#number #destination locale ~digest #messages person note #at_us #run"),
    ]
}
