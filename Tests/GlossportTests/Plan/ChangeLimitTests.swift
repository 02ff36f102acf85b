import Glossport
import Testing

@Suite("Change limit")
struct ChangeLimitTests {
    @Test("The limit is a tenth of the live messages, but at least ten")
    func tenth() {
        #expect(ChangeLimit(live: 0).permits(10))
        #expect(ChangeLimit(live: 12).permits(10))
        #expect(!ChangeLimit(live: 12).permits(11))
        #expect(ChangeLimit(live: 2_000).permits(200))
        #expect(!ChangeLimit(live: 2_000).permits(201))
    }

    @Test("More changes need a stated number that is large enough")
    func stated() {
        #expect(!ChangeLimit(live: 88, stated: 43).permits(44))
        #expect(ChangeLimit(live: 88, stated: 44).permits(44))
        #expect(ChangeLimit(live: 88, stated: 50).permits(44))
        // A stated number below a tenth is the limit, too.
        #expect(!ChangeLimit(live: 2_000, stated: 5).permits(6))
    }

    @Test("A change of a whole, such as a message in all locales, needs a stated number, however small")
    func whole() {
        #expect(!ChangeLimit(live: 2_000).permits(2, isWhole: true))
        #expect(ChangeLimit(live: 2_000, stated: 2).permits(2, isWhole: true))
        #expect(ChangeLimit(live: 2_000).permits(0, isWhole: true))
    }
}
