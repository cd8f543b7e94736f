/** The layout of a project's script: derived each time it is read, stored as the first sequence when the user asks for it. */
import type { Line } from '#contract/script.ts'
import type { Layout, Sequence } from '#contract/sequences.ts'
import type { Take } from '#contract/takes.ts'
import type { ProjectId, SequenceId } from '#contract/words.ts'
import type { Projects } from '../library/projects.ts'
import type { Takes } from '../library/takes.ts'
import type { Sequences } from './sequences.ts'
import { Fault } from '#contract/faults.ts'
import { derivedId } from '../base/ids.ts'
import { layOut } from './lay-out.ts'

interface Parts {
  readonly projects: Pick<Projects, 'get'>
  readonly takes: Pick<Takes, 'ofProject'>
  readonly script: { readonly linesWithTakes: (projectId: ProjectId) => Promise<{ line: Line, take: Take | null }[]> }
  readonly sequences: Pick<Sequences, 'ofProject' | 'put'>
}

/**
 * Reads only. The same script and takes give the same sequence, under the id of the project's first one if there is one.
 * @throws Fault nothing-to-lay-out, not-found
 */
export async function layoutOf(parts: Parts, layout: Layout): Promise<Sequence> {
  const { projectId } = layout
  const project = await parts.projects.get(projectId)
  const lines = await parts.script.linesWithTakes(projectId)
  const pictures = await parts.takes.ofProject(projectId, ['picture', 'video'])
  if (pictures.length === 0 && lines.every(line => line.take === null))
    throw new Fault('nothing-to-lay-out', {})
  const [kept] = await parts.sequences.ofProject(projectId)
  const sequenceId = kept?.id ?? derivedId(projectId, 'first sequence') as SequenceId // has the form of an id
  const derived = layOut({ ...layout, sequenceId, name: project.name, lines, pictures })
  return { ...derived, revision: kept?.revision ?? 0, changedAt: kept?.changedAt ?? 0 }
}

/**
 * Stores the layout as the project's first sequence; writes nothing when it is already stored.
 * @throws Fault nothing-to-lay-out, not-found
 */
export async function layOutProject(parts: Parts, layout: Layout): Promise<Sequence> {
  return parts.sequences.put(await layoutOf(parts, layout), 'Lay out the script')
}
