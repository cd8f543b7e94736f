/**
 * A correction stays on screen until it is saved, whatever updates arrive, and the transcript cannot be used before.
 *
 * @module-tag wide
 */
import { expect, it, vi } from 'vitest'
import { useNotices } from '../../../src-renderer/actions/notices.ts'
import { useTranscript } from '../../../src-renderer/rooms/transcribe/use-transcript.ts'
import { outbox } from '../../../src-renderer/studio.ts'
import { en } from '../../../src-renderer/texts/en/index.ts'
import { spokenTake } from '../../kit/library.ts'
import { keptByBrowser } from '../../kit/local-storage.ts'
import { openPage } from '../../kit/page-wire.ts'
import { openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

const kept = keptByBrowser()
vi.stubGlobal('localStorage', kept)

async function openTranscript() {
  kept.clear()
  const studio = await openTestStudio()
  const { parts } = studio
  const document = {
    text: 'One. Two.',
    language: 'en',
    durationSeconds: 4,
    segments: [{ startSeconds: 0, endSeconds: 2, text: 'One.' }, { startSeconds: 2, endSeconds: 4, text: 'Two.' }],
    answer: { contentType: 'text/plain', body: '' },
  }
  const asset = await parts.assets.adoptText(JSON.stringify(document), { mime: 'application/json', extension: 'json' })
  const take = await parts.takes.file(spokenTake(document.text, { kind: 'transcribe', medium: 'text' }), asset)
  let refuses = false
  const calls: string[] = []
  const openAgain = () => openPage({ ...studio, handlers: {
    ...studio.handlers,
    transcripts: {
      ...studio.handlers.transcripts,
      get: (input, context) => {
        calls.push('get')
        return studio.handlers.transcripts.get(input, context)
      },
      edit: (input, context) => {
        calls.push('edit')
        return refuses ? Promise.reject(new Error('The disk is full')) : studio.handlers.transcripts.edit(input, context)
      },
    },
  } })
  const page = openAgain()
  const open = () => page.run(() => useTranscript(() => take.id))
  const shown = open()
  await expect.poll(() => shown.pieces.value).toHaveLength(2)
  return {
    page,
    openAgain: () => openAgain().run(() => useTranscript(() => take.id)),
    open,
    shown,
    correct: (at: number, text: string) => shown.correct(shown.pieces.value[at]!, text),
    refuse: (isRefusing: boolean) => {
      refuses = isRefusing
    },
    words: (from = shown) => from.pieces.value.map(piece => piece.text),
    inStudio: async () => (await parts.transcripts.get(take.id)).segments.map(segment => segment.text),
    calls,
    transcripts: parts.transcripts,
    takeId: take.id,
    undo: () => useNotices().shown.at(-1)?.act?.run(),
    said: () => useNotices().shown.at(-1),
    starElsewhere: () => parts.takes.star([take.id], true),
  }
}

it('stays with its error when it could not be saved, also through updates, and is saved by a retry', async () => {
  const room = await openTranscript()
  room.refuse(true)
  room.correct(1, 'Too.')
  await expect.poll(() => room.shown.unsavedFault.value?.code).toBe('internal')
  await room.starElsewhere()
  const again = room.open()
  await expect.poll(() => room.words(again)).toEqual(['One.', 'Too.'])
  expect(room.words()).toEqual(['One.', 'Too.'])
  await room.shown.revert()
  expect([room.words(), await room.inStudio()]).toEqual([['One.', 'Too.'], ['One.', 'Two.']])
  room.refuse(false)
  expect(await room.shown.tryAgain()).toBe(true)
  expect([room.shown.unsavedFault.value, room.words(), await room.inStudio()]).toEqual([null, ['One.', 'Too.'], ['One.', 'Too.']])
})

it('is sent at once: a page that is being closed asks for nothing first', async () => {
  const room = await openTranscript()
  room.calls.length = 0
  room.correct(1, 'Too.')
  await expect.poll(() => room.calls.length).toBeGreaterThan(0)
  expect(room.calls[0]).toBe('edit')
  await expect.poll(room.inStudio).toEqual(['One.', 'Too.'])
})

it('those that a page could not see saved before it was closed are saved by the page that is opened next', async () => {
  const room = await openTranscript()
  room.refuse(true)
  room.correct(0, 'Won.')
  room.correct(1, 'Too.')
  await expect.poll(() => room.shown.unsavedFault.value?.code).toBe('internal')
  room.refuse(false)
  expect(await room.inStudio()).toEqual(['One.', 'Two.'])
  const again = room.openAgain()
  await expect.poll(() => room.words(again)).toEqual(['Won.', 'Too.'])
  await expect.poll(room.inStudio).toEqual(['Won.', 'Too.'])
  await expect.poll(() => kept.unsaved()).toEqual([])
})

it('made while disconnected is saved automatically after reconnecting', async () => {
  const room = await openTranscript()
  room.page.cut()
  room.correct(0, 'Won.')
  room.correct(1, 'Too.')
  await expect.poll(() => outbox.kept.all.value.length).toBeGreaterThan(0)
  room.page.restore()
  await expect.poll(() => room.inStudio()).toEqual(['Won.', 'Too.'])
  await expect.poll(() => room.shown.unsavedFault.value).toBeNull()
  expect(room.words()).toEqual(['Won.', 'Too.'])
})

it('undone or restored here is not turned back over what another window corrected since', async () => {
  const room = await openTranscript()
  const correctElsewhere = async (words: string) => {
    const { segments: [one, two] } = await room.transcripts.get(room.takeId)
    await room.transcripts.edit(room.takeId, { text: '', segments: [{ ...one!, text: words }, two!] })
  }
  room.correct(1, 'Mine.')
  await expect.poll(room.inStudio).toEqual(['One.', 'Mine.'])
  await room.shown.revert()
  await correctElsewhere('Theirs.')
  await room.undo()
  expect(room.said()?.fault).toMatchObject({ code: 'changed-meanwhile', data: { word: 'transcript' } })
  expect(await room.inStudio()).toEqual(['Theirs.', 'Two.'])
  await room.shown.revert()
  await room.shown.restore()
  await correctElsewhere('Newer.')
  await room.undo()
  expect(room.said()?.fault).toMatchObject({ code: 'changed-meanwhile' })
  expect(await room.inStudio()).toEqual(['Newer.', 'Two.'])
})

it('keeps the pieces that another window corrected in the meantime, and puts back one that it replaced', async () => {
  const room = await openTranscript()
  room.page.cut()
  room.correct(1, 'Mine.')
  await expect.poll(() => outbox.kept.all.value.length).toBeGreaterThan(0)
  const { segments: [one, two] } = await room.transcripts.get(room.takeId)
  await room.transcripts.edit(room.takeId, { text: '', segments: [{ ...one!, text: 'Theirs.' }, two!] })
  room.page.restore()
  await expect.poll(room.inStudio).toEqual(['Theirs.', 'Mine.'])
  await expect.poll(() => room.words()).toEqual(['Theirs.', 'Mine.'])
  expect(room.said()?.act, 'nothing of theirs was replaced').toBeUndefined()

  room.page.cut()
  room.correct(1, 'Mine again.')
  await expect.poll(() => outbox.kept.all.value.length).toBeGreaterThan(0)
  await room.transcripts.edit(room.takeId, { text: '', segments: [{ ...one!, text: 'Theirs.' }, { ...two!, text: 'Better.' }] })
  room.page.restore()
  await expect.poll(room.inStudio).toEqual(['Theirs.', 'Mine again.'])
  await expect.poll(() => room.said()?.text(en)).toBe(en.transcribe.replaced)
  await room.undo()
  expect(await room.inStudio()).toEqual(['Theirs.', 'Better.'])
})

it('corrects the piece that was typed in, also when it was removed in the meantime, and never the one after it', async () => {
  const room = await openTranscript()
  const typedIn = room.shown.pieces.value[0]!
  const { segments: [, two] } = await room.transcripts.get(room.takeId)
  await room.transcripts.edit(room.takeId, { text: '', segments: [two!] })
  await expect.poll(() => room.words()).toEqual(['Two.'])
  // Its row is removed, and keeps what was typed in it; one that nothing was typed in brings nothing back.
  room.shown.correct(typedIn, 'One.')
  expect(room.words()).toEqual(['Two.'])
  room.shown.correct(typedIn, 'Won.')
  expect(room.words()).toEqual(['Won.', 'Two.'])
  await expect.poll(room.inStudio).toEqual(['Won.', 'Two.'])
})
