/** What can be delivered without a screen: projects with their sequences by id or by name, and presets. */
import type { Preset } from '#contract/presets.ts'
import type { Project } from '#contract/projects.ts'
import type { Sequence } from '#contract/sequence-document.ts'
import type { OpenStudio } from './open-studio.ts'
import { presetById, presets } from '#rules/deliver/presets.ts'
import { secondsOfFrames } from '#rules/sequence/frames.ts'

/** The message is a sentence for the person. */
export class CannotDeliver extends Error {
  override readonly name = 'CannotDeliver'
}

export interface Deliverable {
  readonly projects: readonly {
    readonly id: string
    readonly name: string
    readonly sequences: readonly { readonly id: string, readonly name: string, readonly seconds: number }[]
  }[]
  /** Sound alone has no size. */
  readonly presets: readonly {
    readonly id: string
    readonly width: number | null
    readonly height: number | null
    readonly captions: readonly string[]
  }[]
}

export async function listDeliverable({ parts }: OpenStudio): Promise<Deliverable> {
  const projects = await Promise.all((await projectsOf({ parts })).map(async ({ id, name }) => ({
    ...{ id, name },
    sequences: (await parts.sequences.ofProject(id)).map(each =>
      ({ id: each.id, name: each.name, seconds: secondsOfFrames(each.durationFrames, each.rate) })),
  })))
  return {
    projects,
    presets: presets.map(({ id, video, captionModes }) =>
      ({ id, width: video?.width ?? null, height: video?.height ?? null, captions: [...captionModes] })),
  }
}

/** @throws CannotDeliver where one of them is not there, or not the only one */
export async function findDeliverable(
  { parts }: Pick<OpenStudio, 'parts'>,
  wanted: { readonly project: string, readonly sequence: string | null, readonly presetId: string },
): Promise<{ project: Project, sequence: Sequence, preset: Preset }> {
  const preset = presetById(wanted.presetId)
  if (!preset)
    throw new CannotDeliver(`There is no preset "${wanted.presetId}". There are: ${presets.map(({ id }) => id).join(', ')}.`)
  const project = theOne('project', await projectsOf({ parts }), wanted.project)
  const { id } = theOne('sequence', await parts.sequences.ofProject(project.id), wanted.sequence)
  return { project, sequence: await parts.sequences.get(id), preset }
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
  const fold = (name: string): string => name.normalize('NFC').trim().toLowerCase()
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
  const listed = (some: readonly Named[]): string => some.map(({ id, name }) => `\n  ${id}  ${name}`).join('')
  if (first)
    throw new CannotDeliver(`There are several ${word}s${wanted === null ? '' : ` called "${wanted}"`}. Choose one by its id:${listed(found)}`)
  throw new CannotDeliver(all.length === 0
    ? `There is no ${word} ${word === 'project' ? 'in this studio' : 'in this project'} yet.`
    : `There is no ${word} "${wanted}". There are:${listed(all)}`)
}
