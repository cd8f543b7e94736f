/** Text that could not be saved is kept and retried; an older save never overwrites a newer one. */
import type { WordsStore } from '../../../../src-renderer/parts/drafts/unsaved-words.ts'
import type { AnyFault } from '../../../../src-renderer/wire/attempt.ts'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { createUnsavedWords } from '../../../../src-renderer/parts/drafts/unsaved-words.ts'

const lost: AnyFault = { code: 'disconnected', data: {} }
const gone: AnyFault = { code: 'not-found', data: { word: 'line', id: '1' } }
const neverMs = 2 ** 30

/** Saves whose answers the test controls. */
function openMain() {
  const sent: string[] = []
  const told: AnyFault[] = []
  let fault: AnyFault | null = null
  const held: (() => void)[] = []
  let isHeld = false
  return {
    sent,
    told,
    unsaved: createUnsavedWords(said => told.push(said)),
    answer: (next: AnyFault | null) => {
      fault = next
    },
    hold: () => {
      isHeld = true
      return () => {
        isHeld = false
        held.splice(0).forEach(release => release())
      }
    },
    keep: async (words: string) => {
      sent.push(words)
      if (isHeld)
        await new Promise<void>(resolve => held.push(resolve))
      return fault
    },
  }
}

it('text that could not be saved stays, is reported once, and is saved at the next attempt', async () => {
  const { unsaved, keep, answer, sent, told } = openMain()
  answer(lost)
  unsaved.write('a', 'words', neverMs, keep)
  expect(await unsaved.flush('a')).toEqual(lost)
  expect(await unsaved.flush('a')).toEqual(lost)
  expect([unsaved.wordsOf('a'), unsaved.faultOf('a'), told]).toEqual(['words', lost, [lost]])
  answer(null)
  await unsaved.flushAll()
  expect([unsaved.wordsOf('a'), unsaved.faultOf('a'), sent]).toEqual([undefined, null, ['words', 'words', 'words']])
  expect(await unsaved.flush('a')).toBeNull()
  expect(sent).toHaveLength(3)
})

it('text typed while an older save is pending is saved too, and last', async () => {
  const { unsaved, keep, sent, hold } = openMain()
  const release = hold()
  unsaved.write('a', 'older', neverMs, keep)
  const first = unsaved.flush('a')
  await Promise.resolve()
  unsaved.write('a', 'newer', neverMs, keep)
  release()
  expect(await first).toBeNull()
  expect([sent, unsaved.wordsOf('a')]).toEqual([['older', 'newer'], undefined])
})

it('nothing is retried after its subject was deleted, and one key does not wait for another', async () => {
  const { unsaved, keep, answer, sent, told } = openMain()
  answer(gone)
  unsaved.write('a', 'words', neverMs, keep)
  unsaved.write('b', 'others', neverMs, async () => null)
  await unsaved.flushAll()
  await unsaved.flushAll()
  expect([sent, told, unsaved.wordsOf('a'), unsaved.wordsOf('b')]).toEqual([['words'], [gone], undefined, undefined])
})

function storeOf(kept: Map<string, string>): WordsStore {
  return {
    get: key => kept.get(key) ?? null,
    put: (key, text) => void kept.set(key, text),
    drop: key => void kept.delete(key),
    keys: () => [...kept.keys()],
  }
}

it('what a page could not see saved is left to the next one, and only that', async () => {
  const kept = new Map<string, string>()
  const store = storeOf(kept)
  const closed = openMain()
  const page = createUnsavedWords(() => {}, store)
  page.write('saved', 'words', neverMs, closed.keep)
  await page.flush('saved')
  closed.hold()
  page.write('a', 'first', neverMs, closed.keep)
  void page.flush('a')
  page.write('a', 'second', neverMs, closed.keep)
  kept.set('b', 'no JSON')

  const next = createUnsavedWords(() => {}, store)
  const { keep, sent } = openMain()
  expect(next.leftKeys()).toEqual(['a', 'b'])
  for (const key of ['a', 'b', 'saved'])
    next.resume(key, z.string(), keep)
  expect([next.wordsOf('a'), next.wordsOf('b')]).toEqual(['second', undefined])
  await next.flushAll()
  expect([sent, next.wordsOf('a'), [...kept]]).toEqual([['second'], undefined, []])
})

it.each([
  ['what was there when it began', 'before', ['second']],
  ['what that page had sent', 'first', ['second']],
  ['what somebody wrote since', 'newer', []],
])('what was left replaces %s, and nothing newer', async (_, now, expected) => {
  const kept = new Map<string, string>()
  const store = storeOf(kept)
  const closed = openMain()
  closed.hold()
  const page = createUnsavedWords(() => {}, store)
  page.write('a', 'first', neverMs, closed.keep, 'before')
  void page.flush('a')
  await Promise.resolve()
  page.write('a', 'second', neverMs, closed.keep, 'before')

  const next = createUnsavedWords(() => {}, store)
  const { keep, sent } = openMain()
  next.resume('a', z.string(), keep, now)
  await next.flushAll()
  expect([sent, [...kept]]).toEqual([expected, []])
})
