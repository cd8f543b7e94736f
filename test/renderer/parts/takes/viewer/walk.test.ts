/** Walking a list in the viewer: places never leave the list, neighbours are loaded, and keys leave fields and players what is theirs. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { around, stepped, viewerAct } from '../../../../../src-renderer/parts/takes/viewer/walk.ts'

const aList = fc.uniqueArray(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 50 })

it('a step ends within the list, and one back undoes one on where there is room', () => {
  fc.assert(fc.property(aList, fc.nat(49), fc.integer({ min: -60, max: 60 }), (order, at, steps) => {
    const place = at % order.length
    const to = stepped(order, place, steps)!
    expect(order).toContain(to)
    if (place + steps >= 0 && place + steps < order.length)
      expect(stepped(order, order.indexOf(to), -steps)).toBe(order[place])
    else
      expect([order[0], order.at(-1)]).toContain(to)
  }))
  expect(stepped([], 0, 1)).toBeUndefined()
})

it('what is around a take has the take, its neighbours, and nothing else', () => {
  fc.assert(fc.property(aList, fc.nat(49), (order, at) => {
    const place = at % order.length
    const loaded = around(order, place)
    expect(loaded).toEqual(order.filter((_, index) => Math.abs(index - place) <= 2))
  }))
  expect(around([1, 2, 3], -1)).toEqual([])
})

const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, field: null, isOnButton: false } as const

it('keys walk and act, and none does so while something is typed or a modifier is pressed', () => {
  const keys = ['ArrowLeft', 'PageUp', 'ArrowRight', 'PageDown', 'f', 'F', 't', 'F2', 'Delete', 'u', 'i']
  const acts = ['back', 'back', 'on', 'on', 'star', 'star', 'tag', 'rename', 'trash', 'again', 'details']
  expect(keys.map(key => viewerAct({ ...plain, key }, true))).toEqual(acts)
  expect(keys.map(key => viewerAct({ ...plain, key, field: 'text' }, true)).filter(Boolean)).toEqual([])
  expect(keys.map(key => viewerAct({ ...plain, key, ctrlKey: true }, true)).filter(Boolean)).toEqual([])
  // One second back, in a player.
  expect(viewerAct({ ...plain, key: 'ArrowLeft', shiftKey: true }, true)).toBeNull()
})

it('the arrows up and down walk the tries of a stack, and are left to what has none', () => {
  expect(['ArrowUp', 'ArrowDown'].map(key => viewerAct({ ...plain, key, hasTries: true }, true))).toEqual(['tryBack', 'tryOn'])
  expect(['ArrowUp', 'ArrowDown'].map(key => viewerAct({ ...plain, key }, true))).toEqual([null, null])
  expect(viewerAct({ ...plain, key: 'ArrowUp', field: 'slider', hasTries: true }, true)).toBeNull()
})

it('a slider keeps its arrows, and the player its keys', () => {
  expect(viewerAct({ ...plain, key: 'ArrowLeft', field: 'slider' }, true)).toBeNull()
  expect(viewerAct({ ...plain, key: 'f', field: 'slider' }, true)).toBe('star')
  const ofPlayer = ['j', 'k', 'l', ',', '.', 'r', '+', '-', '0', '1', 'Home', 'End']
  expect(ofPlayer.map(key => viewerAct({ ...plain, key }, true)).filter(Boolean)).toEqual([])
})

it('space plays what can be played, presses a button, and closes an image that it opened', () => {
  expect(viewerAct({ ...plain, key: ' ' }, true)).toBeNull()
  expect(viewerAct({ ...plain, key: ' ' }, false)).toBe('close')
  expect(viewerAct({ ...plain, key: ' ', isOnButton: true }, false)).toBeNull()
})
