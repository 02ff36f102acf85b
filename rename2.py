import subprocess,pathlib,re
R=pathlib.Path('/work/wt/words')
names=[n for n in subprocess.run(['git','-C',R,'ls-files','Sources','Tests','plugins','Fuzz','Benchmarks','Torture/mutants.py'],capture_output=True,text=True).stdout.split('\n') if n.endswith(('.swift','.py','.md'))]
RX=[ # (path regex, pattern, replacement)
 (r'Sources/GlossportCommand',r'\bOutput\.talk\(','Output.report('),
 (r'Sources/GlossportCommand/Output/Output\.swift',r'\bstatic func talk\(','static func report('),
 (r'Sources/GlossportCommand/Output/Output\.swift',r'(?<!\.)\btalk\(','report('),
 (r'Sources/GlossportCommand/Process/CommandFailure\.swift',r'(?<!\.)\btalk\(\)','reportNotice()'),
 (r'Sources/GlossportCommand',r'\bCheckGate\.pass\(','CheckGate.validate('),
 (r'Sources/GlossportCommand/Composition/CheckGate\.swift',r'\bstatic func pass\(','static func validate('),
 (r'Sources/GlossportChecking',r'\bcomplain\(','report('),
 (r'Sources/RetentionEmulator/HTTP',r'\bcomplain\(','refuse('),
 (r'Sources/GlossportReading/Protocol/ReaderService\.swift',r'\bcomplain\(','report('),
 (r'Sources/Glossport/',r'\brun\.tell\(','run.report('),
 (r'Sources/Glossport/Runs/UseCase\.swift',r'\bfunc tell\(','func report('),
 (r'Sources/GlossportCommand/Fleet|Sources/GlossportCommand/Commands/WorkCommand',r'\blog\.tell\(','log.write('),
 (r'Sources/GlossportCommand/Fleet/WorkLog\.swift',r'\bfunc tell\(','func write('),
 (r'Sources/GlossportImporting|Tests/GlossportTests',r'\b(gate|\$0)\.enter\(at:',r'\1.begin(at:'),
 (r'Sources/GlossportImporting/Requests/RequestGate\.swift',r'\bmutating func enter\(at','mutating func begin(at'),
 (r'Sources/GlossportImporting/Requests/StopRequest\.swift',r'\benter\(','register('),
 (r'Sources/GlossportCommand/GlossportCommand\.swift',r'\b(ReaderProcess|Completion)\.enter\(',r'\1.runIfRequested('),
 (r'Sources/GlossportCommand/(GlossportCommand|Invocation/Completion)\.swift',r'\bstatic func enter\(','static func runIfRequested('),
 (r'Sources/GlossportCommand/GlossportCommand\.swift',r'\btrust\.enter\(','trust.check('),
 (r'Sources/GlossportCommand/Invocation/Trust\.swift',r'\bfunc enter\(','func check('),
 (r'Sources/GlossportCommand/Files/ReturnPackageFolder\.swift',r'\benter\(','openFolder('),
 (r'Sources/GlossportCommand',r'\b(survey)\.look\(',r'\1.inspect('),
 (r'Sources/GlossportCommand',r'\b(await folder)\.look\(',r'\1.read('),
 (r'Sources/GlossportCommand/Fleet/FleetFolder\.swift',r'\bmutating func look\(','mutating func read('),
 (r'Sources/GlossportChecking/Collecting/ProjectSurvey\.swift',r'\bfunc look\(','func inspect('),
 (r'Tests/',r'\bsurvey\.look\(','survey.inspect('),
 (r'Sources/GlossportImporting/Journal/LogJournal\+Maintenance\.swift',r'\blook\(at','examine('),
 (r'.',r'\bscanner\.says\(','scanner.matches('),
 (r'Sources/GlossportReading/JSON/JSONScanner\.swift',r'\bsays\(','matches('),
 (r'Sources/GlossportCommand/Project',r'\bdoubt\(about:','reasonToDistrust('),
 (r'Sources/GlossportCommand/Project/ProjectSearch\.swift',r'\bfunc doubt\(about ','func reasonToDistrust(_ '),
 (r'.',r'\bReturnPackageFile\.isOne\(','ReturnPackageFile.recognizes('),
 (r'Sources/GlossportChecking/Collecting/ReturnPackageFile\.swift',r'\bfunc isOne\(','func recognizes('),
 (r'.',r'\bAmbiguousWord\.isOne\(','AmbiguousWord.contains('),
 (r'Sources/GlossportReading/Tables/AmbiguousWord\.swift',r'\bfunc isOne\(','func contains('),
 (r'Sources/GlossportCommand',r'\bCopyProposal\.tell\(of: ','CopyProposal.show('),
 (r'Sources/GlossportCommand/Output/CopyProposal\.swift',r'\bstatic func tell\(of delivered','static func show(_ delivered'),
 (r'Sources/GlossportCommand/Composition',r'\btellVanished\(','reportVanished('),
 (r'Sources/GlossportCommand/Commands/PreviewCommand\.swift',r'\btell\(','showSummary('),
 (r'Sources/GlossportCommand/Fleet|Sources/GlossportCommand/Output/FleetReport',r'\btold\(at:','status(at:'),
 (r'Sources/GlossportCommand/Fleet/Work\.swift',r'\bfunc told\(at','func status(at'),
 (r'Sources/GlossportCommand/Fleet/Work\.swift',r'(?<!\.)\btell\(','reportSkipped('),
]
hits={}
for n in names:
    p=R/n
    if not p.is_file() or p.is_symlink(): continue
    t=p.read_text(); o=t
    for pr,a,b in RX:
        if re.match(pr,n):
            t,c=re.subn(a,b,t); hits[a,b]=hits.get((a,b),0)+c
    if t!=o: p.write_text(t)
for k,v in hits.items():
    if v==0: print('0',k)
for _,a,b in RX:
    if (a,b) not in hits: print('none',a)
