/** Which projects the room shows, and in which order. */
import type { Project } from '#contract/projects.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findProjects, inOrder, orders } from '../../../src-renderer/rooms/projects/shown-projects.ts'

const projects = fc.uniqueArray(
  fc.record({
    id: fc.uuid(),
    name: fc.constantFrom('Film 2', 'film 10', 'Été', 'Harbour'),
    folder: fc.constantFrom('', 'Clients', 'Old films'),
    colour: fc.constantFrom(null, 'blue', 'red'),
    changedAt: fc.nat(5),
    createdAt: fc.nat(5),
  }),
  { selector: each => each.id },
).map(all => all as unknown as Project[])

it('a search keeps those whose name or folder has every word', () => {
  const named = (name: string, folder: string) => ({ name, folder }) as Project
  const all = [named('Harbour at dusk', ''), named('Trailer', 'Harbour films'), named('Dusk', '')]
  expect(findProjects(all, ' HARBOUR ').map(each => each.name)).toEqual(['Harbour at dusk', 'Trailer'])
  expect(findProjects(all, 'dusk harbour').map(each => each.name)).toEqual(['Harbour at dusk'])
  expect(findProjects(all, '')).toEqual(all)
  expect(findProjects(all, 'none')).toEqual([])
})

it('every order has each project once, and is the same for the same projects in any order', () => {
  fc.assert(fc.property(projects, fc.constantFrom(...orders), (all, order) => {
    const sorted = inOrder(all, order)
    expect(new Set(sorted)).toEqual(new Set(all))
    expect(sorted).toHaveLength(all.length)
    expect(inOrder(all.toReversed(), order)).toEqual(sorted)
  }))
})

it('names are in the order in which people count', () => {
  const all = ['film 10', 'Film 2', 'Été', 'Zebra'].map((name, at) => ({ id: String(at), name, createdAt: 0, changedAt: 0 }) as Project)
  expect(inOrder(all, 'name').map(each => each.name)).toEqual(['Été', 'Film 2', 'film 10', 'Zebra'])
})
