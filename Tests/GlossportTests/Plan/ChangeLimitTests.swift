import Glossport
import Testing

@Suite("How much may go unsaid")
struct ChangeLimitTests {
    @Test("A tenth of what is live, and always ten")
    func tenth() {
        #expect(ChangeLimit(live: 0).permits(10))
        #expect(ChangeLimit(live: 12).permits(10))
        #expect(!ChangeLimit(live: 12).permits(11))
        #expect(ChangeLimit(live: 2_000).permits(200))
        #expect(!ChangeLimit(live: 2_000).permits(201))
    }

    @Test("More only with the number, or a larger one")
    func stated() {
        #expect(!ChangeLimit(live: 88, stated: 43).permits(44))
        #expect(ChangeLimit(live: 88, stated: 44).permits(44))
        #expect(ChangeLimit(live: 88, stated: 50).permits(44))
        // A stated number below a tenth is the limit.
        #expect(!ChangeLimit(live: 2_000, stated: 5).permits(6))
    }

    @Test("What goes as a whole has to be stated, however little it is")
    func whole() {
        #expect(!ChangeLimit(live: 2_000).permits(2, isWhole: true))
        #expect(ChangeLimit(live: 2_000, stated: 2).permits(2, isWhole: true))
        #expect(ChangeLimit(live: 2_000).permits(0, isWhole: true))
    }
}
