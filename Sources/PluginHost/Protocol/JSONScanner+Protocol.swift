import GlossportReading

/// Parses values of the protocol, within its limits.
extension JSONScanner {
    /// Parses an object, and rejects duplicate members.
    ///
    /// - Returns: The names of the object's members.
    @discardableResult
    mutating func uniqueMembers(_ member: (inout JSONScanner, String) throws -> Void) throws -> Set<String> {
        var met: Set<String> = []
        try object { scanner, name in
            guard met.insert(name).inserted else { throw scanner.problem("“\(name.prefix(40))” occurs twice") }
            try member(&scanner, name)
        }
        return met
    }

    mutating func text() throws -> String {
        let text = try string()
        guard text.utf8.count <= ReaderLimits.textBytes else {
            throw problem("a text has more than \(ReaderLimits.textBytes) bytes")
        }
        return text
    }

    mutating func boolean() throws -> Bool {
        // Peeking skips white space.
        _ = peek()
        return try literal() ?? false
    }

    mutating func number(_ name: String, from least: Int, to most: Int = Int(Int32.max)) throws -> Int {
        let number = try integer()
        guard least...most ~= number else { throw problem("“\(name)” is out of range") }
        return number
    }
}
