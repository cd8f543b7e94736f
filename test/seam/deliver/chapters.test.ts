import type { Marker } from '#contract/sequence-document.ts'
import type { MarkerId } from '#contract/words.ts'
import { expect, it } from 'vitest'
import { chaptersOf } from '#rules/deliver/chapters.ts'
import { idOf } from '../sequence/arbitrary.ts'

const markers = [[90, 'Storm'], [30, ' Harbour '], [60, ' '], [200, 'After']]
  .map(([at, name], index) => ({ id: idOf(index) as MarkerId, at, name }) as Marker)

it('named markers become chapters in order of time, the first from the beginning', () => {
  const chapters = [{ startFrame: 0, title: 'Harbour' }, { startFrame: 90, title: 'Storm' }]
  expect(chaptersOf(markers, { startFrame: 0, frames: 150 })).toEqual(chapters)
  expect(chaptersOf([], { startFrame: 0, frames: 150 })).toEqual([])
})

it('a part begins within the chapter that lasts there', () => {
  expect(chaptersOf(markers, { startFrame: 50, frames: 200 })).toEqual([
    { startFrame: 0, title: 'Harbour' },
    { startFrame: 40, title: 'Storm' },
    { startFrame: 150, title: 'After' },
  ])
  expect(chaptersOf(markers, { startFrame: 90, frames: 20 })).toEqual([{ startFrame: 0, title: 'Storm' }])
})

it('of two at one frame only one is a chapter', () => {
  const doubled = [...markers, { id: idOf(9) as MarkerId, at: 90, name: 'Gale' }]
  expect(chaptersOf(doubled, { startFrame: 0, frames: 100 }).map(({ title }) => title)).toEqual(['Harbour', 'Gale'])
})
