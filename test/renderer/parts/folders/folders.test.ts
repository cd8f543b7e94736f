/** Folders of voices: which there are, and in what order. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { foldersOf } from '../../../../src-renderer/parts/folders/folders.ts'

it('each folder is listed once, with all that is in it, and the empty name is none', () => {
  fc.assert(fc.property(fc.array(fc.constantFrom('', 'A', 'b', 'Ä', '2', '10')), (folders) => {
    const found = foldersOf(folders.map(folder => ({ folder })))
    expect(new Set(found.map(({ name }) => name))).toEqual(new Set(folders.filter(name => name !== '')))
    for (const { name, count } of found)
      expect(count).toBe(folders.filter(folder => folder === name).length)
  }))
})

it('they are in the order in which people look for them', () => {
  expect(foldersOf(['Season 10', 'ads', 'Season 2', 'Books'].map(folder => ({ folder }))).map(({ name }) => name))
    .toEqual(['ads', 'Books', 'Season 2', 'Season 10'])
})
