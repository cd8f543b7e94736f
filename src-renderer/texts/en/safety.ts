/** Words of what keeps a studio safe: backups, checks, repair, diagnostics. */
import type { BackupEvent } from '#contract/backups.ts'

type Step = NonNullable<BackupEvent['work']>['step']

const steps: Record<Step, string> = { writing: 'Writing the backup', verifying: 'Reading it back to be sure', restoring: 'Restoring' }

const files = (n: number) => n === 1 ? 'One file' : `${n} files`
const films = (n: number) => n === 1 ? 'one film' : `${n} films`
const jobs = (n: number) => n === 1 ? 'one job' : `${n} jobs`

export const safety = {
  damage: {
    damaged: 'The library is damaged',
    missing: 'The library’s file is gone',
    said: (words: string) => `The database says: ${words}`,
    kept: (takes: number) => `${takes === 1 ? 'One take' : `${takes} takes`} can still be read and can be looked at and exported. Nothing is written, so nothing gets worse. Tasks that are paid for are still asked after, and what arrives waits in its folder.`,
    first: 'First: is there a backup that holds more? Restore it beside this studio and compare.',
    then: 'Then repair: a new library is made of what can be read. The damaged file is kept beside it, nothing is deleted.',
    act: 'Repair the library',
    ask: 'Repair the library?',
    askBody: 'What cannot be read any more will be missing from the new library. The damaged file is kept.',
    done: (kept: string) => kept === '' ? 'The library is whole again.' : `The library is whole again. The damaged file is kept: ${kept}`,
  },
  backup: {
    title: 'Backup',
    detail: 'Everything in one file, but for the keys. Read back before it counts. Work in the queue goes on.',
    where: 'Kept in',
    act: 'Back up now',
    withFilms: (n: number, size: string) => n === 1 ? `with the delivered film (${size})` : `with the ${n} delivered films (${size})`,
    none: 'No backup yet. Put one on another disk now and then.',
    restore: 'Restore…',
    reveal: 'Show the file',
    stop: 'Stop',
    restoreTitle: 'Restore this backup?',
    restoreBody: 'It becomes a studio folder of its own beside this one; this studio is not touched. Jobs that were waiting when the backup was made wait there until you let them go: this studio may have sent them already.',
    steps,
    done: (name: string, takes: number, filmCount: number) => `“${name}” holds ${takes === 1 ? 'one take' : `${takes} takes`}${filmCount > 0 ? ` and ${films(filmCount)}` : ''} and was read back.`,
    missing: (n: number) => `${files(n)} that the library names were not there; a check tells which.`,
    missingFilms: (n: number) => `${n === 1 ? 'One film was' : `${n} films were`} not where they were delivered any more; their projects’ Deliver pages show which.`,
    restored: (folder: string, takes: number, filmCount: number) => `${takes === 1 ? 'One take' : `${takes} takes`}${filmCount > 0 ? ` and ${films(filmCount)}` : ''} ${takes + filmCount === 1 ? 'is' : 'are'} restored into ${folder}. Close this studio and open that one:`,
    command: (folder: string) => `npm start -- --folder "${folder}"`,
    held: (held: number, unsure: number) => [held > 0 ? `${jobs(held)} ${held === 1 ? 'waits' : 'wait'} there for your word` : '', unsure > 0 ? `${jobs(unsure)} had been sent without an answer` : ''].filter(word => word !== '').join('; '),
    failed: (said: string, reference: string) => `${said === '' ? 'It did not work.' : said} Nothing half made is left. (ref ${reference})`,
    stopped: 'Stopped. Nothing half made is left.',
  },
  check: {
    title: 'Check',
    detail: 'Compares the files with the library. Nothing is ever deleted: what belongs nowhere is set aside, media are offered in the trash.',
    act: 'Check',
    deep: 'Read every file too (slower)',
    repair: 'Put in order',
    fine: (takes: number, count: number) => `All is well: ${takes === 1 ? 'one take' : `${takes} takes`}, ${count === 1 ? 'one file' : `${count} files`}.`,
    repaired: 'What could be put in order is.',
    damage: 'The database is damaged:',
    missing: (n: number) => `${files(n)} missing. Their takes are marked; put the files back and check again.`,
    wrong: (n: number) => `${files(n)} with other bytes than their names say.`,
    orphans: (n: number) => `${files(n)} that no take names.`,
    halves: (n: number) => `${files(n)} only half there, from a crash or a full disk.`,
    outOfStep: (n: number) => `Search is out of step with ${n === 1 ? 'one take' : `${n} takes`}.`,
    unclaimed: (n: number) => `${n === 1 ? 'One folder holds an answer' : `${n} folders hold answers`} of jobs that the ledger does not know. They may be paid for and stay where they are.`,
    dangling: (n: number) => `${n === 1 ? 'One place names' : `${n} places name`} something that is gone.`,
    more: (n: number) => `and ${n} more`,
    setAside: (folder: string) => `Set aside in ${folder}`,
  },
  diagnostics: {
    title: 'Diagnostics',
    detail: 'One text for whoever helps you: versions, settings, counts, jobs, the ends of the logs. Keys are struck out. You see all of it before you save it; nothing is sent.',
    act: 'Show what is in it',
    dialog: 'Diagnostics',
    withTexts: 'With titles, and with what the service said',
    gathering: 'Gathering…',
    exactly: (size: string) => `This is exactly what will be saved: ${size}.`,
    save: 'Save',
    saved: (name: string) => `${name} is on its way to your downloads.`,
  },
  restoredJobs: {
    title: (n: number) => n === 1 ? 'One job waits for your word: it may have been sent already' : `${n} jobs wait for your word: they may have been sent already`,
    body: 'What comes from a backup or out of a damaged ledger may have been sent before: by the studio that was backed up, or by this one before the damage. Look there or on the service’s own page first; whatever you let go is sent from here, and may be paid twice.',
    go: 'Let them go…',
    ask: 'Let them go?',
    act: 'Send them from here',
    went: (n: number) => n === 1 ? 'One job is in the queue again.' : `${n} jobs are in the queue again.`,
  },
}
