/** What each fault means and what to do about it. */
import type { FaultCode, FieldIssue } from '#contract/faults.ts'
import type { AnyFault } from '../../wire/attempt.ts'

/** One sentence that says what is wrong, and one that says what to do; the second may be empty. */
export interface FaultWords { what: string, todo: string }
export type FaultTexts = { [Code in FaultCode]: (data: AnyFault<Code>['data']) => FaultWords }

const MB = (bytes: number) => bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.max(1, Math.round(bytes / 1e6))} MB`

const ACCOUNT_REASONS = {
  'wrong-key': { what: 'The service does not accept this key.', todo: 'Copy the key again from the service’s own page, whole and without spaces.' },
  'wrong-address': { what: 'Nothing answered at this address.', todo: 'Check the base URL: it begins with https:// and has no path behind the host.' },
  'no-network': { what: 'The service could not be reached.', todo: 'Check your internet connection, VPN or proxy, and try again.' },
  'not-this-service': { what: 'Something answered at this address, but it does not speak like the service.', todo: 'Check the base URL.' },
  'service-trouble': { what: 'The service is in trouble at the moment.', todo: 'Your key was not judged. Try again in a few minutes.' },
}

const MEDIA: Record<string, string> = { audio: 'a sound', picture: 'a picture', video: 'a film' }

const CLIP_REASONS: Record<AnyFault<'unsuitable-clip'>['data']['reason'], (limit: number | null) => FaultWords> = {
  'too-short': limit => ({ what: 'The clip is too short for a voice.', todo: limit === null ? 'Choose a longer one.' : `It takes at least ${limit} seconds.` }),
  'too-long': limit => ({ what: 'The clip is too long.', todo: limit === null ? 'Choose a shorter one.' : `It takes at most ${limit} seconds.` }),
  'no-sound': () => ({ what: 'There is no sound in this clip.', todo: 'Choose another one.' }),
  'wrong-medium': () => ({ what: 'A voice is made from a sound; this is none.', todo: 'Choose a sound file, or a take that is sound.' }),
}

const words: FaultTexts = {
  'not-found': ({ word }) => ({ what: `This ${word} is not here any more.`, todo: 'It may have been removed in another window.' }),
  'no-account': () => ({ what: 'There is no account to send this with.', todo: 'Connect an account in Settings, or use the practice account: it is free.' }),
  'no-key': ({ account }) => ({ what: `The account “${account}” has no key.`, todo: 'Enter its key in Settings.' }),
  'key-locked': ({ backend }) => ({ what: `The keychain (${backend}) is locked.`, todo: 'Unlock it, then try again.' }),
  'account-refused': ({ reason, status, said }) => ({
    what: `${ACCOUNT_REASONS[reason].what}${said === '' ? '' : status === null ? ` (${said})` : ` It said: “${said}” (${status}).`}`,
    todo: ACCOUNT_REASONS[reason].todo,
  }),
  'bad-fields': ({ issues }) => ({ what: issues.length === 1 ? 'One field can’t be sent like this.' : `${issues.length} fields can’t be sent like this.`, todo: 'Nothing was sent. The fields are marked.' }),
  'unknown-model': ({ model }) => ({ what: `The catalogue has no model “${model}”.`, todo: 'Choose another model.' }),
  'disk-full': ({ neededBytes, freeBytes }) => ({ what: `There is too little space: ${MB(neededBytes)} are needed, ${MB(freeBytes)} are free.`, todo: 'Nothing was sent. Free some space and try again.' }),
  'unsupported-file': ({ name, found }) => ({ what: `“${name}” is not a file the studio can use${found === '' ? '' : ` (${found})`}.`, todo: 'Sound, picture and video files can be imported.' }),
  'unreadable-file': ({ name, reason }) => ({ what: `“${name}” can’t be read: ${reason}`, todo: 'The file may be damaged or incomplete.' }),
  'file-too-large': ({ name, limitBytes }) => ({ what: `“${name}” is too large.`, todo: limitBytes > 0 ? `The limit is ${MB(limitBytes)}.` : 'Choose a smaller file.' }),
  'ticket-expired': () => ({ what: 'The file was handed in too long ago.', todo: 'Choose it again.' }),
  'no-ffmpeg': ({ command }) => ({ what: 'This needs ffmpeg, which was not found.', todo: command === '' ? 'Install ffmpeg and try again.' : `Install it with: ${command}` }),
  'library-read-only': ({ trouble }) => ({ what: trouble === 'missing' ? 'The library’s file is gone, so nothing can be written to it.' : 'The library is damaged, so it is read-only.', todo: 'Nothing was changed. Repair it in Settings, under Safety.' }),
  'job-not-there-yet': () => ({ what: 'This job has not ended yet.', todo: 'Wait for it, or cancel it first.' }),
  'may-be-charged-twice': () => ({ what: 'This job may already have been charged; making it again may be paid twice.', todo: 'Nothing was sent. You decide.' }),
  'not-attachable': ({ because, wanted }) => ({
    state: { what: 'This job needs no file: it has its result, or it was never sent.', todo: 'Import the file into the library instead.' },
    kind: { what: 'No file can be the result of this kind of job.', todo: 'Import the file into the library instead.' },
    medium: { what: `The result of this job is ${MEDIA[wanted] ?? wanted}; this file is none.`, todo: 'Choose the right file.' },
  }[because]),
  'nothing-to-lay-out': () => ({ what: 'There is nothing to lay out yet.', todo: 'Make at least one line or picture in this project.' }),
  'nothing-to-deliver': () => ({ what: 'There is nothing to deliver yet.', todo: 'Lay the script out first.' }),
  'bad-model': ({ where, said }) => ({ what: `“${where}” ${said}.`, todo: 'Nothing was kept. Change that place, then try again.' }),
  'built-in-model': ({ model }) => ({ what: `“${model}” came with the studio and cannot be removed.`, todo: 'Hide it instead.' }),
  'unsuitable-clip': ({ reason, limitSeconds }) => CLIP_REASONS[reason](limitSeconds),
  'answer-under-way': () => ({ what: 'An answer is still on its way here.', todo: 'Wait for it, or stop it first.' }),
  'ledger-damaged': () => ({ what: 'The ledger on the disk is damaged in a place that was needed for this.', todo: 'Close Takeroom and open it again: the ledger is put together anew, and nothing is sent until you have looked.' }),
  'backup-under-way': () => ({ what: 'A backup is being made or restored already.', todo: 'Wait for it, or stop it first.' }),
  'not-in-this-host': () => ({ what: 'This can’t be done from a browser.', todo: 'The path is shown: open it on the studio’s machine.' }),
  'practice-unavailable': ({ reason }) => ({ what: `The practice service did not start${reason === '' ? '.' : `: ${reason}`}`, todo: 'Try again; if it stays like this, start Takeroom anew.' }),
  'internal': ({ reference }) => ({ what: `Something broke in the studio (ref ${reference}).`, todo: 'Your work is safe. The log has the story under this reference.' }),
  'disconnected': () => ({ what: 'The connection to the studio was lost before the answer came.', todo: 'It is being restored. Look before you try again: it may have been done.' }),
}

const PROBLEMS: Record<FieldIssue['problem'], (limit: string) => string> = {
  'missing': () => 'This is needed.',
  'too-small': limit => `At least ${limit}.`,
  'too-large': limit => `At most ${limit}.`,
  'too-long': limit => `At most ${limit} characters.`,
  'not-a-number': () => 'This must be a number.',
  'not-whole': () => 'This must be a whole number.',
  'not-a-choice': () => 'This is not one of the choices.',
  'not-yes-or-no': () => 'This must be on or off.',
  'not-text': () => 'This must be text.',
  'not-a-file': () => 'This must be a file.',
  'wrong-file-type': limit => limit === '' ? 'This kind of file is not accepted.' : `Accepted are: ${limit}.`,
  'too-many-files': limit => `At most ${limit} files.`,
  'clip-too-long': limit => `At most ${limit} seconds.`,
  'excluded-by': limit => `This can’t be sent together with “${limit}”.`,
  'not-supported': () => 'The model does not support this.',
  'not-an-address': () => 'This must be an address that begins with https://.',
}

export const faults = {
  words,
  /** What is wrong with one field of a form. */
  issue: (issue: FieldIssue) => PROBLEMS[issue.problem](issue.limit === null ? '' : String(issue.limit)),
}
