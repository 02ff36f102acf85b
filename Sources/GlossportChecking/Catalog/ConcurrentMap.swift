private import CLibrary
private import Dispatch

extension RandomAccessCollection where Self: Sendable, Element: Sendable, Index == Int {
    /// Maps the elements on all processors, and preserves their order.
    func concurrentMap<Value: Sendable>(_ body: @Sendable (Element) -> Value) -> [Value] {
        let values = Mutex<[Int: Value]>([:])
        DispatchQueue.concurrentPerform(iterations: count) { index in
            let value = body(self[startIndex + index])
            values.withLock { $0[index] = value }
        }
        return values.withLock { values in (0..<count).compactMap { values[$0] } }
    }
}

extension Array {
    /// Returns the elements in consecutive parts of at most `size`, to be handled one part at a time by each thread.
    func parts(of size: Int) -> [ArraySlice<Element>] {
        stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
    }
}
