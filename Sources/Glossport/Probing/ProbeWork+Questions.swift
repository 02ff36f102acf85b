import GlossportProject
import GlossportReading

extension ProbeAnswer.Found {
    /// The result for a question that remains unanswered for the given reason.
    static func unanswered(_ reason: String) -> ProbeAnswer.Found {
        ProbeAnswer.Found(.unanswered, reason, "Nothing changes.")
    }

    /// The result for a question that the service's answer does not settle.
    static func unanswered(_ answer: Answer) -> ProbeAnswer.Found {
        .unanswered(answer.sentence.isEmpty ? answer.outcome.rawValue : answer.clause)
    }
}

extension Answer {
    /// Whether the service accepted the upload, now or earlier; `nil` without a conclusive answer.
    fileprivate var isAccepted: Bool? {
        switch outcome {
        case .accepted, .alreadyPresent: true
        case .refused, .refusedForNow: false
        default: nil
        }
    }
}

// MARK: One message

extension ProbeWork {
    mutating func findBeyondBMP() async throws -> ProbeAnswer.Found {
        let (record, answer) = try await upload("emoji 🌌 and the letter 𠮷")
        switch answer.isAccepted {
        case true?:
            message = record
            return ProbeAnswer.Found(.expected, "accepted", "Glossport sends such texts.")
        case false?:
            // The following questions need a message.
            let (plain, second) = try await upload("plain")
            if second.outcome == .accepted { message = plain }
            return ProbeAnswer.Found(
                .different,
                "refused: \(answer.clause)",
                "Glossport sends them, unless the rule emoji is an error.",
                setting: .line("rules: { emoji: error }")
            )
        case nil: return .unanswered(answer)
        }
    }

    mutating func findListLag() async throws -> ProbeAnswer.Found {
        guard let message else { return .unanswered("no message was accepted") }
        let effect = "An item counts as deleted after \(run.project.vanishedAfter.text) without it in the list"
        guard try await list(showing: [message.id]) != nil else {
            return ProbeAnswer.Found(
                .different,
                "not within a minute",
                "\(effect); a longer time is safer.",
                setting: .line("vanishedAfter: 1h")
            )
        }
        let lag = run.time.now - message.since
        return ProbeAnswer.Found(.expected, lag < .seconds(1) ? "at once" : "within \(lag.text)", "\(effect).")
    }

    /// Waits until the list contains the messages, and returns it; `nil` if it does not contain them within a minute.
    private mutating func list(showing ids: Set<ServiceID>) async throws -> [String]? {
        for pause in [0, 1, 2, 4, 8, 15, 30] {
            try await run.stop.sleep(until: run.time.now + .seconds(pause), by: run.time)
            let listed = try await list()
            if ids.isSubset(of: listed.compactMap { ServiceID($0) }) { return listed }
        }
        return nil
    }

    mutating func findRepeated() async throws -> ProbeAnswer.Found {
        guard let message else { return .unanswered("no message was accepted") }
        let answer = try await send(message, MessageContent(header: Self.name, body: "This text is never shown."))
        switch answer.outcome {
        case .alreadyPresent:
            return ProbeAnswer.Found(
                .expected,
                "409 with \(answer.appleCode.map { "\($0)" } ?? "no number")",
                "A repeated upload changes nothing, so that Glossport can send it again."
            )
        case .accepted:
            return ProbeAnswer.Found(
                .different,
                "200: a text may be replaced under its id",
                "Derived ids are safe, because they contain the text; leave out ids of your own (`ids`)."
            )
        default: return .unanswered(answer)
        }
    }

    mutating func findUnknownMember() async throws -> ProbeAnswer.Found {
        let (_, answer) = try await upload("unknown member", in: .unknownMember)
        return switch answer.isAccepted {
        case true?:
            ProbeAnswer.Found(.expected, "accepted", "Glossport sends documented members only.")
        case false?:
            ProbeAnswer.Found(.different, "refused: \(answer.clause)", "Glossport sends documented members only.")
        case nil: .unanswered(answer)
        }
    }

