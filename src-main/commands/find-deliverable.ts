/** What can be delivered without a screen: projects with their sequences by id or by name, and presets. */
import type { PreflightFinding } from '#contract/deliveries.ts'
import type { CaptionMode, Preset } from '#contract/presets.ts'
import type { Project } from '#contract/projects.ts'
import type { Sequence } from '#contract/sequence-document.ts'
import type { JobId } from '#contract/words.ts'
import type { WhatToRender } from '../deliver/deliver-port.ts'
import type { OpenStudio } from '../studio/open-studio.ts'
import type { HostPorts } from '../studio/ports.ts'
import type { WantedTags } from './tags-and-cover.ts'
import { isFault } from '#contract/faults.ts'
import { carriesCredentials } from '#rules/deliver/credentials.ts'
import { extensionOf } from '#rules/deliver/formats.ts'
import { presetById, presets } from '#rules/deliver/presets.ts'
import { usualOptions } from '#rules/deliver/usual-options.ts'
import { secondsOfFrames } from '#rules/sequence/frames.ts'
import { findingIn } from '#rules/text/finding-words.ts'
import { signingEntries } from '../accounts/signing.ts'
import { onlyNames } from '../secrets/only-names.ts'
import { openStudio } from '../studio/open-studio.ts'
import { CannotDeliver } from './cannot-deliver.ts'
import { systemLanguage } from './system-language.ts'
import { coverTake, tagsOf } from './tags-and-cover.ts'
import { terminalTexts } from './terminal-texts.ts'

export interface Wanted extends WantedTags {
  /** An id or a name. */
  readonly project: string
  /** An id or a name; null for the only one. */
  readonly sequence: string | null
  /** An id, or the name of one of the user's own. */
  readonly presetId: string
  /** Null for the usual one of the preset. */
  readonly captionMode: CaptionMode | null
  /** In seconds; null for what is between the sequence's in and out. */
  readonly range: { readonly from: number, readonly to: number } | null
  /** With Content Credentials; null where there is a certificate and the file can carry them. */
  readonly isSigned?: boolean | null | undefined
}

export interface Chosen {
  readonly project: Project
  readonly sequence: Sequence
  readonly preset: Preset
  /** Named after the sequence. */
  readonly what: WhatToRender
}

export interface Deliverable {
  readonly projects: readonly {
    readonly id: string
    readonly name: string
    /** `seconds` is null for one that cannot be opened. */
    readonly sequences: readonly { readonly id: string, readonly name: string, readonly seconds: number | null }[]
  }[]
  /** Sound alone has no size. */
  readonly presets: readonly {
    readonly id: string
    /** Empty for the studio's own presets. */
    readonly name: string
    readonly width: number | null
    readonly height: number | null
    readonly captions: readonly string[]
  }[]
}

const fold = (name: string): string => name.normalize('NFC').trim().toLowerCase()

/** A studio that nobody watches: only these jobs run, and of the keychain only the key that signs films is read. */
export async function openUnseen(ports: HostPorts, mayStart: (row: { readonly id: JobId }) => boolean): Promise<OpenStudio> {
  return openStudio({ ...ports, secrets: { ...ports.secrets, store: onlyNames(ports.secrets.store, signingEntries) } }, { mayStart })
}

/** What there is to deliver in this studio. @throws CannotOpenStudio */
export async function listDeliverable(ports: HostPorts): Promise<Deliverable> {
  const studio = await openUnseen(ports, () => false)
  try {
    return await listIn(studio)
  }
  finally {
    await studio.close({ drainMs: 0 })
  }
}

async function listIn({ parts }: OpenStudio): Promise<Deliverable> {
  const projects = await Promise.all((await projectsOf({ parts })).map(async ({ id, name }) => ({
    ...{ id, name },
    sequences: (await parts.sequences.ofProject(id)).map(each =>
      ({ id: each.id, name: each.name, seconds: each.problem === null ? secondsOfFrames(each.durationFrames, each.rate) : null })),
  })))
  return {
    projects,
    presets: [...presets, ...(await parts.settings.get()).presets].map(({ id, name, video, captionModes }) =>
      ({ id, name, width: video?.width ?? null, height: video?.height ?? null, captions: [...captionModes] })),
  }
}

/**
 * Checks what was chosen, too, and says what is worth knowing.
 * @throws CannotDeliver where something is missing, not the only one, or cannot be delivered
 */
export async function chooseFrom({ parts }: Pick<OpenStudio, 'parts'>, wanted: Wanted, say: (line: string) => void): Promise<Chosen> {
  const { project, sequence, preset } = await find({ parts }, wanted)
  const tags = tagsOf(wanted, preset)
  const range = framesOf(wanted.frameAt == null ? wanted.range : stillAt(wanted.frameAt, sequence), sequence)
  const captionMode = wanted.captionMode ?? preset.captionModes[0] ?? 'none'
  const isSigned = await signs({ parts }, wanted, preset, say)
  tellFindings(await parts.deliver.preflight({ ...sequence, ...range }, { presetId: preset.id, captionMode, isSigned }), say)
  const cover = wanted.cover == null ? {} : { coverTakeId: await coverTake(wanted.cover, project.id, { parts, say }) }
  const options = { ...usualOptions, isSigned, ...tags, ...cover }
  const what = { sequenceId: sequence.id, presetId: preset.id, captionMode, options, name: sequence.name, ...range && { range } }
  return { project, sequence, preset, what }
}

