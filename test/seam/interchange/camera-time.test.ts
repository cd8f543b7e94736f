/** Lists whose places in files are the time code of a camera: clips keep their distances, and that is told. */
import type { Take } from '#contract/takes.ts'
import type { NewId } from '#contract/words.ts'
import { expect, it } from 'vitest'
import { fromEarliest } from '#rules/interchange/camera-time.ts'
import { readEditList } from '#rules/interchange/read-list.ts'
import { sequencesOfList } from '#rules/interchange/sequence-of-list.ts'
import { aTake } from '../sequence/arbitrary.ts'

const rate = { numerator: 25, denominator: 1 }
const row = (reel: string, source: string, record: string) => `001  ${reel}  V  C  ${source} ${record}`
const take = aTake(1, { medium: 'video', asset: { durationSeconds: 20 } })
const newId: NewId = <Id extends string>() => crypto.randomUUID() as string as Id // has the form of an id
function places(rows: readonly string[], takeOf: (name: string) => Take | null = () => take) {
  const list = readEditList(rows.join('\n'), rate)
  const known = { rate, takeOf: ({ name }: { readonly name: string }) => takeOf(name), newId }
  const built = sequencesOfList(list, known).at(-1)!
  const placed = built.edits.flatMap(edit => edit.do === 'place' ? edit.placements : [])
  const clips = placed.map(({ clip }) => 'in' in clip ? [clip.in, clip.length] : [])
  return { clips, told: fromEarliest(list, known).count, shortened: built.shortened }
}
const [first, second] = ['01:00:00:00 01:00:02:00', '01:00:02:00 01:00:04:00']

it('places behind the end of a file are counted from the earliest of it', () => {
  expect(places([row('AX', '10:15:23:00 10:15:25:00', first), row('AX', '10:15:20:00 10:15:22:00', second)]))
    .toEqual({ clips: [[75, 50], [0, 50]], told: 2, shortened: 0 })
})

it('places in a file stay, and those in other files and in none', () => {
  expect(places([row('AX', '00:00:03:00 00:00:05:00', first)])).toEqual({ clips: [[75, 50]], told: 0, shortened: 0 })
  expect(places([row('AX', '10:15:23:00 10:15:25:00', first)], () => null)).toEqual({ clips: [], told: 0, shortened: 0 })
})