    mutating func findDeletedID() async throws -> ProbeAnswer.Found {
        guard let message else { return .unanswered("no message was accepted") }
        let deletion = try await remove(message)
        guard deletion.outcome == .accepted else { return .unanswered(deletion) }
        let again = MessageContent(header: Self.name, body: "The same id as a deleted message.")
        let answer = try await send(message, again)
        // If the answer was lost, the retry gets a 409. Only a deletion shows whether the message exists.
        let isThere = try await remove(message).outcome == .accepted
        self.message = nil
        let effect = "A deleted text that is wanted again gets a new id in either case."
        switch answer.isAccepted {
        case true?:
            return ProbeAnswer.Found(.expected, isThere ? "yes" : "no: 409", effect)
        case false?: return ProbeAnswer.Found(.expected, "no: \(answer.clause)", effect)
        case nil: return .unanswered(answer)
        }
    }
}

// MARK: The list

extension ProbeWork {
    mutating func findUpperCaseID() async throws -> ProbeAnswer.Found {
        let (record, answer) = try await upload("upper-case id", in: .upperCaseID)
        let effect = "Glossport sends lower case and compares the 16 bytes."
        switch answer.isAccepted {
        case true?: break
        case false?:
            return ProbeAnswer.Found(.different, "refused: \(answer.clause)", effect)
        case nil: return .unanswered(answer)
        }
        let lower = record.id.description
        guard let listed = try await list(showing: [record.id])?.first(where: { ServiceID($0) == record.id }) else {
            return .unanswered("accepted, but not in the list")
        }
        return listed == lower
            ? ProbeAnswer.Found(.expected, "accepted, in lower case in the list", effect)
            : ProbeAnswer.Found(.different, "accepted, in the list as \(listed.prefix(8))…", effect)
    }

    mutating func findListOrder() async throws -> ProbeAnswer.Found {
        var ids: [ServiceID] = []
        for name in ["first", "second", "third"] {
            let (record, answer) = try await upload("\(name) of the list")
            if answer.outcome == .accepted { ids.append(record.id) }
        }
        guard ids.count > 2, let listed = try await list(showing: Set(ids)) else {
            return .unanswered("the list does not show the probe’s messages")
        }
        let shown = listed.compactMap { ServiceID($0) }.filter(ids.contains)
        let order = shown == ids ? "oldest first" : shown == ids.reversed() ? "newest first" : "no order by age"
        return ProbeAnswer.Found(
            .expected,
            "\(order), \(Plural.of(listed.count, "message")) in one answer",
            "Glossport needs no order."
        )
    }

    mutating func findTokenLifetime() async throws -> ProbeAnswer.Found {
        let (answer, list) = try await run.probe(.listMessages) { [service = run.service] in
            await service.listMessagesAsSent(withTokenFor: .seconds(7_200))
        }
        guard list != nil else { return .unanswered("the quota is used up") }
        note(.listMessages, "token of two hours", answer)
        let effect = "Glossport’s tokens are valid for 20 minutes."
        return switch answer.outcome {
        case .unauthorized: ProbeAnswer.Found(.expected, "refused with 401", effect)
        case .accepted: ProbeAnswer.Found(.different, "accepted", effect)
        default: .unanswered(answer)
        }
    }
}

// MARK: Limits

extension ProbeWork {
    /// Letters that are one character for a reader, but differ in the other units.
    private enum Letter: String {
        case plain = "a"
        /// Two bytes in UTF-8.
        case accented = "ä"
        /// Two scalars that no normalization combines.
        case combined = "q\u{307}"
        /// Two units of UTF-16, four bytes in UTF-8.
        case beyondBMP = "𝐚"
    }

    private enum Fit {
        case fits, tooLong, other
    }

