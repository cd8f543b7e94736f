/** Which projects the room shows, and in which order. */
import type { Project } from '#contract/projects.ts'
import { colourNames } from '#rules/script/speaker-colours.ts'

export const orders = ['changed', 'created', 'name', 'size', 'colour'] as const
export type ProjectOrder = typeof orders[number]

/** Those whose name or folder has every word, whatever its case. */
export function findProjects(all: readonly Project[], text: string): Project[] {
  const words = text.toLowerCase().split(/\s+/).filter(word => word !== '')
  return all.filter(({ name, folder }) => {
    const has = `${name} ${folder}`.toLowerCase()
    return words.every(word => has.includes(word))
  })
}

const placeOf = ({ colour }: Project): number => colour === null ? colourNames.length : colourNames.indexOf(colour)

/** `bytesOf` is how much of the disk a project needs, as far as that is known. */
export function inOrder(all: readonly Project[], order: ProjectOrder, bytesOf: (project: Project) => number = () => 0): Project[] {
  // As people sort them: 2 before 10.
  const names = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
  const compare: Readonly<Record<ProjectOrder, (a: Project, b: Project) => number>> = {
    changed: (a, b) => b.changedAt - a.changedAt,
    created: (a, b) => b.createdAt - a.createdAt,
    name: (a, b) => names.compare(a.name, b.name),
    // Those without one come last.
    colour: (a, b) => placeOf(a) - placeOf(b),
    size: (a, b) => bytesOf(b) - bytesOf(a),
  }
  return all.toSorted((a, b) => compare[order](a, b) || b.createdAt - a.createdAt || (a.id < b.id ? -1 : 1))
}
