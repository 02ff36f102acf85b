import HTTPTypes
import Hummingbird
import HummingbirdTesting
import RetentionEmulator
import Testing

@Suite("Image uploads")
struct ImageUploadTests {
    private func upload(_ bytes: ByteBuffer, query: String = "", type: String? = "image/png") async throws -> Int? {
        let bench = try TestBench()
        try await bench.test { caller in
            let path = "/image/\(try Samples.identifier(1))\(query)"
            let response = try await caller.send(.put, path, bytes: bytes, type: type)
            #expect((response.status == .ok) == (response.errorCode == nil))
        }
        let app = bench.emulator.withState { $0 }.apps[Samples.app]
        return app?.images[try Samples.identifier(1)]?.file.byteCount
    }

    @Test("A PNG with the dimensions of its class is stored")
    func good() async throws {
        let full = PNG.bytes(3840, 160)
        #expect(try await upload(full) == full.readableBytes)
        #expect(try await upload(full, query: "?imageSize=FULL_SIZE") == full.readableBytes)
        let bullet = PNG.bytes(1024, 1024, chunks: ["gAMA", "PLTE", "IDAT", "IEND"])
        #expect(try await upload(bullet, query: "?imageSize=BULLET_POINT") == bullet.readableBytes)
    }

    @Test("Wrong dimensions, an alpha channel or a transparent color are refused")
    func bad() async throws {
        #expect(try await upload(PNG.bytes(1024, 1024)) == nil)
        #expect(try await upload(PNG.bytes(3840, 160), query: "?imageSize=BULLET_POINT") == nil)
        #expect(try await upload(PNG.bytes(3840, 160, colorType: 4)) == nil)
        #expect(try await upload(PNG.bytes(3840, 160, colorType: 6)) == nil)
        #expect(try await upload(PNG.bytes(3840, 160, colorType: 3, chunks: ["PLTE", "tRNS", "IDAT"])) == nil)
    }

    @Test("A file that is not a PNG is refused")
    func noPNG() async throws {
        #expect(try await upload(ByteBuffer()) == nil)
        #expect(try await upload(ByteBuffer(string: Samples.text(100))) == nil)
        #expect(
            try await upload(ByteBuffer(buffer: PNG.bytes(3840, 160).getSlice(at: 0, length: 32) ?? ByteBuffer()))
                == nil
        )
        #expect(try await upload(PNG.bytes(3840, 160), type: "image/jpeg") == nil)
    }

    @Test("Each refusal has its error code")
    func numbers() async throws {
        try await TestBench().test { caller in
            let path = "/image/\(try Samples.identifier(1))"
            let wrong = try await caller.send(.put, path, bytes: PNG.bytes(1, 1), type: "image/png")
            #expect(wrong.errorCode == 4_000_161)
            let unknown = try await caller.send(
                .put,
                "\(path)?imageSize=HUGE",
                bytes: PNG.bytes(1, 1),
                type: "image/png"
            )
            #expect(unknown.errorCode == 4_000_216)
            #expect(try await caller.send(.delete, path).errorCode == 4_040_014)
        }
    }

    @Test("A list shows state and class")
    func list() async throws {
        try await TestBench(.production).test { caller in
            let identifier = try Samples.identifier(1)
            try await caller.send(.put, "/image/\(identifier)", bytes: PNG.bytes(3840, 2160), type: "image/png")
            let expected =
                #"{"imageIdentifiers":[{"imageIdentifier":"\#(identifier)","imageState":"PENDING","imageSize":"FULL_SIZE"}]}"#
            #expect(try await caller.send(.get, "/image/list").text == expected)
        }
    }
}
