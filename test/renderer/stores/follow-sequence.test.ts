/** The page's sequence: edits are seen at once, sent one after another, and never twice, also when the connection breaks. */
import type { Sequence } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { SequenceEvent } from '#contract/sequences.ts'
import type { ProjectId, SequenceId } from '#contract/words.ts'
import type { SequencePort, Trouble } from '../../../src-renderer/stores/follow-sequence.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { watch } from 'vue'
import { revisionOf } from '#contract/journal.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { createFeed } from '../../../src-main/base/feed.ts'
import { followSequence } from '../../../src-renderer/stores/follow-sequence.ts'
import { caption, captionTrack, clipId, documentOf, picture, pictureTrack, trackId } from '../../kit/sequence.ts'

const sequenceId = '00000000-0000-7000-8000-00000000aaaa' as SequenceId
const refusedFault = { code: 'edit-refused', data: { because: 'changed-since', clipIds: [] } } as const

/** Main, with a door for each answer: nothing is answered before the test opens it. */
function openMain(options: { isByHand?: boolean, rests?: boolean } = {}) {
  let now: Sequence = {
    ...documentOf(pictureTrack(1, [picture(11, 0, 30), picture(12, 100, 30)])),
    id: sequenceId,
    projectId: '00000000-0000-7000-8000-00000000bbbb' as ProjectId,
    revision: 1,
    changedAt: 1000,
  }
  let feed = createFeed<SequenceEvent>()
  const doors: (() => void)[] = []
  const rested = Promise.withResolvers<void>()
  const asked: string[] = []
  const troubles: Trouble[] = []
  const faults: ('disconnected' | 'refused')[] = []
  let losesBefore = false
  let isOpen = true
  let isFull = false
  let ids = 0
  /** What main has made, and what the browser keeps. */
  const done = new Set<string>()
  const kept = new Map<string, 'kept' | 'set aside'>()
  const steps = { undo: null, redo: null }
  const whole = (): SequenceEvent => ({ sequence: now, patches: [], revision: now.revision, changedAt: now.changedAt, ...steps })

  function carryOut(edits: readonly SequenceEdit[]): void {
    const { document, patches } = applyEdits(now, edits)
    const { revision, changedAt } = { revision: now.revision + 1, changedAt: now.changedAt + 1000 }
    now = { ...document, id: now.id, projectId: now.projectId, revision, changedAt }
    feed.publish({ sequence: null, patches: [...patches], revision, changedAt, ...steps })
  }
  const answer = async (id: string, what: string, act: () => void) => {
    asked.push(what)
    if (options.isByHand)
      await new Promise<void>(resolve => doors.push(resolve))
    const fault = faults.shift()
    if (fault === 'refused')
      return { fault: refusedFault }
    if (done.has(id))
      return { fault: { code: 'already-done', data: {} } as const }
    if (!losesBefore) {
      act()
      done.add(id)
    }
    losesBefore = false
    return fault === 'disconnected' ? { fault: { code: fault, data: {} } as const } : { value: { revision: now.revision } }
  }
  const port: SequencePort = {
    whenOpen: async () => {},
    pauseMs: 1,
    ...options.rests && { nextTask: () => rested.promise },
    follow: async ({ signal }) => feed.subscribe(whole, signal),
    isOpen: () => isOpen,
    keep: () => {
      ids += 1
      const id = String(ids)
      if (!isFull)
        kept.set(id, 'kept')
      return { id, isStored: !isFull, drop: () => void kept.delete(id), setAside: () => void kept.set(id, 'set aside') }
    },
    edit: ({ baseRevision, name, edits }, id) => answer(
      id,
      `${name} on ${baseRevision}`,
      () => carryOut(edits),
    ) as ReturnType<SequencePort['edit']>,
    undo: ({ stepId }, id) => answer(
      id,
      stepId === null ? 'undo' : `undo ${revisionOf(sequenceId, stepId)}`,
      () => carryOut([move(11, -10)]),
    ) as unknown as ReturnType<SequencePort['undo']>, // what is answered is not read
    redo: (_, id) => answer(id, 'redo', () => {}) as unknown as ReturnType<SequencePort['redo']>,
  }
  const page = followSequence(sequenceId, port, trouble => troubles.push(trouble))
  onTestFinished(() => void page.leave())
  return {
    page,
    asked,
    troubles,
    carryOut,
    now: () => now,
    kept,
    /** Main is away, or answers again. */
    open: (is: boolean) => {
      isOpen = is
    },
    /** The browser's storage takes nothing more. */
    fill: () => {
      isFull = true
    },
    /** Where the first clip is, as the page shows it. */
    at: () => page.document.value?.tracks[trackId(1)]?.clips[clipId(11)]?.start,
    rest: rested.resolve,
    pass: () => doors.shift()?.(),
    fail: (fault: 'disconnected' | 'refused', before = false) => {
      faults.push(fault)
      losesBefore = before
    },
    /** The subscription ends and begins again with the whole. */
    cut: () => {
      feed.close()
      feed = createFeed<SequenceEvent>()
    },
  }
}

