/** A sequence is free as soon as nobody holds it, however a hold ends. */
import { expect, it } from 'vitest'
import { SequenceId } from '#contract/words.ts'
import { createHolds } from '../../../src-main/sequences/holds.ts'

const id = SequenceId.parse('00000000-0000-4000-8000-000000000001')

it.each([
  ['the reader aborts and never asks again', async (stop: AbortController) => stop.abort()],
  ['the reader aborts while it waits', async (stop: AbortController, reader: AsyncGenerator) => {
    const next = reader.next()
    stop.abort()
    expect((await next).done).toBe(true)
  }],
  ['the reader ends it', async (_stop: AbortController, reader: AsyncGenerator) => void await reader.return(undefined)],
])('free again when %s, and not before', async (_how, end) => {
  const holds = createHolds()
  const [stop, other] = [new AbortController(), new AbortController()]
  const [reader, second] = [holds.hold(id, stop.signal), holds.hold(id, other.signal)]
  await Promise.all([reader.next(), second.next()])
  let isFree = false
  const free = holds.free(id, new AbortController().signal).then(() => {
    isFree = true
  })
  await end(stop, reader)
  await new Promise(resolve => setImmediate(resolve))
  expect(isFree).toBe(false)
  other.abort()
  await free
  expect(isFree).toBe(true)
})
