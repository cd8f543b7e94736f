/** What the trash shows: nothing is lost or told twice, whatever is asked for, and a choice is what the page shows of it. */
import type { TrashAct, TrashItem, TrashRef } from '#contract/trash.ts'
import type { Choice } from '../../../src-renderer/rooms/trash/trash-choice.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { TrashOrder } from '#contract/trash.ts'
import { actKeyOf, actsOf, chosenOf, foundIn, refKey } from '../../../src-main/trash/trash-acts.ts'
import { chosenIn, countChosen, everything, isChosen, nothing, withAct, withItem } from '../../../src-renderer/rooms/trash/trash-choice.ts'

const items = fc.uniqueArray(fc.record({
  kind: fc.constantFrom('take', 'line', 'voice'),
  id: fc.uuid(),
  title: fc.constantFrom('', 'A gull', 'The harbour'),
  place: fc.constantFrom('', 'Film'),
  trashedAt: fc.integer({ min: 1, max: 4 }),
  sizeBytes: fc.nat(1000),
  isUsed: fc.boolean(),
}), { selector: ({ id }) => id }) as fc.Arbitrary<TrashItem[]>

it('every item that is found is in one act, and counts and sizes add up', () => {
  fc.assert(fc.property(items, fc.constantFrom('', 'gull', 'film gull'), fc.constantFrom(...TrashOrder.options), (all, words, order) => {
    const found = foundIn(all, { words })
    const acts = actsOf(found, order)
    const total = (of: 'count' | 'sizeBytes') => acts.reduce((sum, act) => sum + act[of], 0)
    expect([total('count'), total('sizeBytes')]).toEqual([found.length, found.reduce((sum, item) => sum + item.sizeBytes, 0)])
    expect(new Set(acts.map(({ key }) => key)).size).toBe(acts.length)
    for (const { key, count, first, isUsed } of acts) {
      const inside = found.filter(item => actKeyOf(item) === key)
      expect([inside.length, inside.slice(0, 3), inside.some(item => item.isUsed)]).toEqual([count, first, isUsed])
    }
  }))
})

it('orders are by time or by size', () => {
  fc.assert(fc.property(items, (all) => {
    const times = (order: 'newest' | 'oldest'): number[] => actsOf(all, order).map(act => act.first[0]!.trashedAt)
    expect(times('newest')).toEqual(times('newest').toSorted((a, b) => b - a))
    expect(times('oldest')).toEqual(times('oldest').toSorted((a, b) => a - b))
    const sizes = actsOf(all, 'largest').map(act => act.sizeBytes)
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
  }))
})

type Press = { readonly all: boolean } | { readonly at: number, readonly isAct: boolean, readonly wanted: boolean }
const presses = fc.array(fc.oneof(
  fc.record({ all: fc.boolean() }),
  fc.record({ at: fc.nat(100), isAct: fc.boolean(), wanted: fc.boolean() }),
), { maxLength: 12 }) as fc.Arbitrary<Press[]>

it('what is pressed in the page is what main takes, also of acts that the page has not read', () => {
  fc.assert(fc.property(items, presses, fc.constantFrom('', 'gull'), (all, pressed, words) => {
    const found = foundIn(all, { words })
    const acts = actsOf(found, 'newest')
    const known = acts.slice(0, Math.ceil(acts.length / 2))
    const actOf = (item: TrashItem): TrashAct => known.find(act => act.key === actKeyOf(item))!
    const read = found.filter(item => known.some(act => act.key === actKeyOf(item)))
    let choice: Choice = nothing
    let expected = new Set<string>()
    for (const press of pressed) {
      if ('all' in press) {
        choice = press.all ? everything : nothing
        expected = new Set(press.all ? found.map(refKey) : [])
        continue
      }
      const item = read[press.at % read.length]
      if (!item)
        continue
      const act = actOf(item)
      choice = press.isAct ? withAct(choice, act, press.wanted) : withItem(choice, act, item, press.wanted)
      for (const each of press.isAct ? read.filter(other => actOf(other).key === act.key) : [item])
        press.wanted ? expected.add(refKey(each)) : expected.delete(refKey(each))
    }
    const asked = { words, upTo: 4, isAll: choice.isAll, acts: [...choice.acts], items: [...choice.items.values()].map(each => each.ref) }
    const keys = (refs: readonly TrashRef[]) => refs.map(refKey).toSorted()
    expect(keys(chosenOf(all, asked))).toEqual([...expected].toSorted())
    expect(countChosen(choice, known, found.length)).toBe(expected.size)
    expect(keys(read.filter(item => isChosen(choice, actOf(item), item)))).toEqual(keys(read.filter(item => expected.has(refKey(item)))))
    for (const act of known)
      expect(chosenIn(choice, act)).toBe(read.filter(item => actOf(item).key === act.key && expected.has(refKey(item))).length)
    expect(chosenOf(all, { ...asked, upTo: 2 }).every(item => item.trashedAt <= 2)).toBe(true)
  }))
})