function move(clip: number, byFrames: number): SequenceEdit {
  return { do: 'move', clipIds: [clipId(clip)], byFrames, toTracks: {}, how: 'overwrite' }
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds())
    await new Promise(resolve => setTimeout(resolve, 1))
}

describe('an open sequence', () => {
  it('shows an edit of many clips before it is sent, and sends what follows after it', async () => {
    const { page, asked, rest } = openMain({ rests: true })
    await until(() => page.document.value !== null)
    const clips = Array.from({ length: 600 }, (_, at) => caption(100 + at, at * 10, 10))
    const track = captionTrack(9, clips)
    page.edit('import-captions', [{ do: 'addTrack', track, at: 1 }])
    page.edit('move', [move(11, 10)])
    expect(Object.keys(page.document.value!.tracks[trackId(9)]!.clips)).toHaveLength(600)
    await Promise.resolve()
    expect(asked).toEqual([])
    expect(page.hasUnsent()).toBe(true)
    rest()
    await page.whenSent()
    expect(asked).toEqual(['import-captions on 1', 'move on 2'])
  })

  it('tells when main has all that was done until then, and does not wait for a connection that is lost', async () => {
    const { page, pass, asked, fail, cut } = openMain({ isByHand: true })
    await until(() => page.document.value !== null)
    await page.whenSent()
    page.edit('move', [move(11, 10)])
    page.redo()
    let isSent = false
    const sent = page.whenSent().then(() => isSent = true)
    pass()
    await until(() => asked.length === 2)
    expect(isSent).toBe(false)
    pass()
    await sent
    fail('disconnected')
    page.edit('move', [move(11, 10)])
    const lost = page.whenSent()
    pass()
    await lost
    // It is left, and still has to be sent: it is over only after that.
    let isOver = false
    const over = page.leave().then(() => isOver = true)
    await page.whenSent()
    expect(isOver).toBe(false)
    cut()
    await until(() => isOver || (pass(), false))
    await over
  })

  it('shows an edit at once, and the very same document when main has confirmed it: nothing is drawn for that', async () => {
    const { page, at, pass, asked, now } = openMain({ isByHand: true })
    await until(() => page.document.value !== null)
    const seen: unknown[] = []
    onTestFinished(watch(page.document, () => seen.push(at()), { flush: 'sync' }))
    expect(page.savedAt.value).toBe(1000)
    expect(page.edit('move', [move(11, 10)])).toBe(true)
    expect(page.edit('move', [move(11, 5)])).toBe(true)
    expect(at()).toBe(15)
    const shown = page.document.value
    expect(page.savedAt.value).toBeNull()
    expect(asked).toEqual(['move on 1'])
    pass()
    await until(() => asked.length === 2)
    expect(at()).toBe(15)
    pass()
    await until(() => page.savedAt.value === 3000)
    expect(page.document.value).toBe(shown)
    expect(seen).toEqual([10, 15])
    expect(asked).toEqual(['move on 1', 'move on 2'])
    expect(at()).toBe(15)
    expect(now().revision).toBe(3)
  })

  it('follows what others change, under its own unconfirmed edits', async () => {
    const { page, at, carryOut, pass } = openMain({ isByHand: true })
    await until(() => page.document.value !== null)
    page.edit('move', [move(11, 10)])
    carryOut([move(12, 7)])
    pass()
    await until(() => page.savedAt.value !== null && page.revision.value === 3)
    expect(at()).toBe(10)
    expect(page.document.value?.tracks[trackId(1)]?.clips[clipId(12)]?.start).toBe(107)
  })

  it('takes back what main refuses, says why, and keeps what came after', async () => {
    const { page, at, fail, troubles, asked } = openMain()
    await until(() => page.document.value !== null)
    fail('refused')
    page.edit('move', [move(11, 10)])
    page.edit('move', [move(11, 3)])
    await until(() => asked.length === 2 && page.savedAt.value !== null)
    expect(troubles).toEqual([{ refused: 'changed-since' }])
    expect(at()).toBe(3)
  })

  it('refuses by itself what makes no sense, and sends nothing', async () => {
    const { page, asked, troubles } = openMain()
    await until(() => page.document.value !== null)
    expect(page.edit('move', [move(11, -1)])).toBe(false)
    expect(troubles).toEqual([{ refused: 'before-start' }])
    expect(asked).toEqual([])
  })

  it('shows a gesture without sending it, and nothing of it after it was given up', async () => {
    const { page, at, asked } = openMain()
    await until(() => page.document.value !== null)
    expect(page.show([move(11, 20)])).toBeNull()
    expect(at()).toBe(20)
    expect(page.show([move(11, -20)])).toBe('before-start')
    expect(at()).toBe(0)
    page.show([])
    expect([at(), asked]).toEqual([0, []])
  })

  it.each([
    ['never got', true],
    ['had made before the connection broke', false],
  ])('sends an edit again under its id that main %s: it is made once', async (_name, isLostBefore) => {
    const { page, at, cut, fail, asked, troubles, now, kept, carryOut } = openMain()
    await until(() => page.document.value !== null)
    fail('disconnected', isLostBefore)
    page.edit('move', [move(11, 10)])
    page.edit('move', [move(11, 5)])
    await until(() => asked.length === 1)
    expect([at(), kept.size]).toEqual([15, 2])
    // Others continue in the meantime: what was made is known by its id, not by what the sequence looks like.
    carryOut([move(12, 1)])
    cut()
    await until(() => page.savedAt.value !== null && now().revision === 4)
    await until(() => page.revision.value === 4)
    expect(asked).toHaveLength(3)
    expect([at(), troubles, kept.size]).toEqual([15, [], 0])
  })

  it('while main is away, keeps edits, and takes back and makes again what main was not asked for', async () => {
    const { page, at, cut, fail, asked, kept, open, now } = openMain()
    await until(() => page.document.value !== null)
    fail('disconnected', true)
    page.edit('move', [move(11, 10)])
    open(false)
    await until(() => asked.length === 1)
    page.edit('move', [move(11, 1)])
    page.edit('move', [move(11, 2)])
    expect([at(), kept.size, page.undoable.value?.name]).toEqual([13, 3, 'move'])
    page.undo()
    page.undo()
    expect([at(), kept.size, page.redoable.value?.name]).toEqual([10, 1, 'move'])
    page.redo()
    expect([at(), kept.size]).toEqual([11, 2])
    open(true)
    cut()
    await until(() => page.savedAt.value !== null && page.revision.value === 3)
    page.redo()
    await until(() => page.revision.value === 4)
    expect([at(), now().revision, kept.size]).toEqual([13, 4, 0])
    expect(asked).toEqual(['move on 1', 'move on 1', 'move on 2', 'move on 3'])
  })

  it('sets aside what main refuses after it was away, and refuses what the browser cannot keep', async () => {
    const { page, at, cut, fail, asked, kept, open, fill, troubles } = openMain()
    await until(() => page.document.value !== null)
    fail('disconnected', true)
    page.edit('move', [move(11, 10)])
    open(false)
    await until(() => asked.length === 1)
    fail('refused')
    fill()
    expect([page.edit('move', [move(11, 1)]), page.hasUnsafe(), at()]).toEqual([false, false, 10])
    expect(troubles).toEqual([{ fault: { code: 'not-kept', data: {} } }])
    open(true)
    cut()
    await until(() => troubles.length === 2)
    expect([[...kept.values()], at(), page.savedAt.value]).toEqual([['set aside'], 0, 1000])
    expect(page.edit('move', [move(11, 1)])).toBe(true)
    expect(page.hasUnsafe()).toBe(true)
  })

  it('takes back the edit that was sent last, also when it is not confirmed yet', async () => {
    const { page, at, asked } = openMain()
    await until(() => page.document.value !== null)
    page.edit('move', [move(11, 10)])
    page.undo()
    await until(() => page.revision.value === 3)
    expect(asked).toEqual(['move on 1', 'undo'])
    expect(at()).toBe(0)
  })
})
