/** Why a command was not carried out, by code, and what belongs to each. */
import type { PreflightFinding } from '#contract/deliveries.ts'
import type { BlockedBy, Failure } from '#contract/jobs.ts'
import type { SoundTags } from '#contract/sound-tags.ts'

interface AtPath { readonly path: string }
interface InFolder { readonly folder: string }
/** As it was typed. */
interface Typed { readonly value: string }
interface Said { readonly said: string }
interface Named { readonly id: string, readonly name: string }
type Nothing = Readonly<Record<never, never>>

export interface CommandErrorData {
  // The words of the command line.
  'unknown-command': { readonly name: string }
  /** `said` is what Node says of them. */
  'bad-options': Said & { readonly command: string }
  'empty-option': { readonly name: string }
  'one-file': { readonly command: string }
  'bad-port': Typed
  'bad-address': Typed
  /** `option` is the one that confirms it. */
  'opens-to-network': { readonly option: string }
  'cert-without-key': Nothing
  'list-alone': Nothing
  'one-project': Nothing
  'no-preset-option': Nothing
  'no-out-option': Nothing
  'plan-or-out': Nothing
  'plan-signed': Nothing
  'sign-or-not': Nothing
  'bad-tag': { readonly name: keyof SoundTags }
  'frame-or-range': Nothing
  'bad-time': Typed
  'bad-captions': { readonly choices: readonly string[] }
  'bad-range': Typed
  'range-ends-early': Typed
  'no-folder': InFolder
  'no-studio': InFolder

  // The certificate of `serve`.
  'certificate-unreadable': AtPath
  'certificate-not-pem': { readonly cert: string, readonly key: string }
  'certificate-other-key': { readonly cert: string, readonly key: string }
  'certificate-ended': { readonly cert: string, readonly until: string }

  // What is to be delivered.
  'no-preset': { readonly preset: string, readonly known: readonly string[] }
  'sequence-newer': { readonly name: string }
  'sequence-unreadable': { readonly name: string }
  /** `called` is null where nothing was asked for. */
  'several': { readonly word: 'project' | 'sequence', readonly called: string | null, readonly found: readonly Named[] }
  'none-called': { readonly word: 'project' | 'sequence', readonly called: string, readonly known: readonly Named[] }
  'none-yet': { readonly word: 'project' | 'sequence' }
  'range-empty': Nothing
  /** Of what blocks it. */
  'not-deliverable': { readonly findings: readonly PreflightFinding[] }
  'no-such-tags': { readonly format: string, readonly given: readonly string[], readonly carriers: readonly string[] }
  'frame-of-video': { readonly preset: string, readonly format: string }
  'cover-unreadable': Said
  'cover-not-image': AtPath
  'cover-refused': AtPath & { readonly because: 'unreadable-file' | 'file-too-large' | 'disk-full' }

  // Where it is delivered.
  'in-studio': AtPath & { readonly deliveriesFolder: string }
  'other-ending': { readonly preset: string, readonly extension: string }
  'folder-unusable': InFolder & Said
  'file-exists': AtPath
  'folder-exists': AtPath
  'plan-not-empty': InFolder
  'plan-other-format': { readonly preset: string, readonly extension: string }
  'plan-not-created': Said

  // How it ended.
  'nothing-to-deliver': Nothing
  /** `command` installs it. */
  'no-ffmpeg': { readonly command: string | null }
  'no-room': { readonly neededBytes: number, readonly freeBytes: number }
  /** A code of `notSigned`, or other words. */
  'not-signable': { readonly because: string }
  'gone': { readonly word: string, readonly id: string }
  'plan-failed': Said
  'cancelled': Nothing
  /** Null where it is not known why. */
  'failed': { readonly failure: Pick<Failure, 'kind' | 'said'> | null }
  'blocked': { readonly by: BlockedBy }
  'stuck': Said
  /** A step of the sample, by the title of its job. */
  'sample-not-generated': { readonly title: string, readonly failure: Pick<Failure, 'kind' | 'said'> | null }
  'sample-not-rendered': Said
}

export type CommandErrorCode = keyof CommandErrorData

export type CommandErrorTexts = { readonly [Code in CommandErrorCode]: (data: CommandErrorData[Code]) => string }
