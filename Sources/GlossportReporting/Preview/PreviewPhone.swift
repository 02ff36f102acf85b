private import Foundation
import GlossportChecking
import GlossportProject
import GlossportReading

/// A message approximately as customers see it: image, header, body and bullet points at the width of a phone.
struct PreviewPhone {
    let review: Review
    let edition: PreviewEdition

    func html(_ record: MessageRecord) -> HTML {
        let settings = review.project.messages[record.message] ?? Project.Message()
        let picture: HTML = settings.image == nil ? "" : image(record, bullet: nil)
        let header: HTML = "<div class=head>\(text(record, .header))</div>"
        let body: HTML = "<div class=body>\(text(record, .body))</div>"
        let bullets = settings.bullets.indices.map { index -> HTML in
            let number = index + 1
            return "<li>\(image(record, bullet: number))<div>\(text(record, .bulletText(number)))</div>"
        }
        let list: HTML = bullets.isEmpty ? "" : "<ul>\(bullets.joined())</ul>"
        let top: HTML = settings.headerPosition == .aboveImage ? "\(header)\(picture)" : "\(picture)\(header)"
        return "<div class=phone>\(top)\(body)\(list)</div>\n"
    }

    private func text(_ record: MessageRecord, _ field: Field) -> HTML {
        if let text = record.text(field) { return FoldedText.html(text) }
        if edition.isForVendor, let source = record.fields[field]?.source {
            let attributes = review.catalog.sourceLocale?.attributes ?? "lang=\"\" dir=auto"
            return
                "<span \(attributes)>\(FoldedText.html(source))</span><small lang=en dir=ltr>not yet translated</small>"
        }
        return "<span class=gap lang=en dir=ltr>no \(field.name)</span>"
    }

    private func image(_ record: MessageRecord, bullet: Int?) -> HTML {
        let altText = record.text(bullet.map(Field.bulletAltText) ?? .altText) ?? ""
        guard let file = review.catalog.images.file(record, bullet: bullet), let image = edition.images[file.key] else {
            return "<span class=\"picture gap\" lang=en dir=ltr>no picture</span>"
        }
        let (width, height) = (max(1, file.inspection.width), max(1, file.inspection.height))
        switch image {
        case .linked(let address):
            return """
                <img class=picture src="\(attribute: address)" alt="\(attribute: altText)" width=\(width) height=\(height) loading=lazy>
                """
        case .embedded:
            // The page contains each image once, even if several messages show it.
            return """
                <svg class=picture viewBox="0 0 \(width) \(height)" role=img aria-label="\(attribute: altText)">\
                <use href="#\(attribute: Self.name(of: file))"/></svg>
                """
        }
    }

    // MARK: Embedded pictures

    private static func name(of file: ImageInventory.File) -> String { "p-\(file.sha256)" }

    /// The images that the page contains, for reference by the messages.
    var embedded: HTML {
        var seen: Set<String> = []
        let pictures = review.catalog.images.sortedFiles.compactMap { file -> HTML? in
            guard case .embedded(let bytes) = edition.images[file.key], seen.insert(file.sha256).inserted else {
                return nil
            }
            return """
                <image id="\(attribute: Self.name(of: file))" width="\(max(1, file.inspection.width))" \
                height="\(max(1, file.inspection.height))" href="data:image/png;base64,\(attribute: Base64.text(bytes))"/>

                """
        }
        guard !pictures.isEmpty else { return "" }
        return "<svg width=0 height=0 aria-hidden=true class=store><defs>\(pictures.joined())</defs></svg>\n"
    }
}

enum Base64 {
    static func text(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }
}
