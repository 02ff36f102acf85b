import pathlib,re
R=pathlib.Path('/work/wt/words'); f=None
for l in open('/tmp/ed/nonswift.txt'):
    l=l.rstrip('\n')
    if l.startswith('- '): old=l[2:]
    elif l.startswith('+ '):
        p=R/f; t=p.read_text()
        gap=r'(?: |\n\s*(?:#|\*|//)?\s*)'
        r=re.compile(gap.join(re.escape(w) for w in old.split(' ')))
        n=len(r.findall(t))
        if n<1: print('0',f,old[:70])
        t=r.sub(lambda m:l[2:],t); p.write_text(t)
    else: f=l
