enum HelpText {
    static let discussion = """
        Emulates the fourteen endpoints below /inApps/v1/messaging, with Apple's
        limits, error numbers and hourly budgets. Everything is kept in memory.
        Where Apple's documentation is silent, the emulator had to choose; the real
        service may differ. To see its state, open the address that it prints.

        EXAMPLES

          Accept any token, on a free port:
            retention-emulator --port 0 --accept-any-token

          Real tokens, checked with the public half of your key:
            openssl ec -in AuthKey.p8 -pubout -out key.pem
            retention-emulator --public-key key.pem --key-id 2X9R4HXF34

          An hour's budget in a minute, to watch a client wait:
            retention-emulator --accept-any-token --hour 60s --budget uploadMessage=20

          Lose one answer in ten, the same ones each time, and log all requests:
            retention-emulator --accept-any-token --rate-profile none --seed 7 \\
              --fault drop-after-commit=0.1 --request-log requests.jsonl

          Production, with reviews of five seconds that reject one in twenty:
            retention-emulator --accept-any-token --environment production \\
              --approve-after 5s --reject-rate 0.05

          TLS, with a certificate of its own:
            openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes \\
              -keyout tls.key -out tls.pem -subj /CN=localhost \\
              -addext subjectAltName=DNS:localhost,IP:127.0.0.1
            retention-emulator --accept-any-token \\
              --tls-certificate tls.pem --tls-key tls.key

          For other containers, which call it by the name 'emulator'. The client
          takes http on its own machine only, so this needs TLS; the certificate
          is for 'glossport --endpoint https://emulator:8080', with
          'caFile: tls.pem' in the project file:
            openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes \\
              -keyout tls.key -out tls.pem -subj /CN=emulator \\
              -addext subjectAltName=DNS:emulator
            retention-emulator --accept-any-token --listen 0.0.0.0 \\
              --allow-host emulator --tls-certificate tls.pem --tls-key tls.key

        FAULTS

          A rule names the fault, the endpoint and the probability or requests:
            NAME[:ARGUMENT][/ENDPOINT]=PROBABILITY     delay:2s=0.01
            NAME[:ARGUMENT][/ENDPOINT]@NUMBERS         500-before/uploadMessage@3,7-9
          Requests are numbered from 1, those of an endpoint by themselves if the
          rule names one. The first rule that matches a request is applied.

          Connection   drop-after-commit  reset-before  reset-after-commit
                       half-close  go-away  commit-late:1s
          Answer       500-before  500-after  401-once  cap  redirect  unknown-code
                       duplicate (a proxy sends it twice)
          Time         delay:1s  delay-before:1s  slow-drip:20ms
          Throttling   429-storm:FORM+2s, where FORM of Retry-After is one of
                       ms s delta date junk missing past far
          Lists        list-stale:5s  list-omit:0.5  upper-case-ids
          Bodies       truncated-json  oversized-json:8388608
          (the values shown are the defaults)

          Endpoints    uploadImage deleteImage listImages
                       uploadMessage deleteMessage listMessages
                       configureDefault getDefault deleteDefault
                       configureRealtimeURL getRealtimeURL deleteRealtimeURL
                       initiatePerformanceTest getPerformanceTestResults

        CONTROL, without a token

          GET  /                     a live page with all of these functions
          GET  /_emulator/health     200 as soon as it is ready
          GET  /_emulator/state      the whole state and all counts, as JSON
          GET  /_emulator/requests   the newest 500 requests
          POST /_emulator/approve    approve what is pending, or {"identifiers": […]}
          POST /_emulator/reject     reject instead, likewise
          POST /_emulator/faults     {"faults": ["500-after=0.2"], "seed": 7}
          POST /_emulator/budgets    {"budgets": {"uploadMessage": 20}}
          POST /_emulator/reset      back to the start

          It answers to localhost, 127.0.0.1 and [::1], to names given by
          --allow-host and, with --listen, to IP addresses. Requests from other web
          pages are refused.

        It stops at SIGTERM or Ctrl-C, after writing the log. Exit code 2 means wrong
        usage, 1 that it could not start.
        """
}
