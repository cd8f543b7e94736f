/** The order in which derived files are made. */
import { expect, it } from 'vitest'
import { createWantedQueue } from '../../../src-main/base/wanted-queue.ts'

const [a, b, c, d] = ['a', 'b', 'c', 'd'] as const

/** A queue whose work ends when it is told to, or when it is stopped. */
function openQueue() {
  const said: string[] = []
  let finish = (): void => {}
  const queue = createWantedQueue<string>((name, signal) => {
    said.push(`+${name}`)
    return new Promise<void>((resolve) => {
      finish = () => {
        said.push(`-${name}`)
        resolve()
      }
      signal.addEventListener('abort', () => {
        said.push(`!${name}`)
        resolve()
      })
    })
  })
  return { queue, said, finish: async () => {
    finish()
    await new Promise(resolve => setImmediate(resolve))
  } }
}

it('one at a time, in the order of asking', async () => {
  const { queue, said, finish } = openQueue()
  queue.want([a, b])
  queue.want([b, a, c])
  expect([queue.running, queue.isWaiting(b), queue.isWaiting(c)]).toEqual([a, true, true])
  await finish()
  await finish()
  await finish()
  expect([said.join(' '), queue.running]).toEqual(['+a -a +b -b +c -c', null])
})

it('what a page asks for comes first: the newest first, and what is made in the background gives way', async () => {
  const { queue, said, finish } = openQueue()
  queue.add(a)
  queue.add(b)
  queue.add(a)
  queue.want([c])
  await new Promise(resolve => setImmediate(resolve))
  queue.want([d])
  await finish()
  await finish()
  await finish()
  await finish()
  expect(said.join(' ')).toBe('+a !a +c -c +d -d +a -a +b -b')
})

it('what is made in the background and then asked for continues', async () => {
  const { queue, said, finish } = openQueue()
  queue.add(a)
  queue.want([a])
  queue.want([b])
  await finish()
  await finish()
  expect(said.join(' ')).toBe('+a -a +b -b')
})

it('what is dropped stops, and the next begins', async () => {
  const { queue, said, finish } = openQueue()
  queue.want([a, b, c])
  await queue.drop(b)
  await queue.drop(a)
  await finish()
  expect(said.join(' ')).toBe('+a !a +c -c')
})

it('a closed queue stops at once and begins nothing', async () => {
  const { queue, said } = openQueue()
  queue.want([a, b])
  await queue.close()
  queue.want([c])
  queue.add(d)
  expect([said.join(' '), queue.running]).toEqual(['+a !a', null])
})
