/** A drag carries takes with their media and lines; what another program or version drags is ignored. */
import type { Take } from '#contract/takes.ts'
import { expect, it } from 'vitest'
import { LineId, TakeId } from '#contract/words.ts'
import {
  draggedMedia,
  manyIn,
  putNumbers,
  putTakes,
  takesDragType,
  takesIn,
  takesOver,
} from '../../../../src-renderer/parts/takes/take-drag.ts'
import { fakeTransfer } from '../../../kit/transfer.ts'

const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const take = (n: number, medium: Take['medium']): Take => ({ id: TakeId.parse(idOf(n)), medium, title: `take ${n}`, text: '' }) as Take

it('carries several takes in order, says their media before the drop, and names the line of each', () => {
  const transfer = fakeTransfer()
  const lineId = LineId.parse(idOf(9))
  putTakes(transfer, [take(1, 'audio'), take(2, 'picture'), take(3, 'audio')], new Map([[TakeId.parse(idOf(3)), lineId]]))
  expect(draggedMedia(transfer.types)).toEqual(['audio', 'picture'])
  expect(takesIn(transfer).map(each => [each.title, each.medium, each.lineId])).toEqual([
    ['take 1', 'audio', null],
    ['take 2', 'picture', null],
    ['take 3', 'audio', lineId],
  ])
  expect(transfer.getData('text/plain')).toBe('take 1\ntake 2\ntake 3')
})

it('names its takes in order, with their lines, while it is still held; more than a hundred only after the drop', () => {
  const transfer = fakeTransfer()
  const takes = Array.from({ length: 12 }, (_, at) => take(at + 1, 'audio'))
  const lineId = LineId.parse(idOf(99))
  putTakes(transfer, takes, new Map([[takes[10]!.id, lineId]]))
  expect(takesOver(transfer.types)).toEqual(takes.map(({ id }, at) => ({ takeId: id, lineId: at === 10 ? lineId : null })))
  const many = fakeTransfer()
  putTakes(many, Array.from({ length: 101 }, (_, at) => take(at + 1, 'audio')))
  expect([takesOver(many.types), takesIn(many).length, takesOver(['Files'])]).toEqual([null, 101, null])
})

it('carries the numbers of takes that are not all loaded, for places that are for takes of any kind', () => {
  const transfer = fakeTransfer()
  const numbers = Array.from({ length: 1500 }, (_, at) => at + 1)
  putNumbers(transfer, numbers)
  expect(manyIn(transfer)).toEqual({ numbers })
  expect([draggedMedia(transfer.types), takesIn(transfer), takesOver(transfer.types)]).toEqual([[], [], null])
  const loaded = fakeTransfer()
  putTakes(loaded, [take(1, 'audio'), take(2, 'picture')])
  expect([manyIn(loaded), manyIn(fakeTransfer())]).toEqual([[idOf(1), idOf(2)], []])
})

it('is nothing of ours when it contains files, text, or what cannot be read', () => {
  expect(draggedMedia(fakeTransfer([new File(['x'], 'a.wav')]).types)).toBe('files')
  const text = fakeTransfer()
  text.setData('text/plain', 'words')
  expect([draggedMedia(text.types), takesIn(text)]).toEqual([null, []])
  const other = fakeTransfer()
  other.setData(takesDragType, '{"takeId":"another version"}')
  expect(takesIn(other)).toEqual([])
  other.setData(takesDragType, 'not even JSON')
  expect(takesIn(other)).toEqual([])
})
