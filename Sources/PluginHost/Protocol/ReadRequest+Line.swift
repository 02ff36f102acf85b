package import GlossportReading

extension ReadRequest {
    /// The request as a line of JSON with its LF.
    package var line: [UInt8] {
        var line = JSONLine()
        line.object { line in
            line.object("read") { line in
                line.string("path", path)
                if let bytes { line.integer("bytes", bytes) } else { line.null("bytes") }
                line.stringOrNull("locale", options.locale)
                line.stringOrNull("bundle", bundle)
                line.object("options") { line in
                    for (name, value) in options.values.sorted(by: { $0.key < $1.key }) {
                        line.string(named: name, value)
                    }
                }
                if let wanted = options.wanted, features.contains(.other) {
                    line.object("wanted") { line in
                        line.string("prefix", wanted.prefix)
                        line.string("between", wanted.between)
                        line.string("suffix", wanted.suffix)
                    }
                } else {
                    line.null("wanted")
                }
                line.array("features") { line in
                    for feature in features.map(\.rawValue).sorted() { line.string(nil, feature) }
                }
                line.object("limits") { line in
                    line.integer("textBytes", textBytes)
                    line.integer("notes", ReaderLimits.notesPerUnit)
                    line.integer("others", ReaderLimits.namedOthers)
                    line.integer("lineBytes", Self.lineBytes)
                }
            }
        }
        return line.finish()
    }
}
