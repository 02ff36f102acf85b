/// A plain piece of memory that grows, for what is touched once per cell.
///
/// An `Array` would count references and check uniqueness at each touch, which costs more than the work itself here.
struct GrowingBuffer<Element: BitwiseCopyable>: ~Copyable {
    private(set) var base: UnsafeMutablePointer<Element>
    private(set) var count = 0
    private var capacity: Int

    init(capacity: Int) {
        base = .allocate(capacity: capacity)
        self.capacity = capacity
    }

    deinit { base.deallocate() }

    subscript(index: Int) -> Element {
        @inline(__always) get {
            precondition(index >= 0 && index < count, "A cell or row that is not in the batch was asked for")
            return base[index]
        }
        @inline(__always) nonmutating set {
            precondition(index >= 0 && index < count, "A cell or row that is not in the batch was set")
            base[index] = newValue
        }
    }

    var last: Element? { count > 0 ? base[count - 1] : nil }

    @inline(__always)
    mutating func append(_ element: Element) {
        if count == capacity { grow(by: 1) }
        base[count] = element
        count &+= 1
    }

    /// Appends a copy of `elements`.
    @inline(__always)
    mutating func append(contentsOf elements: UnsafeBufferPointer<Element>) {
        guard let source = elements.baseAddress else { return }
        if capacity &- count < elements.count { grow(by: elements.count) }
        (base + count).update(from: source, count: elements.count)
        count &+= elements.count
    }

    /// The elements from an index on; valid until the buffer changes.
    func elements(from index: Int) -> UnsafeBufferPointer<Element> {
        precondition(index >= 0 && index <= count, "Elements that are not in the buffer were asked for")
        return UnsafeBufferPointer(start: base + index, count: count - index)
    }

    /// Removes elements at the end.
    mutating func removeLast(_ number: Int) {
        precondition(number >= 0 && number <= count, "More elements were to be removed than there are")
        count -= number
    }

    private mutating func grow(by number: Int) {
        let larger = max(capacity * 2, count + number)
        let moved = UnsafeMutablePointer<Element>.allocate(capacity: larger)
        moved.update(from: base, count: count)
        base.deallocate()
        base = moved
        capacity = larger
    }
}
