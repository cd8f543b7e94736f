/** Where pictures are seen: laws over any script and any pictures. */
import type { LineId } from '#contract/words.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isBlank, placePictures } from '#rules/storyboard/place-pictures.ts'

const line = (place: number) => `line-${place}` as LineId
function picture(id: string, lineIds: LineId[], prompt = 'A lamp') {
  return { id, lineIds, prompt, motionPrompt: '', stillTakeId: null, shotTakeId: null }
}

const places = fc.uniqueArray(fc.nat({ max: 14 }), { minLength: 1, maxLength: 8 })
const boards = fc.record({
  lines: fc.uniqueArray(fc.nat({ max: 14 })),
  pictures: fc.array(fc.record({ places, prompt: fc.constantFrom('', 'A lamp', 'The sea') }), { maxLength: 8 }),
}).map(({ lines, pictures }) => ({
  lineIds: lines.map(line),
  pictures: pictures.map((each, index) => picture(`${index}`, each.places.map(line), each.prompt)),
}))

describe('pictures at their lines', () => {
  it('cover each line at most once, without gaps, in the order of the script, and only one that is planned or there', () => {
    fc.assert(fc.property(boards, ({ lineIds, pictures }) => {
      const placed = placePictures(lineIds, pictures)
      const covered = placed.flatMap(each => each.lineIds)
      expect(covered).toEqual(lineIds.filter(id => covered.includes(id)))
      for (const each of placed) {
        const start = lineIds.indexOf(each.lineIds[0]!)
        expect(each.lineIds).toEqual(lineIds.slice(start, start + each.lineIds.length))
        expect(isBlank(each.picture)).toBe(false)
        expect(each.picture.lineIds).toContain(each.lineIds[0])
      }
      expect(new Set(placed.map(each => each.picture.id)).size).toBe(placed.length)
    }))
  })

  it('continue to the next of their lines when the first is removed, and end before the next picture', () => {
    const [run, own] = [picture('run', [line(1), line(2), line(3), line(4)]), picture('own', [line(3)])]
    const shown = (lines: number[]) => placePictures(lines.map(line), [run, own]).map(each => [each.picture.id, each.lineIds])
    expect(shown([1, 2, 3, 4])).toEqual([['run', [line(1), line(2)]], ['own', [line(3)]]])
    expect(shown([2, 3, 4])).toEqual([['run', [line(2)]], ['own', [line(3)]]])
    expect(shown([1, 7, 2, 4])).toEqual([['run', [line(1), line(7), line(2), line(4)]]])
    expect(shown([3])).toEqual([['own', [line(3)]]])
  })
})