async function signs(
  { parts }: Pick<OpenStudio, 'parts'>,
  { isSigned = null }: Pick<Wanted, 'isSigned'>,
  preset: Preset,
  say: (line: string) => void,
): Promise<boolean> {
  if (isSigned !== null || await parts.signing.certificate() === null)
    return isSigned ?? false
  if (carriesCredentials(preset))
    return true
  say(terminalTexts().deliver.notCarried(extensionOf(preset.format)))
  return false
}

async function find(
  { parts }: Pick<OpenStudio, 'parts'>,
  wanted: Pick<Wanted, 'project' | 'sequence' | 'presetId'>,
): Promise<Omit<Chosen, 'what'>> {
  const own = (await parts.settings.get()).presets
  const preset = presetById(wanted.presetId, own) ?? own.find(({ name }) => fold(name) === fold(wanted.presetId))
  if (!preset) {
    const known = [...presets.map(({ id }) => id), ...own.map(({ name }) => `"${name}"`)]
    throw new CannotDeliver('no-preset', { preset: wanted.presetId, known })
  }
  const project = theOne('project', await projectsOf({ parts }), wanted.project)
  const { id, name, problem } = theOne('sequence', await parts.sequences.ofProject(project.id), wanted.sequence)
  if (problem !== null)
    throw new CannotDeliver(problem === 'newer' ? 'sequence-newer' : 'sequence-unreadable', { name })
  return { project, sequence: await parts.played(id), preset }
}

async function projectsOf({ parts }: Pick<OpenStudio, 'parts'>): Promise<Project[]> {
  const feed = parts.projects.changes()[Symbol.asyncIterator]()
  const { value, done } = await feed.next()
  await feed.return?.()
  return done === true ? [] : value.changed.filter(({ trashedAt }) => trashedAt === null)
}

/** By its id, then by its very name, then by its name in any case. */
function theOne<Named extends { readonly id: string, readonly name: string }>(
  word: 'project' | 'sequence',
  all: readonly Named[],
  wanted: string | null,
): Named {
  const byWord = (isIt: (named: Named, text: string) => boolean): Named[] =>
    wanted === null ? [...all] : all.filter(each => isIt(each, wanted))
  const matches = [
    byWord(({ id }, text) => id === text),
    byWord(({ name }, text) => name === text),
    byWord(({ name }, text) => fold(name) === fold(text)),
  ]
  const found = matches.find(each => each.length > 0) ?? []
  const [first] = found
  if (first && found.length === 1)
    return first
  const listed = (some: readonly Named[]) => some.map(({ id, name }) => ({ id, name }))
  if (first)
    throw new CannotDeliver('several', { word, called: wanted, found: listed(found) })
  if (wanted === null || all.length === 0)
    throw new CannotDeliver('none-yet', { word })
  throw new CannotDeliver('none-called', { word, called: wanted, known: listed(all) })
}

function framesOf(range: Wanted['range'], { rate }: Sequence): WhatToRender['range'] {
  const frameAt = (seconds: number): number => Math.round(seconds * rate.numerator / rate.denominator)
  const frames = range && { inFrame: frameAt(range.from), outFrame: frameAt(range.to) }
  if (frames && frames.outFrame <= frames.inFrame)
    throw new CannotDeliver('range-empty', {})
  return frames ?? undefined
}

/** One frame. */
function stillAt(seconds: number, { rate }: Sequence): Wanted['range'] {
  return { from: seconds, to: seconds + rate.denominator / rate.numerator }
}

function tellFindings(findings: readonly PreflightFinding[], say: (line: string) => void): void {
  const notSignable = findings.find(({ finding }) => finding === 'not-signable')
  if (notSignable)
    throw new CannotDeliver('not-signable', { because: notSignable.example })
  const blocking = findings.filter(({ isBlocking }) => isBlocking)
  if (blocking.length > 0)
    throw new CannotDeliver('not-deliverable', { findings: blocking })
  for (const found of findings) {
    const { what, todo } = findingIn(systemLanguage(), found)
    say(terminalTexts().deliver.note(what, todo))
  }
}

/** For `catch`. @throws CannotDeliver for what is expected, any other error as it is */
export function explain(error: unknown): never {
  if (isFault(error, 'nothing-to-deliver'))
    throw new CannotDeliver('nothing-to-deliver', {}, { cause: error })
  if (isFault(error, 'no-ffmpeg'))
    throw new CannotDeliver('no-ffmpeg', { command: error.data.command }, { cause: error })
  if (isFault(error, 'disk-full')) {
    const { neededBytes, freeBytes } = error.data
    throw new CannotDeliver('no-room', { neededBytes, freeBytes }, { cause: error })
  }
  if (isFault(error, 'not-signable'))
    throw new CannotDeliver('not-signable', { because: error.data.because }, { cause: error })
  if (isFault(error, 'not-found'))
    throw new CannotDeliver('gone', { word: error.data.word, id: error.data.id }, { cause: error })
  throw error
}
