/// The credentials for Apple's service: an In-App Purchase key from App Store Connect, and the app.
package struct Credentials: Sendable {
    /// The issuer of the key, a UUID shown above the list of keys.
    package var issuerID: String
    /// The ten-character ID of the key.
    package var keyID: String
    /// The bundle ID; the token identifies the app by it.
    package var app: String
    package var privateKey: PrivateKey

    package init(issuerID: String, keyID: String, app: String, privateKey: PrivateKey) {
        self.issuerID = issuerID
        self.keyID = keyID
        self.app = app
        self.privateKey = privateKey
    }
}
