/** A list of takes under updates: nothing jumps, deleted takes disappear, new ones are only counted. */
import type { Take } from '#contract/takes.ts'
import type { TakeQuery } from '../../../src-renderer/stores/take-query.ts'
import { describe, expect, it } from 'vitest'
import { AssetId, CollectionId, ProjectId, TakeId } from '#contract/words.ts'
import { everyTake, isLeftToMain, mayMatch, patchList } from '../../../src-renderer/stores/take-query.ts'

const idOf = (n: number) => TakeId.parse(`00000000-0000-4000-8000-${String(n).padStart(12, '0')}`)
const every: TakeQuery = everyTake

function take(n: number, more: Partial<Take> = {}): Take {
  const asset = {
    id: AssetId.parse('0'.repeat(64)),
    mime: 'audio/wav',
    extension: 'wav',
    sizeBytes: 1,
    durationSeconds: 1,
    width: null,
    height: null,
    framesPerSecond: null,
    sampleRate: 24_000,
    channels: 1,
    hasPeaks: true,
    hasPoster: false,
    isMissing: false,
  }
  return {
    id: idOf(n),
    number: n,
    kind: 'speech',
    medium: 'audio',
    title: `take ${n}`,
    text: `take ${n}`,
    modelId: null,
    voice: 'Serena',
    accountId: null,
    projectId: null,
    addedToIds: [],
    lineId: null,
    jobId: null,
    sourceTakeIds: [],
    request: null,
    isRequestUnreadable: false,
    arrival: null,
    asset,
    isStarred: false,
    note: '',
    name: '',
    tags: [],
    isPractice: false,
    takenAt: n,
    trashedAt: null,
    ...more,
  }
}
const titles = (takes: readonly Take[]) => takes.map(one => one.title)

it('a list of incomplete takes has no others', () => {
  const incomplete = { because: 'cut', said: '', receivedBytes: 1, expectedBytes: null } as const
  const query = { ...every, onlyIncomplete: true }
  expect([take(1), take(2, { arrival: { incomplete, corrected: null } })].map(each => mayMatch(each, query))).toEqual([false, true])
})

it('a project lists what was made there or added, and keeps what only its script uses until it is asked again', () => {
  const [here, there] = [1, 2].map(n => ProjectId.parse(`00000000-0000-4000-8000-${String(n).padStart(12, '0')}`))
  const query = { ...every, projectId: here! }
  const [made, added, used] = [take(1, { projectId: here! }), take(2, { projectId: there!, addedToIds: [here!] }), take(3)]
  expect([made, added, used].map(each => mayMatch(each, query))).toEqual([true, true, false])
  expect(mayMatch(added, { ...query, onlyMadeThere: true })).toBe(false)
  const starred = [made, added, used].map(each => ({ ...each, isStarred: true }))
  expect(patchList([made, added, used], { changed: starred, removed: [] }, query).shown).toEqual(starred)
  const taken = patchList([made, added, used], { changed: [{ ...added, addedToIds: [] }], removed: [] }, query)
  expect(titles(taken.shown)).toEqual(['take 1', 'take 3'])
})

describe('updates of takes', () => {
  const shown = [take(3), take(2), take(1)]

  it('change a take in place', () => {
    const after = patchList(shown, { changed: [take(2, { title: 'renamed' })], removed: [] }, every)
    expect(titles(after.shown)).toEqual(['take 3', 'renamed', 'take 1'])
    expect(after.arrived).toEqual([])
  })

  it('count a new take and leave the list unchanged', () => {
    const after = patchList(shown, { changed: [take(4)], removed: [] }, every)
    expect(after.shown).toBe(shown)
    expect(titles(after.arrived)).toEqual(['take 4'])
  })

  it('remove takes that were trashed or purged', () => {
    const after = patchList(shown, { changed: [take(3, { trashedAt: 9 })], removed: [idOf(1)] }, every)
    expect(titles(after.shown)).toEqual(['take 2'])
  })

  it('keep a take that the search found by text that the page does not have', () => {
    const query = { ...every, text: 'segmented by main' }
    const after = patchList(shown, { changed: [take(2, { isStarred: true })], removed: [] }, query)
    expect(titles(after.shown)).toEqual(titles(shown))
  })

  it('do not announce a take that another facet hides', () => {
    expect(patchList(shown, { changed: [take(4)], removed: [] }, { ...every, kinds: ['video'] }).arrived).toEqual([])
    expect(patchList(shown, { changed: [take(4)], removed: [] }, { ...every, inTrash: true }).arrived).toEqual([])
  })
})

it('a take may match by title, note, voice or model, in any case, with accents or without', () => {
  expect(mayMatch(take(1, { note: 'Best of all' }), { ...every, text: ' best ' })).toBe(true)
  expect(mayMatch(take(1), { ...every, text: 'SERENA' })).toBe(true)
  expect(mayMatch(take(1, { text: 'Das Café am Fluß' }), { ...every, text: 'cafe' })).toBe(true)
  expect(mayMatch(take(1, { text: 'the cafe' }), { ...every, text: 'café' })).toBe(true)
  expect(mayMatch(take(1), { ...every, text: 'somebody else' })).toBe(false)
})

it('a filter that is searched leaves a take out at once, and what only main knows leaves none out', () => {
  const passes = (text: string, more: Parameters<typeof take>[1] = {}) => mayMatch(take(1, more), { ...every, text })
  expect([passes('is:starred'), passes('is:starred', { isStarred: true }), passes('-is:starred')]).toEqual([false, true, true])
  expect([passes('kind:speech'), passes('kind:video'), passes('kind:图片')]).toEqual([true, false, false])
  expect([passes('voice:SER'), passes('-voice:ser'), passes('voice:ann')]).toEqual([true, false, false])
  expect([passes('tag:夜', { tags: ['夜晚'] }), passes('tag:夜')]).toEqual([true, false])
  expect(['is:unused', 'model:any', 'project:any', 'before:2020'].map(text => passes(text))).toEqual([true, true, true, true])
  const shown = [take(2, { isStarred: true }), take(1, { isStarred: true })]
  const after = patchList(shown, { changed: [take(2)], removed: [] }, { ...every, text: 'is:starred' })
  expect(titles(after.shown)).toEqual(['take 1'])
})

it('a take in no collection is in none that is asked for; of others main decides', () => {
  const query = { ...every, text: 'collection:best' }
  expect(mayMatch(take(1), query)).toBe(false)
  expect(mayMatch(take(1), { ...every, text: '-collection:best' })).toBe(true)
  expect(mayMatch(take(1, { collectionIds: [CollectionId.parse('00000000-0000-4000-8000-0000000000c1')] }), query)).toBe(true)
  expect([isLeftToMain(query), isLeftToMain({ text: 'collection kind:video' })]).toEqual([true, false])
})
