private import Foundation
import GlossportChecking
import GlossportProject
import GlossportReading

/// The contents of a folder for which `init` writes or updates a project file.
struct FolderContents {
    /// Files and folders that may contain translations, relative to the folder and sorted; folders end with a slash.
    private(set) var candidates: [String] = []
    /// The folder's PNG files, including those in its subfolders.
    private(set) var pictures: [FilePrefix] = []
    /// Private keys whose file names follow Apple's pattern, with the ids in the names.
    private(set) var keys: [(path: String, id: String)] = []
    /// The bundle ID in an Xcode project in the folder.
    private(set) var app: String?

    /// Folders of build tools, which may contain a hundred thousand files but no delivery.
    private static let foreign: Set<String> = [
        "node_modules", "Pods", "Carthage", "DerivedData", "build", "venv", "__pycache__",
    ]
    /// The number of files after which the search ends; a vendor's delivery contains fewer.
    private static let mostFiles = 20_000

    /// - Parameter folder: The path; empty for the current folder.
    init(of folder: String) {
        let place = folder.isEmpty ? "." : folder
        let inside = ProjectFolder(folder)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
        var seen = 0
        for name in names.sorted() where DeliveryWalk.reasonToSkip(path: name) == nil && !Self.foreign.contains(name) {
            // Skip links that lead out of the folder, because the project file could not list them.
            guard (try? inside.check(name, at: nil)) != nil else { continue }
            let location = ProjectFolder.location(of: name, in: folder)
            if let id = Self.keyID(name) { keys.append((name, id)) }
            if name.hasSuffix(".xcodeproj") {
                app = app ?? Self.bundleID(of: location)
                continue
            }
            guard ![Workspace.standardFile, Workspace.schemaFile].contains(name),
                // A return package is not a delivery.
                !FileManager.default.fileExists(atPath: location + "/" + ReturnPackageFolder.list),
                let walk = try? DeliveryWalk(path: name, at: location)
            else { continue }
            seen += walk.files.count
            guard seen <= Self.mostFiles else { break }
            var isCandidate = false
            for file in walk.files {
                switch file.fileExtension {
                case "png":
                    if let head = try? file.head() { pictures.append(head) }
                case "p8", "yaml", "yml", "md", "sqlite": break
                default: isCandidate = true
                }
            }
            let isFile = walk.files.count == 1 && walk.files[0].path == name
            if isCandidate { candidates.append(isFile ? name : name + "/") }
        }
    }

    /// The first literal bundle ID in an Xcode project.
    private static func bundleID(of project: String) -> String? {
        guard let bytes = try? SourceFile(path: project + "/project.pbxproj").bytes(atMost: 16 << 20),
            let match = String(decoding: bytes, as: UTF8.self)
                .firstMatch(of: /PRODUCT_BUNDLE_IDENTIFIER = "?([A-Za-z0-9.-]+)"?;/)
        else { return nil }
        let id = String(match.output.1)
        return Project.isBundleID(id) ? id : nil
    }

    /// The id in the name of a key file, such as `AuthKey_2X9R4HXF34.p8` or `SubscriptionKey_2X9R4HXF34.p8`.
    private static func keyID(_ name: String) -> String? {
        guard name.hasSuffix(".p8"), let underscore = name.lastIndex(of: "_") else { return nil }
        let id = String(name[name.index(after: underscore)...].dropLast(3))
        return Project.Credentials.isKeyID(id) ? id : nil
    }
}
