import RetentionEmulator
import Testing

@Suite("Defaults and the real-time URL")
struct DefaultTests {
    private func set(_ number: Int, for key: DefaultKey = Samples.key) throws -> Operation {
        .configureDefault(key, try Samples.identifier(number))
    }

    @Test("A default can be set, read, overwritten and deleted")
    func life() throws {
        var state = try Samples.state()
        _ = try state.upload(1)
        _ = try state.upload(2)
        let get = Operation.getDefault(Samples.key)
        #expect(state.send(get, to: .getDefault).reply == .refused(.defaultNotFound))
        #expect(state.send(try set(1), to: .configureDefault).reply == .done)
        #expect(state.send(try set(2), to: .configureDefault).reply == .done)
        #expect(state.send(get, to: .getDefault).reply == .defaultMessage(try Samples.identifier(2)))
        #expect(state.send(.deleteDefault(Samples.key), to: .deleteDefault).reply == .done)
        #expect(state.send(get, to: .getDefault).reply == .refused(.defaultNotFound))
    }

    @Test("Deleting a default that is not set returns 200")
    func deleteNothing() throws {
        var state = try Samples.state()
        #expect(state.send(.deleteDefault(Samples.key), to: .deleteDefault).reply == .done)
    }

    @Test("A default requires an approved message with approved images")
    func approval() throws {
        var state = try Samples.state(.production)
        _ = try state.uploadImage(90)
        var content = Samples.message
        content.image = try Samples.picture(90)
        _ = try state.upload(1, content)
        #expect(state.send(try set(1), to: .configureDefault).reply == .refused(.messageNotApproved))
        let message: Set = [try Samples.identifier(1)]
        #expect(state.decide(.approved, only: message, bundleID: nil, at: Samples.start) == 1)
        #expect(state.send(try set(1), to: .configureDefault).reply == .refused(.imageNotApproved))
        #expect(state.decide(.approved, only: nil, bundleID: nil, at: Samples.start) == 1)
        #expect(state.send(try set(1), to: .configureDefault).reply == .done)
    }

    @Test("Locales are exactly Apple's short codes")
    func locales() throws {
        #expect(LocaleCodes.established.count == 39)
        #expect(LocaleCodes.newer.count == 11)
        var state = try Samples.state()
        for locale in ["en", "en_US", "en-us", "ja-JP", "zh-CN", "es-419", "nb", ""] {
            let key = DefaultKey(productID: "p", locale: locale)
            #expect(state.send(.getDefault(key), to: .getDefault).reply == .refused(.invalidLocale), "\(locale)")
        }
    }

    @Test("The locales added in 2026 can be disabled")
    func olderLocales() throws {
        let get = Operation.getDefault(DefaultKey(productID: "p", locale: "bn-BD"))
        var newer = try Samples.state()
        #expect(newer.send(get, to: .getDefault).reply == .refused(.defaultNotFound))
        var older = try Samples.state { $0.knowsNewerLocales = false }
        #expect(older.send(get, to: .getDefault).reply == .refused(.invalidLocale))
    }

    @Test("An invalid product ID returns 400, not 404", arguments: ["", "a b", "ü", "a/b"])
    func products(_ product: String) throws {
        var state = try Samples.state()
        let get = Operation.getDefault(DefaultKey(productID: product, locale: "ja"))
        #expect(state.send(get, to: .getDefault).reply == .refused(.invalidProduct))
    }

    @Test("Deleting a message deletes its defaults, unless the rules keep them")
    func orphans() throws {
        for (fate, answer) in [
            (Rules.OrphanedDefaults.drop, Reply.refused(.defaultNotFound)),
            (.keep, .defaultMessage(try Samples.identifier(1))),
        ] {
            var state = try Samples.state { $0.orphanedDefaults = fate }
            _ = try state.upload(1)
            _ = state.send(try set(1), to: .configureDefault)
            _ = state.send(.deleteMessage(try Samples.identifier(1)), to: .deleteMessage)
            #expect(state.send(.getDefault(Samples.key), to: .getDefault).reply == answer)
        }
    }

    @Test("A real-time URL uses HTTPS and has at most 256 characters")
    func realtimeURL() throws {
        var state = try Samples.state()
        let longest = "https://" + Samples.text(248)
        let set = { Operation.configureRealtimeURL($0) }
        #expect(state.send(.getRealtimeURL, to: .getRealtimeURL).reply == .refused(.realtimeURLNotFound))
        #expect(state.send(set("http://a"), to: .configureRealtimeURL).reply == .refused(.invalidRealtimeURL))
        #expect(state.send(set(longest + "x"), to: .configureRealtimeURL).reply == .refused(.invalidRealtimeURL))
        #expect(state.send(set(longest), to: .configureRealtimeURL).reply == .done)
        #expect(state.send(.getRealtimeURL, to: .getRealtimeURL).reply == .realtimeURL(longest))
        #expect(state.send(.deleteRealtimeURL, to: .deleteRealtimeURL).reply == .done)
        #expect(state.send(.getRealtimeURL, to: .getRealtimeURL).reply == .refused(.realtimeURLNotFound))
    }

    @Test("Production refuses a real-time URL until a performance test has passed")
    func performanceTest() throws {
        let set = Operation.configureRealtimeURL("https://example.com")
        var untested = try Samples.state(.production)
        #expect(untested.send(set, to: .configureRealtimeURL).reply == .refused(.noPassingTest))
        var tested = try Samples.state(.production) { $0.hasPassedPerformanceTest = true }
        #expect(tested.send(set, to: .configureRealtimeURL).reply == .done)
    }
}
