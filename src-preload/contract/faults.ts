/** All declared faults: each code with its data, and whether a retry can succeed. */
import { z } from 'zod'
import { BackupFolderProblem } from './backup-words.ts'
import { CertificateProblem, NotSignable } from './credentials-words.ts'
import { MoveProblem } from './move-words.ts'
import { RelinkProblem } from './relink-words.ts'
import { EditRefusal } from './sequence-edits.ts'

/** Why a request is refused before it is sent; `field` is the model's parameter, `limit` the bound that was exceeded. */
export const FieldIssue = z.object({
  field: z.string(),
  problem: z.enum([
    'missing',
    'too-small',
    'too-large',
    'too-long',
    'not-a-number',
    'not-whole',
    'not-a-choice',
    'not-yes-or-no',
    'not-text',
    'not-a-file',
    'wrong-file-type',
    'too-many-files',
    'clip-too-long',
    'excluded-by',
    'not-supported',
    'not-an-address',
    // Names of the shelf in a prompt; the limit is the name.
    'unknown-name',
    'ambiguous-name',
    'circular-name',
    'references-not-sent',
    'references-missing',
  ]),
  limit: z.union([z.number(), z.string()]).nullable(),
  /** A warning does not stop the request. */
  isWarning: z.boolean(),
})
export type FieldIssue = z.infer<typeof FieldIssue>

/** What `unsupported-file` says to have found in a file of no bytes. */
export const emptyFileType = 'inode/x-empty'

