import GlossportTesting

extension FakeService.Identity {
    // Self-signed certificates for these tests only, all with the same key, valid until 2126.

    /// For 127.0.0.1 only.
    static let address = FakeService.Identity(
        certificate: """
            -----BEGIN CERTIFICATE-----
            MIIBYjCCAQegAwIBAgIQRk8oGx4RRCIwxUxehSpkSDAKBggqhkjOPQQDAjAPMQ0w
            CwYDVQQDDAR0ZXN0MCAXDTI2MTEyMDAwMDAwMFoYDzIxMjYxMDI3MDAwMDAwWjAP
            MQ0wCwYDVQQDDAR0ZXN0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEOy1OQkZi
            ztkRZ7lDF/MRmk4ACm6JZ3aCjUrIoTqXHa8cehHUG5OTcxS2r3A3pwv0xGSINWUf
            L+i7MWqOxOAQiKNDMEEwDwYDVR0TAQH/BAUwAwEB/zAdBgNVHQ4EFgQUJjx84r5m
            pL6jAnm3heBAhY0uFqgwDwYDVR0RBAgwBocEfwAAATAKBggqhkjOPQQDAgNJADBG
            AiEAzfFl3vL34M8jRymInPfIH7552Z8eCMnP9f8o6h9nZtYCIQDbqkdwe5IXUzck
            xsewyzACO2kGWMTmBlF67qe5EsJnrA==
            -----END CERTIFICATE-----
            """,
        key: key
    )

    /// For another name and 127.0.0.1.
    static let otherName = FakeService.Identity(certificate: SelfSignedIdentity.certificate, key: key)

    /// For localhost only.
    static let name = FakeService.Identity(
        certificate: """
            -----BEGIN CERTIFICATE-----
            MIIBZjCCAQygAwIBAgIQBlFlv1M0dsZO9+4waY8QvDAKBggqhkjOPQQDAjAPMQ0w
            CwYDVQQDDAR0ZXN0MCAXDTI2MTEyMDAwMDAwMFoYDzIxMjYxMDI3MDAwMDAwWjAP
            MQ0wCwYDVQQDDAR0ZXN0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEOy1OQkZi
            ztkRZ7lDF/MRmk4ACm6JZ3aCjUrIoTqXHa8cehHUG5OTcxS2r3A3pwv0xGSINWUf
            L+i7MWqOxOAQiKNIMEYwDwYDVR0TAQH/BAUwAwEB/zAdBgNVHQ4EFgQUJjx84r5m
            pL6jAnm3heBAhY0uFqgwFAYDVR0RBA0wC4IJbG9jYWxob3N0MAoGCCqGSM49BAMC
            A0gAMEUCIE5iTWHY19axZaOJAW4M3VQ7hcQkWpCaoR3KRIj3WPNqAiEA+nnVutKT
            eSpkbRhMERuxADusM+3TtOW+8PknHnmJMso=
            -----END CERTIFICATE-----
            """,
        key: key
    )

    /// For 192.0.2.7 only.
    static let remoteAddress = FakeService.Identity(
        certificate: """
            -----BEGIN CERTIFICATE-----
            MIIBYjCCAQigAwIBAgIRAKcIGl5TmGfaRp+5+sTgncswCgYIKoZIzj0EAwIwDzEN
            MAsGA1UEAwwEdGVzdDAgFw0yNjExMjAwMDAwMDBaGA8yMTI2MTAyNzAwMDAwMFow
            DzENMAsGA1UEAwwEdGVzdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABDstTkJG
            Ys7ZEWe5QxfzEZpOAApuiWd2go1KyKE6lx2vHHoR1BuTk3MUtq9wN6cL9MRkiDVl
            Hy/ouzFqjsTgEIijQzBBMA8GA1UdEwEB/wQFMAMBAf8wHQYDVR0OBBYEFCY8fOK+
            ZqS+owJ5t4XgQIWNLhaoMA8GA1UdEQQIMAaHBMAAAgcwCgYIKoZIzj0EAwIDSAAw
            RQIhAMWgK15T1RDZjB9yOMyqbAXvbbOiWy5JyZv2Ck8pBun6AiAOhm5l/qX62GCH
            XJ/cglig5p1384WqgkwalmcBoStI5g==
            -----END CERTIFICATE-----
            """,
        key: key
    )

    /// Without an alternative name; localhost is the subject's common name.
    static let commonName = FakeService.Identity(
        certificate: """
            -----BEGIN CERTIFICATE-----
            MIIBWjCCAQCgAwIBAgIQOTUh8ZP3pPiUjqZr9qNuHzAKBggqhkjOPQQDAjAUMRIw
            EAYDVQQDDAlsb2NhbGhvc3QwIBcNMjYxMTIwMDAwMDAwWhgPMjEyNjEwMjcwMDAw
            MDBaMBQxEjAQBgNVBAMMCWxvY2FsaG9zdDBZMBMGByqGSM49AgEGCCqGSM49AwEH
            A0IABDstTkJGYs7ZEWe5QxfzEZpOAApuiWd2go1KyKE6lx2vHHoR1BuTk3MUtq9w
            N6cL9MRkiDVlHy/ouzFqjsTgEIijMjAwMA8GA1UdEwEB/wQFMAMBAf8wHQYDVR0O
            BBYEFCY8fOK+ZqS+owJ5t4XgQIWNLhaoMAoGCCqGSM49BAMCA0gAMEUCIQDS37pj
            PFrqQM4ld//FrRGqN/Z9BkF/TNSZnA6sIZ1r8AIgSSpwXMATbU3HQFi3bJLQbsvP
            lXqaAYRDUb3ckxssldI=
            -----END CERTIFICATE-----
            """,
        key: key
    )

    private static let key = SelfSignedIdentity.key
}
