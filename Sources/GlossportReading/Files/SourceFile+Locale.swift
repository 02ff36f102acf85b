extension SourceFile {
    /// The name of the nearest enclosing `.lproj` folder (`de`, `zh-Hans`, `Base`), or `nil` if there is none.
    public var lprojName: String? {
        path.split(separator: "/").dropLast().last { $0.lowercased().hasSuffix(".lproj") }
            .map { String($0.dropLast(".lproj".count)) }
    }
}