export const faults = {
  'not-found': { data: z.object({ word: z.string(), id: z.string() }), mayRetry: false },
  /** What the call would overwrite is not what it was asked to replace: somebody has changed it since. Nothing was changed. */
  'changed-meanwhile': {
    data: z.object({ word: z.enum([
      ...['line', 'casting', 'storyboard', 'transcript', 'sequence', 'limit', 'form', 'colour', 'tone'] as const,
      ...['project', 'note', 'conversation', 'prompt', 'voice', 'model', 'setting', 'preset', 'tag', 'take', 'delivery', 'job'] as const,
      ...['lut', 'collection', 'search', 'shelf', 'pronunciation'] as const,
    ]) }),
    mayRetry: false,
  },
  'no-account': { data: z.object({}), mayRetry: false },
  'no-key': { data: z.object({ account: z.string() }), mayRetry: false },
  'key-locked': { data: z.object({ backend: z.string() }), mayRetry: true },
  /** `said`: what the keychain or the system said. */
  'keychain-unavailable': { data: z.object({ backend: z.string(), said: z.string() }), mayRetry: true },
  /** The studio was restored, and the user has not confirmed yet where this account sends to. */
  'host-unconfirmed': { data: z.object({ account: z.string(), hosts: z.string() }), mayRetry: true },
  'account-refused': {
    data: z.object({
      reason: z.enum([
        'wrong-key',
        'wrong-address',
        'no-network',
        'not-this-service',
        'service-trouble',
        'cannot-tell',
        'redirected',
        'unencrypted',
        'not-an-address',
        'not-a-key',
      ]),
      /** Null when there was no answer. */
      status: z.int().nullable(),
      /** The message of the server or the network, shortened and without secrets; where it redirects to. Empty when it gave none. */
      said: z.string(),
    }),
    mayRetry: true,
  },
  'bad-fields': { data: z.object({ issues: z.array(FieldIssue) }), mayRetry: false },
  /** Another entry of the shelf, of the same project or of the studio, or another collection has this name. Nothing was changed. */
  'name-taken': { data: z.object({ word: z.enum(['shelf', 'collection']), name: z.string() }), mayRetry: false },
  /** A saved search, `name`, asks for a collection by its name, and would have more than `limit` characters with the new one. */
  'search-too-long': { data: z.object({ name: z.string(), limit: z.int() }), mayRetry: false },
  /** The list of the settings has no room for what would be added: it can have `limit` of them. Nothing was changed. */
  'list-full': { data: z.object({ word: z.enum(['preset', 'title']), limit: z.int() }), mayRetry: false },
  'unknown-model': { data: z.object({ model: z.string() }), mayRetry: false },
  /**
   * Nothing was done. `neededBytes` is 0 where a write met the full disk, or the end of what this user may store: how much it lacked is
   * not known then. Every procedure may answer with it.
   */
  'disk-full': { data: z.object({ neededBytes: z.number(), freeBytes: z.number() }), mayRetry: true },
  /** Nothing was done: the disk, or the permissions of this folder, allow no writing. Every procedure may answer with it. */
  'disk-read-only': { data: z.object({ folder: z.string() }), mayRetry: true },
  /** Nothing was done: the disk answered with an error, `said`. Every procedure may answer with it. */
  'disk-failed': { data: z.object({ said: z.string() }), mayRetry: true },
  /**
   * The system refused a file or a folder, on whatever disk it is; `said` names it. Trying again helps only once that was changed, so the
   * call is not kept. Every procedure may answer with it.
   */
  'place-refused': { data: z.object({ said: z.string() }), mayRetry: true },
  'unsupported-file': { data: z.object({ name: z.string(), found: z.string() }), mayRetry: false },
  'unreadable-file': { data: z.object({ name: z.string(), reason: z.string() }), mayRetry: false },
  'file-too-large': { data: z.object({ name: z.string(), limitBytes: z.number() }), mayRetry: false },
  /** Nothing of the project was imported; `name` is the file in the bundle that it is about, or empty. */
  'bad-bundle': {
    data: z.object({ problem: z.enum(['not-a-bundle', 'newer', 'cut', 'damaged', 'unreadable']), name: z.string() }),
    mayRetry: false,
  },
  'ticket-expired': { data: z.object({}), mayRetry: false },
  'no-ffmpeg': { data: z.object({ command: z.string() }), mayRetry: true },
  /** The library is damaged: it can be read, but not written until it is repaired. */
  'library-read-only': { data: z.object({ trouble: z.enum(['damaged', 'missing']) }), mayRetry: false },
  /** The ledger was found damaged while the studio is open; the next start recovers it. Every procedure may answer with it. */
  'ledger-damaged': { data: z.object({ said: z.string() }), mayRetry: false },
  'job-not-there-yet': { data: z.object({ state: z.string() }), mayRetry: false },
  'may-be-charged-twice': { data: z.object({ state: z.string() }), mayRetry: false },
  /** A file cannot become the result of this job: the job has or will get one, or makes another kind of result. */
  'not-attachable': { data: z.object({ because: z.enum(['state', 'kind', 'medium']), wanted: z.string() }), mayRetry: false },
  'nothing-to-lay-out': { data: z.object({}), mayRetry: false },
  /** Nothing of the edit was carried out; `clipIds` are those that it is about. */
  'edit-refused': { data: z.object({ because: EditRefusal, clipIds: z.array(z.string()) }), mayRetry: false },
  /** Written by a newer version of the program; this one would damage it. */
  'newer-document': { data: z.object({ name: z.string() }), mayRetry: false },
  /** Damaged, or changed by another program. It stays as it is, and can be saved and moved to the trash. */
  'unreadable-document': { data: z.object({ name: z.string() }), mayRetry: false },
  /** None of the certificates of the file can vouch for the services of a network. */
  'roots-refused': {
    data: z.object({ problem: z.enum(['no-certificate', 'unreadable', 'no-authority', 'expired', 'too-many']), name: z.string() }),
    mayRetry: false,
  },
  /** Content Credentials: what was chosen cannot sign. */
  'certificate-refused': { data: z.object({ problem: CertificateProblem, said: z.string() }), mayRetry: false },
  /** A delivery that was to be signed cannot be; `said` is a day, or what the keychain answered. */
  'not-signable': { data: z.object({ because: NotSignable, said: z.string() }), mayRetry: true },
  'nothing-to-deliver': { data: z.object({}), mayRetry: false },
  /** Nothing was saved: the file would be among those of the studio, and could replace one. */
  'save-refused': { data: z.object({ path: z.string() }), mayRetry: false },
  /** None of the files that were to be saved is there; `titles` are theirs. */
  'nothing-to-save': { data: z.object({ titles: z.array(z.string()) }), mayRetry: false },
  /** A catalogue file or a model that cannot be read; `where` names the entry and the field. */
  'bad-model': { data: z.object({ where: z.string(), said: z.string() }), mayRetry: false },
  /** A built-in model can be hidden, not removed. */
  'built-in-model': { data: z.object({ model: z.string() }), mayRetry: false },
  /** Why the clip cannot be registered with this model. */
  'unsuitable-clip': {
    data: z.object({ reason: z.enum(['too-short', 'too-long', 'no-sound', 'wrong-medium']), limitSeconds: z.number().nullable() }),
    mayRetry: false,
  },
  'answer-under-way': { data: z.object({}), mayRetry: true },
  'backup-folder-refused': { data: z.object({ because: BackupFolderProblem, folder: z.string() }), mayRetry: true },
  'backup-under-way': { data: z.object({}), mayRetry: true },
  'move-refused': { data: z.object({ because: MoveProblem, folder: z.string() }), mayRetry: true },
  'move-under-way': { data: z.object({}), mayRetry: true },
  'relink-refused': { data: z.object({ because: RelinkProblem, folder: z.string() }), mayRetry: true },
  'relink-under-way': { data: z.object({}), mayRetry: true },
  'not-in-this-host': { data: z.object({ what: z.string() }), mayRetry: false },
  'practice-unavailable': { data: z.object({ reason: z.string() }), mayRetry: true },
  /** A bug: the log entry with this reference has the details. Every procedure may answer with it. */
  'internal': { data: z.object({ reference: z.string() }), mayRetry: true },
  /** A change with this id was made before, and its answer is not known any more. Every procedure that writes may answer with it. */
  'already-done': { data: z.object({}), mayRetry: false },
  /** Studio away, and the browser's storage refused the change: it was not made and is not kept. Raised on the page's side. */
  'not-kept': { data: z.object({}), mayRetry: true },
  /** The connection to main closed before the answer arrived. Raised on the page's side. */
  'disconnected': { data: z.object({}), mayRetry: true },
} as const satisfies Record<string, { data: z.ZodObject, mayRetry: boolean }>