    mutating func findUnit(of field: Field) async throws -> ProbeAnswer.Found {
        if field == .altText, image == nil { return .unanswered("no image was accepted") }
        let limit = field.lengthLimit
        guard let plain = try await fit(.plain, limit + 1, in: field) else { return .unanswered("no definite answer") }
        guard plain == .tooLong else {
            return plain == .other
                ? .unanswered("\(limit + 1) letters were refused for another reason")
                : ProbeAnswer.Found(
                    .different,
                    "\(limit + 1) letters are accepted",
                    "Glossport keeps to \(limit), which Apple documents."
                )
        }
        guard let unit = try await unit(of: field) else { return .unanswered("no definite answer") }
        let countsLikeReaders = unit == .graphemes
        return ProbeAnswer.Found(
            countsLikeReaders ? .expected : .different,
            "\(unit.name) (\(unit.rawValue))",
            countsLikeReaders
                ? "A text is too long where readers count more than \(limit); the line ends the warnings about other units."
                : "Glossport warns of texts that are too long in another unit than readers’; with the line they are errors.",
            setting: .unit(unit)
        )
    }

    /// The unit that explains which texts are too long; `nil` without a conclusive answer.
    private mutating func unit(of field: Field) async throws -> LengthUnit? {
        guard let beyond = try await fit(.beyondBMP, field.lengthLimit, in: field) else { return nil }
        if beyond != .tooLong {
            guard let combined = try await fit(.combined, field.lengthLimit, in: field) else { return nil }
            if combined == .fits { return .graphemes }
            if beyond == .fits { return .scalars }
        }
        // UTF-16 and scalars differ only beyond U+FFFF. If the service refuses all characters beyond U+FFFF, the
        // stricter unit is safe.
        guard let accented = try await fit(.accented, field.lengthLimit, in: field) else { return nil }
        return accented == .fits ? .utf16 : .utf8
    }

    /// Uploads a text with the given number of characters, and deletes it at once if it is accepted.
    private mutating func fit(_ letter: Letter, _ count: Int, in field: Field) async throws -> Fit? {
        let start = Self.name + " "
        let text = start + String(repeating: letter.rawValue, count: count - start.count)
        let name = "\(field.name) of \(count) characters, \(letter)"
        let (record, answer) =
            switch field {
            case .header: try await upload(name, header: text)
            case .body: try await upload(name, header: Self.name, body: text)
            default: try await upload(name, header: Self.name, altText: text)
            }
        switch answer.isAccepted {
        case true?:
            try await remove(record)
            return .fits
        case false?: return answer.appleCode == AppleError.tooLong(field) ? .tooLong : .other
        case nil: return nil
        }
    }

    mutating func findImageHeight() async throws -> ProbeAnswer.Found {
        let answer = try await uploadImage(height: 160)
        switch answer.isAccepted {
        case true?:
            return ProbeAnswer.Found(.expected, "accepted", "Images of 160 to 2,160 pixels high are sent.")
        case false?:
            // The question about alt texts needs an image.
            _ = try await uploadImage(height: 2_160)
            return ProbeAnswer.Found(
                .different,
                "refused: \(answer.clause)",
                "Glossport sends images of 160 to 2,160 pixels high; with the line, other heights are errors.",
                setting: .imageHeight(2_160)
            )
        case nil: return .unanswered(answer)
        }
    }

    private mutating func uploadImage(height: Int) async throws -> Answer {
        let record = ProbeRecord(
            "\(Self.name): image of 3840 × \(height)",
            .image,
            of: run.id,
            at: run.time.now
        )
        let bytes = BlankPicture.png(width: 3_840, height: height)
        let answer = try await make(record) { await $0.uploadImage(bytes, size: .fullSize, as: record.id) }
        if answer.isAccepted == true { image = record }
        return answer
    }
}

// MARK: Defaults and quota

