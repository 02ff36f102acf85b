package import GlossportReading

extension CSVReader {
    package static let format = Format(
        id: "csv",
        name: "CSV, TSV",
        extensions: ["csv", "tsv", "txt"],
        options: TableFormat.csv.options + CSVOptions.own,
        rules: CSVRules.all + TableFormat.csv.rules,
        recognize: { CSVReader.recognize($0) },
        reader: { try CSVReader(options: $0) }
    ).cutting { try CSVReader.cut($0, $1, $2) }
}
