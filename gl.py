import pathlib
p=pathlib.Path('/work/wt/words/Sources/GlossportImporting/GlossportImporting.docc/Glossary.md'); t=p.read_text()
P='''delivery | what a vendor sends: a file|delivery | the files from a vendor: a file
a reader that is a program of its own, in any language|a reader that is a separate program, in any language
what plugin and host both know beyond the protocol's least|an optional part of the protocol that plugin and host both support
## What is made of it|## What becomes of it
| message | a named retention message, such as `keep-annual` | a string |\n|
all message records of a run, and what became of every other unit|all message records of a run, and the fate of every other unit
what a vendor gets to translate: a file for each locale, and a letter|the files to translate for a vendor, one for each locale, and a letter
the locales and messages that a command is about|the locales and messages that a command handles
what a rule or a reader says: rule, severity, text, remedy, place|a problem found by a rule or a reader: rule, severity, text, remedy, place
16 digits made of rule, message, locale, field and text: the same in the next delivery|16 digits derived from rule, message, locale, field and text; stable across deliveries
what the service is told of a message; the locale is not part of it|the fields of a message that are sent; the locale is not one of them
what is to be done about each item|the action for each item
what came of an attempt, as a value|the result of an attempt, as a value
what we know of an id when the service says that it exists|the facts about an id that the service reports as existing
uploaded, and lacked by two lists that are far enough apart|uploaded, but missing from two lists that are far enough apart
how far an item has come: planned|the progress of an item: planned
how far a translation has come: untranslated|the progress of a translation: untranslated
the events of a destination, one after the other; what is remembered follows from them|the events of a destination in order, from which the journal's state is derived
| passed over | said of a run at whose destination a later one has begun: it writes nothing more || superseded | a run at whose destination a later one has begun: it writes nothing more |
one execution of a command that the journal notes: `import`, or `plan` with the service|one execution of a command that the journal records: `import`, or `plan` with the service
ends a run before anything is sent, because something is not as it has to be|ends a run before anything is sent, because a condition is not met
a line that tells programs what has just happened in a run|a line about something that has just happened in a run
what stopped a command before it had anything to show|the reason why a command stopped without a result
what an import would upload, or a default that it would change|an upload or a changed default in a plan
a person's word that a locale's texts may go out as they are; not Apple's, which is a review|a person's consent to a locale's texts; Apple's is a review
a product and a locale, in which one default can stand|a product and a locale, which have one default
to ask for the reviews, and to set each default that can be set|to read the reviews, and to set each default that can be set
to replace a default that somebody else has set|to replace a default that was set from elsewhere
what stands in each slot that the project wants something in|the state of each slot in which the project wants a default
to delete at the service what nothing needs any more|to delete messages and images that are no longer used
| damage budget | how much a run may delete or replace without somebody having stated the number || change limit | the number of items that a run may delete or replace without a stated number |
a call of the service that has an allowance of its own|a call of the service with its own allowance
the allowance and what is left of it|the allowance and its rest
how many requests are in flight at once; it has nothing to do with the pace|the number of requests in flight at once; independent of the pace
what was submitted of a project, by the digest of all that an import reads|a submitted state of a project, identified by the digest of everything that an import reads
what is to be expected of a project: next; later, by itself; not before a person has looked; not before a person resumes it; nothing is left to do|the state of a project: next; later, automatically; after a person has acted; after a person resumes it; finished
to start nothing more, and to let what is under way end|to start nothing more, and to let running imports end'''
for l in P.split('\n'):
    a,b=(l.split('||',1) if '||' in l else l.split('|',1)) if l.count('|')==1 or '||' in l else (None,None)
    if a is None:
        # choose split by known
        if l.startswith('delivery'): a,b='delivery | what a vendor sends: a file','delivery | the files from a vendor: a file'
        elif l.startswith('| message'): a,b='| message | a named retention message, such as `keep-annual` | a string |\n',''
        else: print('?',l); continue
    if '||' in l:
        a,b=a+'|','|'+b.lstrip('|')
        if not b.startswith('| '): b='| '+b.lstrip('| ')
    if a not in t: print('0',a[:60]); continue
    t=t.replace(a,b)
t=t.replace('## Words that are not used','## Words to avoid').replace('| excerpt','| excerpt')
row='| brief |'
i=t.index(row); j=t.index('\n',i)+1
t=t[:j]+'| return package | the excerpts, table and letter for a vendor: `reject` | `Rejection` |\n| excerpt | a delivered file reduced to the units with findings | `Excerpt` |\n'+t[j:]
p.write_text(t)
