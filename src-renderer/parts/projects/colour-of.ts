/** The colour of a project on its card and next to its name: the one that a person chose, else one that follows from its id. */
import type { Project } from '#contract/projects.ts'
import { hueOf } from '#rules/script/speaker-colours.ts'

/** The same for the same project, so that a card without a cover can be told from others. The beginning of an id is a time. */
export function hueOfProject({ id, colour }: Pick<Project, 'id' | 'colour'>): number {
  return colour === null ? Number.parseInt(id.slice(-6), 16) % 360 : hueOf(colour)
}
