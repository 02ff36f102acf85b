extension ProjectFile {
    /// Parses the settings that apply to every run, such as the pace and the limits.
    static func settings(_ file: YAMLMapping, of project: inout Project) {
        project.pace = file.choice("pace", Pace.self) ?? .hourly
        project.quotaShare = file.checked("quotaShare") { Double($0).flatMap { $0 >= 0.01 && $0 <= 1 ? $0 : nil } } ?? 1
        project.concurrency = file.integer("concurrency", in: 1...256)
        project.vanishedAfter =
            file.checked("vanishedAfter") { Duration(written: $0) } ?? Project.standardVanishedAfter
        project.flip = file.choice("flip", Flip.self) ?? .allOrNothing
        project.requiresApproval = file.boolean("requireApproval") ?? false
        project.adoptsFixedIDs = file.choice("ifExists", IfExists.self) == .skip
        if let section = file.mapping("limits") {
            project.limits.unit = section.choice("unit", LengthUnit.self)
            project.limits.imageHeight = section.integer("imageHeight", in: Project.ServiceLimits.imageHeights)
            section.finish()
        }
        project.caFile = file.node("caFile")?.path
    }

    /// The reaction if a message with a fixed ID already exists at the service.
    private enum IfExists: String, CaseIterable {
        case fail, skip
    }
}
