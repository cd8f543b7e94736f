/** Laying a project out: its script's chosen takes and its pictures become its first sequence, as one edit. */
import type { FrameRate, Sequence } from '#contract/sequences.ts'
import type { ClipId, ProjectId, SequenceId } from '#contract/words.ts'
import type { Projects } from '../library/projects.ts'
import type { Takes } from '../library/takes.ts'
import type { Script } from '../script/script.ts'
import type { Sequences } from '../sequences/sequences.ts'
import { Fault } from '#contract/faults.ts'
import { layOut } from './lay-out.ts'
import { newId } from '../base/ids.ts'

/** @throws Fault nothing-to-lay-out, not-found */
export async function layOutProject(
  parts: { projects: Projects, takes: Takes, script: Script, sequences: Sequences },
  input: { projectId: ProjectId, width: number, height: number, rate: FrameRate },
): Promise<Sequence> {
  const project = await parts.projects.get(input.projectId)
  const lines = await parts.script.linesWithTakes(input.projectId)
  const pictures = await parts.takes.ofProject(input.projectId, ['picture', 'video'])
  if (pictures.length === 0 && lines.every(line => line.take === null))
    throw new Fault('nothing-to-lay-out', {})
  const [existing] = await parts.sequences.ofProject(input.projectId)
  // newId makes the ids' form, for sequences and clips alike.
  const sequence = layOut({
    ...input,
    sequenceId: existing?.id ?? newId() as SequenceId,
    name: project.name,
    lines,
    pictures,
    newId: () => newId() as ClipId,
  })
  return parts.sequences.put(sequence, 'Lay out the script')
}
