import ArgumentParser
private import RetentionEmulator

/// Parses times such as `500ms`, `5s` or `1h`.
enum DurationArgument {
    static func parse(_ text: String) throws -> Duration {
        guard let duration = Duration(text: text) else {
            throw ValidationError("'\(text)' is not a time; write 250us, 500ms, 5s, 2m or 1h")
        }
        return duration
    }
}

extension ServiceEnvironment: ExpressibleByArgument {}
extension RateProfile: ExpressibleByArgument {}
extension BudgetWindow: ExpressibleByArgument {}
extension Rules.LengthUnit: ExpressibleByArgument {}
extension Rules.Spending: ExpressibleByArgument {}
extension Rules.OrphanedDefaults: ExpressibleByArgument {}
