/** The workbenches by what they make, and where each one is. */
import type { ProjectId } from '#contract/words.ts'

/** Those that are one form with its results: they share a room. */
export const formBenches = ['speech', 'image', 'edit', 'video'] as const
export type FormBench = typeof formBenches[number]
export const madeThings = [...formBenches, 'transcribe', 'chat'] as const
export type MadeThing = typeof madeThings[number]

export function isFormBench(thing: MadeThing): thing is FormBench {
  const benches: readonly MadeThing[] = formBenches
  return benches.includes(thing)
}

/** The address of a workbench, inside a project or without one. */
export function routeOf(
  thing: MadeThing,
  projectId: ProjectId | null,
): { name: string, params?: { projectId: ProjectId }, query?: { kind: FormBench } } {
  const room = isFormBench(thing) ? '' : thing
  const place = projectId === null
    ? { name: room === '' ? 'workbench' : `workbench-${room}` }
    : { name: room === '' ? 'make' : room, params: { projectId } }
  return isFormBench(thing) ? { ...place, query: { kind: thing } } : place
}
