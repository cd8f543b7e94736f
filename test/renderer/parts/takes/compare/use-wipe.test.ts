/** The divider between two pictures or shots. */
import { expect, it } from 'vitest'
import { shareAfter, useWipe } from '../../../../../src-renderer/parts/takes/compare/use-wipe.ts'

const plain = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false }

it('keys move it by steps, to its ends and no farther; with a modifier they are of something else', () => {
  const after = (share: number, key: string, more = {}) => shareAfter(share, { ...plain, key, ...more })
  expect(after(50, 'ArrowLeft')).toBe(48)
  expect(after(50, 'ArrowUp', { shiftKey: true })).toBe(60)
  expect(after(1, 'ArrowLeft')).toBe(0)
  expect(after(95, 'PageUp')).toBe(100)
  expect([after(30, 'Home'), after(30, 'End')]).toEqual([0, 100])
  expect([after(30, 'x'), after(30, 'ArrowLeft', { altKey: true }), after(30, 'Home', { ctrlKey: true })]).toEqual([null, null, null])
})

it('the pointer moves it while it is pressed', () => {
  const frame = { getBoundingClientRect: () => ({ left: 100, width: 200 }), setPointerCapture: () => {} } as unknown as HTMLElement
  const { share, down, move, up } = useWipe(() => frame)
  const at = (clientX: number) => ({ clientX, pointerId: 1 }) as PointerEvent
  expect(move(at(120))).toBe(false)
  expect(share.value).toBe(50)
  down(at(150))
  expect(share.value).toBe(25)
  expect(move(at(500))).toBe(true)
  expect(share.value).toBe(100)
  up()
  expect(move(at(150))).toBe(false)
  expect(share.value).toBe(100)
})
