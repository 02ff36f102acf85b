package import GlossportChecking
package import GlossportProject
import GlossportReading

package enum ItemFactory {
    /// The items of a catalog, in the catalog's order.
    ///
    /// Apple does not document whether the service accepts a deleted id again. For this reason, an item whose derived
    /// id is one of the `deleted` ids gets the id of the next generation.
    package static func items(
        of catalog: Catalog,
        for project: Project,
        deleted: Set<ServiceID> = []
    ) -> DesiredItems {
        var wanted = DesiredItems()
        var images: [ImageInventory.FileKey: Item] = [:]
        var files: [ServiceID: SourceFile] = [:]
        for file in catalog.images.sortedFiles {
            let item = image(file, app: project.app, deleted)
            images[file.key] = item
            // Files with identical bytes are one image.
            if files.updateValue(file.source, forKey: item.id) == nil { wanted.images.append(item) }
        }
        wanted.imageFiles = ImageFiles(files)
        for record in catalog.recordsWithCopies {
            let settings = project.messages[record.message] ?? Project.Message()
            let imageID = { (bullet: Int?) in
                catalog.images.file(record, bullet: bullet).flatMap { images[$0.key]?.id }
            }
            guard let content = content(of: record, settings, imageID) else {
                // A copy lacks the same texts as its original; count only the original.
                if record.copiedFrom == nil { wanted.incomplete += 1 }
                wanted.incompleteNames.append(MessageName(message: record.message, locale: record.locale.code))
                continue
            }
            let identity = newest(deleted) { generation in
                MessageIdentity.derive(
                    app: project.app,
                    message: record.message,
                    locale: record.locale.code,
                    content: content,
                    generation: generation
                )
            }
            let fixed = settings.fixedID(of: record)
            wanted.messages.append(
                Item(
                    id: fixed ?? identity.id,
                    message: record.message,
                    locale: record.locale.code,
                    content: .message(content),
                    digest: identity.digest,
                    origin: fixed == nil ? .derived : .fixed,
                    source: record.location,
                    copiedFrom: record.copiedFrom?.code
                )
            )
        }
        return wanted
    }

    /// The identity of the first generation whose id was not deleted.
    package static func newest(
        _ deleted: Set<ServiceID>,
        _ derive: (_ generation: Int) -> (id: ServiceID, digest: [UInt8])
    ) -> (id: ServiceID, digest: [UInt8]) {
        var generation = 0
        while true {
            let identity = derive(generation)
            guard deleted.contains(identity.id) else { return identity }
            generation += 1
        }
    }

    private static func image(_ file: ImageInventory.File, app: String, _ deleted: Set<ServiceID>) -> Item {
        let identity = newest(deleted) { generation in
            ImageIdentity.derive(app: app, size: file.key.size, sha256: file.sha256, generation: generation)
        }
        let content = ImageContent(
            size: file.key.size,
            sha256: file.sha256,
            byteCount: file.byteCount,
            path: file.key.path
        )
        return Item(
            id: identity.id,
            content: .image(content),
            digest: identity.digest,
            source: SourceLocation(path: file.source.path, line: 1, column: 1)
        )
    }

    /// The content to send; `nil` if a text or an image is missing.
    private static func content(
        of record: MessageRecord,
        _ settings: Project.Message,
        _ image: (_ bullet: Int?) -> ServiceID?
    ) -> MessageContent? {
        guard let header = record.text(.header), let body = record.text(.body) else { return nil }
        var content = MessageContent(header: header, body: body, headerPosition: settings.headerPosition)
        if settings.image != nil {
            guard let id = image(nil), let altText = record.text(.altText) else { return nil }
            content.image = MessageContent.Image(id: id, altText: altText)
        }
        for number in settings.bullets.indices.map({ $0 + 1 }) {
            guard let id = image(number), let text = record.text(.bulletText(number)),
                let altText = record.text(.bulletAltText(number))
            else { return nil }
            content.bullets.append(MessageContent.Bullet(text: text, imageID: id, altText: altText))
        }
        return content
    }
}

extension MessageContent {
    /// The images that must be uploaded before the message.
    package var imageIDs: Set<ServiceID> { Set((image.map { [$0.id] } ?? []) + bullets.map(\.imageID)) }
}