export type FaultCode = keyof typeof faults

/** The call did nothing, and can succeed just as it is once the disk can be written again. */
export const diskFaults = ['disk-full', 'disk-read-only', 'disk-failed'] as const satisfies FaultCode[]
export type DiskFault = (typeof diskFaults)[number]

/** Of a call that queues work for the service: its account, its key, its model, or what it names cannot be used. */
export const sendingFaults = [
  'no-account',
  'no-key',
  'key-locked',
  'keychain-unavailable',
  'host-unconfirmed',
  'practice-unavailable',
  'unknown-model',
  'not-found',
  'library-read-only',
] as const satisfies FaultCode[]

export function isDiskFault(code: FaultCode): code is DiskFault {
  return (diskFaults as readonly FaultCode[]).includes(code)
}
export type FaultData<Code extends FaultCode> = z.infer<(typeof faults)[Code]['data']>

/** An expected failure with a declared code; sent as `{ code, data }` by procedures that declare it. */
export class Fault<Code extends FaultCode = FaultCode> extends Error {
  override readonly name = 'Fault'
  readonly code: Code
  readonly data: FaultData<Code>

  constructor(code: Code, data: FaultData<Code>, options?: { cause?: unknown }) {
    super(code, options)
    this.code = code
    this.data = data
  }
}

/** A fault of the disk, as main throws it. */
export type AnyDiskFault = { [Code in DiskFault]: Fault<Code> }[DiskFault]

/** True for a fault of any code, or of the given one. */
export function isFault<Code extends FaultCode = FaultCode>(value: unknown, code?: Code): value is Fault<Code> {
  return value instanceof Fault && (code === undefined || value.code === code)
}
