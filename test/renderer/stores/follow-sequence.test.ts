/** The page's sequence: edits are seen at once, sent one after another, and never twice, also when the connection breaks. */
import type { Sequence } from '#contract/sequence-document.ts'
import type { SequenceEdit } from '#contract/sequence-edits.ts'
import type { SequenceEvent } from '#contract/sequences.ts'
import type { ProjectId, SequenceId } from '#contract/words.ts'
import type { SequencePort, Trouble } from '../../../src-renderer/stores/follow-sequence.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { watch } from 'vue'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { createFeed } from '../../../src-main/base/feed.ts'
import { followSequence } from '../../../src-renderer/stores/follow-sequence.ts'
import { clipId, documentOf, picture, pictureTrack, trackId } from '../../kit/sequence.ts'

const sequenceId = '00000000-0000-7000-8000-00000000aaaa' as SequenceId
const refusedFault = { code: 'edit-refused', data: { because: 'changed-since', clipIds: [] } } as const

/** Main, with a door for each answer: nothing is answered before the test opens it. */
function openMain(options: { isByHand?: boolean } = {}) {
  let now: Sequence = {
    ...documentOf(pictureTrack(1, [picture(11, 0, 30), picture(12, 100, 30)])),
    id: sequenceId,
    projectId: '00000000-0000-7000-8000-00000000bbbb' as ProjectId,
    revision: 1,
    changedAt: 1000,
  }
  let feed = createFeed<SequenceEvent>()
  const doors: (() => void)[] = []
  const asked: string[] = []
  const troubles: Trouble[] = []
  const faults: ('disconnected' | 'refused')[] = []
  let losesBefore = false
  const steps = { undo: null, redo: null }
  const whole = (): SequenceEvent => ({ sequence: now, patches: [], revision: now.revision, changedAt: now.changedAt, ...steps })

  function carryOut(edits: readonly SequenceEdit[]): void {
    const { document, patches } = applyEdits(now, edits)
    const { revision, changedAt } = { revision: now.revision + 1, changedAt: now.changedAt + 1000 }
    now = { ...document, id: now.id, projectId: now.projectId, revision, changedAt }
    feed.publish({ sequence: null, patches: [...patches], revision, changedAt, ...steps })
  }
  const answer = async (what: string, act: () => void) => {
    asked.push(what)
    if (options.isByHand)
      await new Promise<void>(resolve => doors.push(resolve))
    const fault = faults.shift()
    if (fault === 'refused')
      return { fault: refusedFault }
    if (!losesBefore)
      act()
    losesBefore = false
    return fault === 'disconnected' ? { fault: { code: fault, data: {} } as const } : { value: { revision: now.revision } }
  }
  const port: SequencePort = {
    whenOpen: async () => {},
    pauseMs: 1,
    follow: async ({ signal }) => feed.subscribe(whole, signal),
    edit: ({ baseRevision, name, edits }) => answer(
      `${name} on ${baseRevision}`,
      () => carryOut(edits),
    ) as ReturnType<SequencePort['edit']>,
    undo: () => answer('undo', () => carryOut([move(11, -10)])) as ReturnType<SequencePort['undo']>,
    redo: () => answer('redo', () => {}) as ReturnType<SequencePort['redo']>,
  }
  const page = followSequence(sequenceId, port, trouble => troubles.push(trouble))
  onTestFinished(() => void page.leave())
  return {
    page,
    asked,
    troubles,
    carryOut,
    now: () => now,
    /** Where the first clip is, as the page shows it. */
    at: () => page.document.value?.tracks[trackId(1)]?.clips[clipId(11)]?.start,
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
    ['sends an edit again that main never got', true],
    ['does not send an edit again that main had carried out before the connection broke', false],
  ])('%s', async (_name, isLostBefore) => {
    const { page, at, cut, fail, asked, troubles, now } = openMain()
    await until(() => page.document.value !== null)
    fail('disconnected', isLostBefore)
    page.edit('move', [move(11, 10)])
    await until(() => asked.length === 1)
    expect(at()).toBe(10)
    cut()
    await until(() => page.savedAt.value === 2000)
    expect(asked).toHaveLength(isLostBefore ? 2 : 1)
    expect([at(), now().revision, troubles]).toEqual([10, 2, []])
  })

  it('says so when it cannot know whether an edit was carried out', async () => {
    const { page, at, cut, fail, asked, troubles, carryOut } = openMain()
    await until(() => page.document.value !== null)
    fail('disconnected')
    page.edit('move', [move(11, 10)])
    await until(() => asked.length === 1)
    carryOut([move(12, 1)])
    cut()
    await until(() => troubles.length === 1)
    expect(troubles).toEqual([{ lost: 'move' }])
    expect([asked.length, at()]).toEqual([1, 10])
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