extension ProbeWork {
    /// Reads the default of a product in each locale, without changing any.
    ///
    /// If a locale can't have a default, the service refuses it with a specific error number.
    mutating func findLocales() async throws -> ProbeAnswer.Found {
        let product = run.project.defaultProducts.min() ?? "\(run.destination.app).glossport-probe"
        let control = try await run.askForDefault(DefaultSlot(product: product, locale: "xx-XX"))
        note(.getDefault, "xx-XX, an invalid locale", control)
        guard control.appleCode == AppleError.invalidLocale else {
            return .unanswered(
                control.appleCode == AppleError.invalidProduct
                    ? "the App Store does not know the project’s product"
                    : "a locale that does not exist is not refused"
            )
        }
        let (results, _, obstacle) = await run.each(StoreLocale.all) { [run] locale in
            try await run.askForDefault(DefaultSlot(product: product, locale: locale))
        }
        if let obstacle { throw obstacle }
        let refused = results.filter { $0.1.appleCode == AppleError.invalidLocale }.sorted { $0.0 < $1.0 }
        for (locale, answer) in refused { note(.getDefault, locale, answer) }
        let known: Set<Answer.Outcome> = [.accepted, .notFound]
        if let odd = results.first(where: {
            $0.1.appleCode != AppleError.invalidLocale && !known.contains($0.1.outcome)
        }) {
            return .unanswered(odd.1)
        }
        guard !refused.isEmpty else {
            return ProbeAnswer.Found(
                .expected,
                "all \(StoreLocale.all.count)",
                "Glossport sets defaults in all of them."
            )
        }
        let codes = refused.map(\.0)
        let expected = run.project.locales.expected.map(\.code)
        let rest = (expected.isEmpty ? StoreLocale.all : expected).filter { !codes.contains($0) }
        return ProbeAnswer.Found(
            .different,
            "not \(codes.joined(separator: ", "))",
            "A default there is refused, and the import reports it; expect the others only.",
            setting: .line("locales: { expected: [\(rest.joined(separator: ", "))] }")
        )
    }

    mutating func findQuota() async throws -> ProbeAnswer.Found {
        let allowance = run.session.allowance(.getRealtimeURL) / 2
        // Requests of earlier commands in this hour count at the service as well.
        let budget = try await run.session.budget(.getRealtimeURL, in: run.journal)
        let room = budget.room(at: run.time.now)
        guard room > 0 else { return .unanswered("the quota is used up") }
        // After a 429, the room is that of the slower pace, and not the rest of the hour's allowance.
        guard !budget.isSteady(at: run.time.now) else { return .unanswered("the service throttled within this hour") }
        for number in 2 * allowance - room + 1...2 * allowance {
            try run.stop.check()
            let (answer, _) = try await run.probe(.getRealtimeURL) { [service = run.service] in
                await service.getRealtimeURL()
            }
            switch answer.outcome {
            case .accepted, .notFound: continue
            case .throttled where answer.status == 429:
                note(.getRealtimeURL, "request \(number) of the hour", answer)
                let wait = answer.retryAfter.map { "Retry-After: \($0)" } ?? "no Retry-After"
                let isLate = number > allowance
                return ProbeAnswer.Found(
                    answer.retryAt != nil && isLate ? .expected : .different,
                    "429 for request \(number) of the hour, \(answer.appleCode.map { "\($0)" } ?? "no number"), \(wait)",
                    "Glossport waits until that time, or for 15 s and longer without one."
                        + (isLate ? "" : " Other programs may have used the rest of the allowance."),
                    setting: isLate ? nil : .line("budgets: { getRealtimeURL: \(number - 1) }")
                )
            default: return .unanswered(answer)
            }
        }
        return ProbeAnswer.Found(
            .different,
            "none in \(Plural.grouped(2 * allowance)) requests",
            "Glossport keeps to \(Plural.grouped(allowance)) an hour, which Apple documents."
        )
    }
}
