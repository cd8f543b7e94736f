/** What comes in a burst is shown once for each frame, and what comes alone is shown at once. */
import { expect, it } from 'vitest'
import { nextFrame, perFrame } from '../../../src-renderer/stores/per-frame.ts'

function openFrames() {
  const waiting: (() => void)[] = []
  let shown = 0
  const show = perFrame(() => {
    shown++
  }, act => waiting.push(act))
  return { ...show, shown: () => shown, frame: () => waiting.splice(0).forEach(act => act()), waiting }
}

it('the first is shown at once, all others of the frame with the next one', () => {
  const { ask, shown, frame } = openFrames()
  ask()
  expect(shown()).toBe(1)
  for (let n = 0; n < 100; n++)
    ask()
  expect(shown()).toBe(1)
  frame()
  expect(shown()).toBe(2)
  frame()
  frame()
  expect(shown()).toBe(2)
})

it('when nothing comes, no frame is asked for', () => {
  const { ask, frame, waiting } = openFrames()
  ask()
  frame()
  expect(waiting).toEqual([])
  ask()
  expect(waiting).toHaveLength(1)
})

it('what was dropped is not shown with the next frame, but what came after it', () => {
  const { ask, drop, shown, frame } = openFrames()
  ask()
  ask()
  drop()
  frame()
  expect(shown()).toBe(1)
  ask()
  ask()
  frame()
  expect(shown()).toBe(3)
})

it('continues after an error', () => {
  const waiting: (() => void)[] = []
  let isBroken = true
  let shown = 0
  const { ask } = perFrame(() => {
    if (isBroken)
      throw new Error('once')
    shown++
  }, act => waiting.push(act))
  expect(ask).toThrow('once')
  isBroken = false
  ask()
  waiting.splice(0).forEach(act => act())
  expect(shown).toBe(1)
})

it('without frames, as in a page that nobody sees, what has arrived is read first', async () => {
  const order: string[] = []
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => order.push('news')
  port2.postMessage(null)
  await new Promise<void>(resolve => nextFrame(() => {
    order.push('frame')
    resolve()
  }))
  port1.close()
  expect(order).toEqual(['news', 'frame'])
})
