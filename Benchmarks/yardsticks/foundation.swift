// Reads a .strings file or a String Catalog the way an app would, with Foundation.
import Foundation

let arguments = CommandLine.arguments
guard arguments.count == 3 else { exit(2) }
let data = try Data(contentsOf: URL(filePath: arguments[2]))
switch arguments[1] {
case "plist":
    let texts = try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: String]
    print("\(texts?.count ?? 0) texts")
case "json":
    let catalog = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    print("\((catalog?["strings"] as? [String: Any])?.count ?? 0) keys")
default: exit(2)
}
