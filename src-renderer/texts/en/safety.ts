/** Words of what keeps a studio safe: backups, checks, repair, diagnostics. */
import type { BackupEvent } from '#contract/backups.ts'

type Step = NonNullable<BackupEvent['work']>['step']

const steps: Record<Step, string> = { writing: 'Writing the backup', verifying: 'Verifying the backup', restoring: 'Restoring' }

const files = (n: number) => n === 1 ? '1 file' : `${n} files`
const films = (n: number) => n === 1 ? '1 video' : `${n} videos`
const jobs = (n: number) => n === 1 ? '1 job' : `${n} jobs`

export const safety = {
  damage: {
    damaged: 'The library is damaged',
    missing: 'The library file is missing',
    said: (words: string) => `The database says: ${words}`,
    kept: (takes: number) => `${takes === 1 ? '1 take' : `${takes} takes`} can still be viewed and exported. Nothing is written, so nothing gets worse. Paid jobs are still followed, and their results are kept in their folders.`,
    first: 'First: do you have a more complete backup? Restore it to a separate folder and compare.',
    then: 'Then repair: Takeroom builds a new library from what can be read. The damaged file is kept; nothing is deleted.',
    act: 'Repair library',
    ask: 'Repair the library?',
    askBody: 'What cannot be read will be missing from the new library. The damaged file is kept.',
    done: (kept: string) => kept === '' ? 'Library repaired.' : `Library repaired. Damaged file kept at: ${kept}`,
  },
  backup: {
    title: 'Backup',
    detail: 'Everything except keys in one file, verified after writing. The queue keeps running.',
    where: 'Folder',
    act: 'Back up now',
    withFilms: (n: number, size: string) => n === 1 ? `Include the delivered video (${size})` : `Include ${n} delivered videos (${size})`,
    none: 'No backup yet. Keep a recent one on another disk.',
    restore: 'Restore…',
    reveal: 'Show file',
    stop: 'Stop',
    restoreTitle: 'Restore this backup?',
    restoreBody: 'The backup is restored to a new studio folder. This studio is not changed. Jobs that were queued in the backup wait there for you to confirm, because this studio may have sent them already.',
    steps,
    done: (name: string, takes: number, filmCount: number) => `“${name}” contains ${takes === 1 ? '1 take' : `${takes} takes`}${filmCount > 0 ? ` and ${films(filmCount)}` : ''} and has been verified.`,
    missing: (n: number) => `${files(n)} listed in the library ${n === 1 ? 'was' : 'were'} missing. Run a check to see which.`,
    missingFilms: (n: number) => `${n === 1 ? '1 delivered video was' : `${n} delivered videos were`} missing. See the Deliver page of each project.`,
    restored: (folder: string, takes: number, filmCount: number) => `${takes === 1 ? '1 take' : `${takes} takes`}${filmCount > 0 ? ` and ${films(filmCount)}` : ''} restored to ${folder}. Close this studio and open that one:`,
    command: (folder: string) => `npm start -- --folder "${folder}"`,
    held: (held: number, unsure: number) => [held > 0 ? `${jobs(held)} ${held === 1 ? 'waits' : 'wait'} there for you to confirm` : '', unsure > 0 ? `${jobs(unsure)} had no response` : ''].filter(word => word !== '').join('; '),
    failed: (said: string, reference: string) => `${said === '' ? 'It failed.' : said} No partial files were left. (ref ${reference})`,
    stopped: 'Stopped. No partial files were left.',
  },
  check: {
    title: 'Check',
    detail: 'Compares the files with the library. Nothing is deleted: unknown files are set aside, unused media go to the trash.',
    act: 'Check',
    deep: 'Also read every file (slower)',
    repair: 'Repair',
    fine: (takes: number, count: number) => `No problems found: ${takes === 1 ? '1 take' : `${takes} takes`}, ${count === 1 ? '1 file' : `${count} files`}.`,
    repaired: 'Repaired what could be repaired.',
    damage: 'The database is damaged:',
    missing: (n: number) => `${files(n)} missing. The takes are marked. Put the files back and check again.`,
    wrong: (n: number) => `${files(n)} with content that does not match the name.`,
    orphans: (n: number) => `${files(n)} not used by any take.`,
    halves: (n: number) => `${files(n)} incomplete, after a crash or a full disk.`,
    outOfStep: (n: number) => `The search index is out of date for ${n === 1 ? '1 take' : `${n} takes`}.`,
    unclaimed: (n: number) => `${n === 1 ? '1 folder holds the result of a job' : `${n} folders hold results of jobs`} that the ledger does not know. They may be paid for, so they are left in place.`,
    dangling: (n: number) => `${n === 1 ? '1 reference points' : `${n} references point`} to something that no longer exists.`,
    more: (n: number) => `and ${n} more`,
    setAside: (folder: string) => `Moved to ${folder}`,
  },
  previewFiles: {
    title: 'Preview files',
    detail: 'Small copies of your media that let the timeline play without delay. They are made in the background, left out of backups, and made again when needed.',
    none: 'None yet',
    used: (size: string, n: number) => `${size} in use, for ${files(n)}`,
    limit: 'Use at most',
    clear: 'Clear',
    cleared: (size: string) => `Preview files cleared: ${size}. They are made again when needed.`,
    noFfmpeg: 'ffmpeg is needed to make them.',
    toStudio: 'How to install it',
  },
  diagnostics: {
    title: 'Diagnostics',
    detail: 'A text file for support: versions, settings, counts, jobs and recent log lines. Keys are removed. You see all of it before saving; nothing is sent.',
    act: 'Preview…',
    dialog: 'Diagnostics',
    withTexts: 'Include titles and service messages',
    gathering: 'Collecting…',
    exactly: (size: string) => `This is exactly what will be saved (${size}).`,
    save: 'Save',
    saved: (name: string) => `${name} saved to your downloads.`,
  },
  restoredJobs: {
    title: (n: number) => n === 1 ? '1 job asks you to confirm: it may have been sent already' : `${n} jobs ask you to confirm: they may have been sent already`,
    body: 'Jobs from a backup or a damaged ledger may have been sent before. Check the original studio or the service’s website first. If you send them from here, you may be charged twice.',
    go: 'Send…',
    ask: 'Send these jobs?',
    act: 'Send from here',
    went: (n: number) => n === 1 ? '1 job queued again.' : `${n} jobs queued again.`,
  },
}
