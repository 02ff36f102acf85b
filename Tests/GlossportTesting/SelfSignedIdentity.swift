/// A self-signed certificate for other.example and 127.0.0.1, valid until 2126, and its key, both as PEM.
///
/// For tests only.
package enum SelfSignedIdentity {
    package static let certificate = """
        -----BEGIN CERTIFICATE-----
        MIIBcDCCARegAwIBAgIRAMetJTaa3+aRcCvLKtjnWYcwCgYIKoZIzj0EAwIwDzEN
        MAsGA1UEAwwEdGVzdDAgFw0yNjExMjAwMDAwMDBaGA8yMTI2MTAyNzAwMDAwMFow
        DzENMAsGA1UEAwwEdGVzdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABDstTkJG
        Ys7ZEWe5QxfzEZpOAApuiWd2go1KyKE6lx2vHHoR1BuTk3MUtq9wN6cL9MRkiDVl
        Hy/ouzFqjsTgEIijUjBQMA8GA1UdEwEB/wQFMAMBAf8wHQYDVR0OBBYEFCY8fOK+
        ZqS+owJ5t4XgQIWNLhaoMB4GA1UdEQQXMBWCDW90aGVyLmV4YW1wbGWHBH8AAAEw
        CgYIKoZIzj0EAwIDRwAwRAIgfQIo+Dh5IeOCIG+pN2vLzouEyp8UHZD6za/e1bfd
        j1UCIAksQrnOpkS5fENayl3h44mK/eGdRg5yLexRVjv9gmYl
        -----END CERTIFICATE-----
        """

    package static let key = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgCjd8X94ZOgn3Zet2
        wtJYDjZ4q8CHGF8u5NMb4hfB6vShRANCAAQ7LU5CRmLO2RFnuUMX8xGaTgAKboln
        doKNSsihOpcdrxx6EdQbk5NzFLavcDenC/TEZIg1ZR8v6Lsxao7E4BCI
        -----END PRIVATE KEY-----
        """
}
