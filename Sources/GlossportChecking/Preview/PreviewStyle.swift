private import Crypto

/// The page's style, and the policy that permits exactly this style and nothing else.
struct PreviewStyle {
    private let css: String

    /// - Parameter filters: What the page's switches do.
    init(filters: String) { css = Self.sheet + Gauge.css + HanFonts.css + filters }

    /// Written here and of the App Store's codes alone, so there is nothing in it to escape.
    var element: HTML { "<style>\(HTML(stringLiteral: css))</style>" }

    /// What the browser may load: this style, and pictures from beside the page or in it.
    ///
    /// A page that is opened from the disk has no origin, so its neighbours are named by their scheme.
    var policy: String {
        let digest = Base64.text(Array(SHA256.hash(data: Array(css.utf8))))
        return
            "default-src 'none'; style-src 'sha256-\(digest)'; img-src data: 'self' file:; base-uri 'none'; form-action 'none'"
    }

    private static let sheet = """
        :root{color-scheme:light dark;--ink:light-dark(#1d1d1f,#f2f2f4);--quiet:light-dark(#5f5f66,#a9a9b2);--paper:light-dark(#fff,#1c1c1f);\
        --ground:light-dark(#f4f4f6,#101012);--line:light-dark(#d9d9df,#3a3a40);--link:light-dark(#0a58b8,#7ab4ff);\
        --red:light-dark(#b3181f,#ff8f8a);--red-ground:light-dark(#fde9e8,#431a1a);\
        --amber:light-dark(#7d4a00,#f5c06a);--amber-ground:light-dark(#fdf1d8,#3b2b0d);\
        --green:light-dark(#14672f,#7fd69a);--green-ground:light-dark(#e5f5e9,#132d1c);\
        --blue:light-dark(#1e4fa3,#9cc4ff);--blue-ground:light-dark(#e8effc,#182846);\
        --violet:light-dark(#6a2fa0,#d3acf7);--violet-ground:light-dark(#f3eafb,#331d45);\
        --mono:ui-monospace,"SF Mono",Menlo,Consolas,"Noto Sans Mono",monospace}
        *{box-sizing:border-box}
        html{-webkit-text-size-adjust:100%;scroll-padding-top:1rem}
        body{margin:0 auto;max-width:84rem;padding:1.5rem;background:var(--ground);color:var(--ink);\
        font:16px/1.5 system-ui,-apple-system,"Segoe UI","Noto Sans",sans-serif;text-align:start;overflow-wrap:anywhere}
        :lang(en){font-family:system-ui,-apple-system,"Segoe UI","Noto Sans",sans-serif;word-break:normal;line-break:auto}
        h1,h2,h3,p,ul{margin:0}h1{font-size:1.75rem;line-height:1.2;letter-spacing:-.01em}h2{font-size:1.25rem;line-height:1.3}
        h3{font-size:1rem}a{color:var(--link)}code{font:.85em/1.4 var(--mono);unicode-bidi:isolate;direction:ltr}
        bdi,.note,.delivered,.head,.body{unicode-bidi:isolate}small{display:block;color:var(--quiet);font-size:.8125rem}
        .quiet{color:var(--quiet);font-size:.8125rem}
        :focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:4px}
        .hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
        .skip{position:absolute;inset-inline-start:-100vw;top:.5rem;padding:.5rem 1rem;background:var(--paper);z-index:9}
        .skip:focus{inset-inline-start:1rem}.store{position:absolute}
        .page>*+*{margin-top:.5rem}.page p{color:var(--quiet)}
        .counts{display:flex;flex-wrap:wrap;gap:.25rem 1rem;padding:0;list-style:none}
        .caution{font-size:.875rem}
        .tag{display:inline-block;padding:0 .5rem;border-radius:1rem;font-size:.8125rem;font-weight:600;\
        background:var(--blue-ground);color:var(--blue);white-space:nowrap}
        .tag.error{background:var(--red-ground);color:var(--red)}.tag.warning{background:var(--amber-ground);color:var(--amber)}
        .tag:is(.new,.changed){background:var(--violet-ground);color:var(--violet)}
        .unseen{font:.8em var(--mono);color:var(--red);background:var(--red-ground);border-radius:3px}
        .controls{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;align-items:center;margin-block:1.25rem;padding:.75rem 1rem;\
        background:var(--paper);border:1px solid var(--line);border-radius:12px;font-size:.875rem}
        fieldset{display:flex;flex-wrap:wrap;gap:.125rem .75rem;align-items:center;min-width:0;margin:0;padding:0;border:0}
        legend{float:left;padding:0;margin-inline-end:.25rem;font-weight:600}label{display:inline-flex;gap:.3rem;align-items:center;min-height:1.75rem}
        label:has(:disabled){color:var(--quiet)}input{margin:0;accent-color:var(--link)}label[for]{font-weight:600}
        select{font:inherit;min-height:1.75rem;color:inherit;background:var(--paper);border:1px solid var(--quiet);border-radius:6px}
        .scroll{overflow:auto;width:fit-content;max-width:100%;max-height:70vh;margin-top:.75rem;background:var(--paper);border:1px solid var(--line);border-radius:12px}
        table{border-collapse:collapse;font-size:.8125rem;line-height:1.4}th{text-align:start;font-weight:600}
        .index{line-height:1}.index th{background:var(--paper);position:sticky;white-space:nowrap;z-index:1}
        .index thead th{top:0;z-index:2;padding:.5rem .25rem;vertical-align:bottom;border-bottom:1px solid var(--line);text-align:center}
        .index thead span{writing-mode:vertical-rl;transform:rotate(180deg)}
        .index th:first-child{inset-inline-start:0;padding:.25rem .75rem;border-inline-end:1px solid var(--line);text-align:start}
        .index thead th:first-child{z-index:3}.index td{padding:1px;position:relative}
        .index a{text-decoration:none}.index th a{display:inline-block;max-width:16rem;overflow:hidden;text-overflow:ellipsis;line-height:1.5}
        .index td a{display:flex;justify-content:center;align-items:center;min-width:2rem;height:1.75rem;border-radius:5px;\
        font-weight:600;position:relative}
        .index td.gap{text-align:center;color:var(--quiet)}.index td.gap.error{color:var(--red);background:var(--red-ground);border-radius:5px}
        .index .gap::before{content:"–" / ""}
        .index .error a{background:var(--red-ground);color:var(--red)}.index .error a::before{content:"✕\\2009" / ""}
        .index .warning a{background:var(--amber-ground);color:var(--amber)}.index .warning a::before{content:"!\\2009" / ""}
        .index .fine a{background:var(--green-ground);color:var(--green)}.index .fine a::before{content:"✓" / ""}
        .index :is(.new,.changed) a{box-shadow:inset 0 -3px var(--violet)}
        .legend{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;margin-top:.5rem;color:var(--quiet);font-size:.8125rem}
        .legend span::before{display:inline-block;min-width:1.5rem;margin-inline-end:.375rem;border-radius:4px;text-align:center;font-weight:600}
        .legend .error::before{content:"✕" / "";background:var(--red-ground);color:var(--red)}
        .legend .warning::before{content:"!" / "";background:var(--amber-ground);color:var(--amber)}
        .legend .fine::before{content:"✓" / "";background:var(--green-ground);color:var(--green)}
        .legend .gap::before{content:"–" / ""}.legend .changed::before{content:"\\a0" / "";box-shadow:inset 0 -3px var(--violet)}
        .others{margin-top:2rem}.others>*+*{margin-top:.75rem}
        .findings{padding:0;list-style:none;font-size:.875rem}
        .findings li{padding:.5rem .75rem;border-inline-start:4px solid var(--blue);background:var(--paper);border-radius:6px}
        .findings li+li,.findings+.findings{margin-top:.375rem}
        .findings .error{border-color:var(--red)}.findings .warning{border-color:var(--amber)}
        .findings b{text-transform:capitalize}.findings .error b{color:var(--red)}.findings .warning b{color:var(--amber)}
        .findings .note b{color:var(--blue)}.remedy{color:var(--quiet)}.group .findings,.facts .findings{--paper:var(--ground)}.facts .group .findings{--paper:light-dark(#fff,#1c1c1f)}.facts>.group{background:var(--ground)}
        details>summary{cursor:pointer}.group{padding:.5rem .75rem;background:var(--paper);border-radius:8px;font-size:.875rem}
        .group[open]>summary{margin-bottom:.5rem}.group+.group,.group+.findings,.findings+.group{margin-top:.375rem}
        .title{margin-top:2.5rem}.message>*+*{margin-top:1rem}
        .title{display:flex;flex-wrap:wrap;gap:0 1rem;align-items:baseline}.title p{color:var(--quiet);font-size:.875rem}
        .all{display:none}.message:target .all{display:inline}
        main:has(.message:target) .message:not(:target){display:none}
        .card{display:grid;grid-template:"head head" auto "phone facts" 1fr/minmax(0,393px) minmax(0,1fr);gap:.75rem 1.75rem;padding:1rem 1.25rem 1.25rem;\
        background:var(--paper);border:1px solid var(--line);border-radius:16px;content-visibility:auto;contain-intrinsic-size:auto 22rem}
        .card[dir=rtl]{direction:ltr}.card[dir=rtl]>.phone{direction:rtl}
        .card:target{border-color:var(--link);box-shadow:0 0 0 2px var(--link)}
        .card>header{grid-area:head;display:flex;flex-wrap:wrap;gap:.25rem .5rem;align-items:center}
        .card h3{margin-inline-end:.5rem;font-weight:400}.card h3 a{font-weight:700;color:inherit;text-decoration:none}.card h3 a:hover{text-decoration:underline}
        .phone{grid-area:phone;align-self:start;justify-self:start;width:100%;max-width:393px;padding:1.25rem;border-radius:26px;\
        background:light-dark(#f2f2f7,#000);color:light-dark(#000,#fff);border:1px solid light-dark(#d1d1d6,#48484c);font-size:17px;line-height:1.3}
        .phone>*+*{margin-top:.6em}.head{font-size:1.3em;font-weight:700;line-height:1.2}
        .body{color:light-dark(#3c3c43,#d8d8de)}
        .phone ul{padding:0;list-style:none}.phone li{display:flex;gap:.75em;align-items:center}.phone li+li{margin-top:.6em}
        .picture{display:block;width:100%;height:auto;border-radius:14px}
        .phone li .picture{flex:none;width:2.4em;height:2.4em;border-radius:.5em}
        .gap.picture{padding:1.5em;text-align:center;border:2px dashed var(--red)}.phone li .gap.picture{padding:.2em;font-size:.6em;width:4em;height:4em}
        .phone .gap{color:var(--red);font-style:italic;font-weight:400}
        .fold{margin-top:.5em}.fold summary{color:var(--link);font-size:.8125rem;font-weight:400}
        .facts{grid-area:facts}.facts>*+*{margin-top:.75rem}.facts table{width:100%}
        .facts thead th{color:var(--quiet);font-weight:400;border-bottom:1px solid var(--line)}
        .facts th{white-space:nowrap;overflow-wrap:normal}.facts :is(th,td){padding:.375rem .75rem .375rem 0;vertical-align:top}.facts :is(th,td):last-child{padding-inline-end:0}
        .facts tbody tr+tr>*{border-top:1px solid var(--line)}.facts td:nth-child(3){width:60%}
        .facts td>*+*{margin-top:.25rem}.facts td div{text-align:left}.note{color:var(--quiet);font-size:.8125rem;white-space:pre-line}
        .facts .delivered{font-weight:600}.facts td small{white-space:nowrap}
        .gauge{display:inline-block;min-width:4.5rem;padding-bottom:5px;font-variant-numeric:tabular-nums;color:var(--green);\
        background:linear-gradient(to right,currentColor var(--part),var(--line) var(--part)) 0 100%/100% 3px no-repeat}
        .gauge:is(.near,.doubtful){color:var(--amber)}.gauge.over{color:var(--red);font-weight:700}
        .controls:has(#phone-light:checked)~#messages .phone{color-scheme:light}.controls:has(#phone-dark:checked)~#messages .phone{color-scheme:dark}
        .controls:has(#text-large:checked)~#messages .phone{font-size:28px}
        @media(max-width:56rem){.card{grid-template:"head" auto "phone" auto "facts" auto/minmax(0,1fr)}}
        @media(max-width:30rem){body{padding:.75rem}.card{padding:.75rem}.facts th{white-space:nowrap;overflow-wrap:normal}.facts :is(th,td){padding-inline-end:.5rem}.gauge{min-width:3.5rem}}
        @media print{:root{color-scheme:light}body{max-width:none;padding:0;font-size:11pt;background:none}.controls,.skip,.all{display:none}\
        .scroll{max-height:none;overflow:visible}.index th{position:static}.card{content-visibility:visible;break-inside:avoid;\
        grid-template:"head head" auto "phone facts" 1fr/260px 1fr}.phone{font-size:12pt;color-scheme:light}h2{break-after:avoid}\
        details::details-content{content-visibility:visible}*{print-color-adjust:exact}}

        """
}
