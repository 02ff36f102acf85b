/// How the collector gets images inspected.
package struct ImageInspector: Sendable {
    package var inspect: @Sendable (_ bytes: [UInt8]) -> PNGInspection

    package init(inspect: @escaping @Sendable (_ bytes: [UInt8]) -> PNGInspection) { self.inspect = inspect }
}
