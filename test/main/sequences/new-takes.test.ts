/** New takes of lines and pictures come into their clips, in every sequence of a real library. */
import type { CaptionClip, Clip, PictureClip, SoundClip } from '#contract/sequence-document.ts'
import type { SequenceEdit, StepName } from '#contract/sequence-edits.ts'
import type { ClipId, LineId, SequenceId, TakeId } from '#contract/words.ts'
import { expect, it, onTestFinished, vi } from 'vitest'
import { captionsWithOldWords, keepOldWords, saidIn, takeNewWords } from '#rules/captions/old-words.ts'
import { clipsOf, tracksOf } from '#rules/sequence/document.ts'
import { systemClock } from '../../../src-main/base/clock.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { createLog } from '../../../src-main/base/log.ts'
import { createScript } from '../../../src-main/script/script.ts'
import { followNewTakes } from '../../../src-main/sequences/follow-new-takes.ts'
import { createHolds } from '../../../src-main/sequences/holds.ts'
import { assembleInto } from '../../../src-main/sequences/lay-out-project.ts'
import { createSequences } from '../../../src-main/sequences/sequences.ts'
import { createStoryboard } from '../../../src-main/storyboard/storyboard.ts'
import { hangMs } from '../../kit/hang.ts'
import { openLibrary } from '../script/open-library.ts'

const second = 48_000
const soon = { interval: 5, timeout: hangMs }

async function openFilm() {
  const library = await openLibrary()
  const { db, clock, projectId, file, takes } = library
  const script = createScript(library)
  const storyboard = createStoryboard(library)
  const sequences = createSequences({ db, clock, touch: library.projects.touch })
  const holds = createHolds()
  const said: object[] = []
  const log = createLog({ write: line => said.push(JSON.parse(line) as object), clock })
  const lines = (await script.add(projectId, null, ['One', 'Two'].map(text => ({ speaker: '', text, direction: '' })))).map(line => line.id)
  const [first, last] = [lines[0]!, lines[1]!]

  /** Files a take of a line and chooses it. */
  async function speak(lineId: LineId, seconds: number, text = ''): Promise<TakeId> {
    await clock.advance(1000)
    const take = await file({ lineId, text, asset: { durationSeconds: seconds } })
    await script.choose(lineId, take.id)
    return take.id
  }
  /** Files a still or a shot and lets it be the picture of the line. */
  async function show(lineId: LineId, part: 'still' | 'shot', durationSeconds: number | null = null): Promise<TakeId> {
    const asset = { durationSeconds, width: 1280, height: 720 }
    const isStill = part === 'still'
    const take = await file({ kind: isStill ? 'image' : 'video', medium: isStill ? 'picture' : 'video', asset })
    await storyboard.edit(projectId, [{ lineId, ...isStill ? { stillTakeId: take.id } : { shotTakeId: take.id } }])
    return take.id
  }
  async function assembled(): Promise<SequenceId> {
    const sequenceId = newId<SequenceId>()
    const size = { width: 1280, height: 720, rate: { numerator: 25, denominator: 1 } }
    await sequences.create({ ...size, sequenceId, projectId, name: 'Main' }, false)
    await assembleInto({ ...library, script, storyboard, sequences }, sequenceId)
    return sequenceId
  }
  const clips = async (sequenceId: SequenceId): Promise<Clip[]> =>
    tracksOf(await sequences.get(sequenceId)).flatMap(track => clipsOf(track))
  const captions = async (sequenceId: SequenceId): Promise<CaptionClip[]> => (await clips(sequenceId))
    .filter((clip): clip is CaptionClip => 'text' in clip)
    .sort((a, b) => a.start - b.start)
  const assembleAgain = (sequenceId: SequenceId) => assembleInto({ ...library, script, storyboard, sequences }, sequenceId)
  const soundOf = async (sequenceId: SequenceId, lineId: LineId): Promise<SoundClip> =>
    (await clips(sequenceId)).find((clip): clip is SoundClip => 'points' in clip && clip.lineId === lineId)!
  const parts = async (sequenceId: SequenceId, lineId: LineId): Promise<SoundClip[]> => (await clips(sequenceId))
    .filter((clip): clip is SoundClip => 'points' in clip && clip.lineId === lineId)
    .sort((a, b) => a.start - b.start)
  const picture = async (sequenceId: SequenceId): Promise<PictureClip> =>
    (await clips(sequenceId)).find((clip): clip is PictureClip => 'look' in clip)!
  async function edit(sequenceId: SequenceId, name: StepName, ...edits: SequenceEdit[]): Promise<void> {
    const { revision } = await sequences.get(sequenceId)
    await sequences.edit(sequenceId, { baseRevision: revision, name, edits })
  }
  const steps = async (sequenceId: SequenceId) =>
    (await sequences.journal(sequenceId)).map(({ name, lineId, kind }) => [name, lineId, kind])
  /** Starts what the studio starts; returns what stops it. */
  function start(): () => Promise<void> {
    const stop = new AbortController()
    const running = followNewTakes({ db, script, storyboard, takes, sequences, holds, clock: systemClock, log }, stop.signal)
    const end = async (): Promise<void> => {
      stop.abort()
      await running
    }
    onTestFinished(end)
    return end
  }
  /** Lets everything that was begun come to its end: another line's take has come into its clip. */
  const settled = async (sequenceId: SequenceId): Promise<void> => {
    const takeId = await speak(last, 1)
    await vi.waitFor(async () => expect((await soundOf(sequenceId, last)).takeId).toBe(takeId), soon)
  }

  await speak(first, 2)
  await speak(last, 1)
  return {
    ...{ ...library, script, storyboard, sequences, holds, said, first, last },
    ...{ captions, parts, assembleAgain, speak, show, assembled, soundOf, picture, edit, steps, start, settled },
  }
}

it('a new take comes into the clips of its line in every sequence, and undo names the line', async () => {
  const { first, last, assembled, soundOf, speak, start, sequences, steps, edit, said } = await openFilm()
  const [wide, tall] = [await assembled(), await assembled()]
  const before = [await soundOf(wide, first), await soundOf(wide, last)] as const
  await edit(wide, 'gain', { do: 'setSound', clipIds: [before[0].id], values: { gainDb: -6 } })
  await edit(tall, 'sequence', { do: 'setSequence', values: { newTakes: 'keep-time' } })
  start()
  const takeId = await speak(first, 3)
  await vi.waitFor(async () => expect((await soundOf(tall, first)).takeId).toBe(takeId), soon)
  expect(await soundOf(wide, first)).toMatchObject({ id: before[0].id, start: before[0].start, takeId, length: 3 * second, gainDb: -6 })
  expect((await soundOf(wide, last)).start).toBe(before[1].start + second)
  expect((await soundOf(tall, last)).start).toBe(before[1].start)
  expect((await soundOf(tall, first)).length).toBe(before[1].start - before[0].start)
  expect((await steps(wide)).at(-1)).toEqual(['new-take', first, 'edit'])
  expect((await sequences.undo(wide)).step).toMatchObject({ name: 'new-take', of: first, author: 'new-take' })
  expect(await soundOf(wide, first)).toMatchObject({ takeId: before[0].takeId, length: 2 * second, keepsTake: true })
  expect((await soundOf(wide, last)).start).toBe(before[1].start)
  expect(said).toEqual([])
})

it('captions say what the new take says, except those that were corrected; assembling again keeps corrections of unchanged lines', async () => {
  const { first, last, assembled, speak, start, sequences, script, edit, soundOf, captions, assembleAgain } = await openFilm()
  const sequenceId = await assembled()
  const plain = { speaker: '', direction: '', pauseSeconds: 0 }
  const [one, two] = await captions(sequenceId)
  await edit(sequenceId, 'caption', { do: 'setCaption', clipIds: [two!.id], values: { text: 'Two, corrected' } })
  start()
  await script.edit(first, { ...plain, text: 'One more' })
  const takeId = await speak(first, 3, 'One more')
  await vi.waitFor(async () => expect((await soundOf(sequenceId, first)).takeId).toBe(takeId), soon)
  const words = async () => (await captions(sequenceId)).map(caption => caption.text)
  expect(await words()).toEqual(['One more', 'Two, corrected'])
  await sequences.undo(sequenceId)
  expect(await words()).toEqual([one!.text, 'Two, corrected'])
  const other = await speak(last, 2, 'Two')
  await vi.waitFor(async () => expect((await soundOf(sequenceId, last)).takeId).toBe(other), soon)
  await assembleAgain(sequenceId)
  expect(await words()).toEqual(['One more', 'Two, corrected'])
  await script.edit(last, { ...plain, text: 'Two again' })
  await assembleAgain(sequenceId)
  expect(await words()).toEqual(['One more', 'Two again'])
})

it('a long line has several captions: they share the time of a new take, say its words, and keep what was corrected or timed by hand', async () => {
  const film = await openFilm()
  const { first, assembled, speak, start, sequences, script, edit, soundOf, captions, assembleAgain } = film
  const plain = { speaker: '', direction: '', pauseSeconds: 0 }
  const sentence = (what: string): string => `The ${what} turns all night, and nobody sees it, because the boats stay away.`
  const long = (...all: string[]): string => all.map(sentence).join(' ')
  const say = async (text: string, seconds: number): Promise<TakeId> => {
    await script.edit(first, { ...plain, text })
    return speak(first, seconds, text)
  }
  await say(long('lamp', 'light'), 12)
  const sequenceId = await assembled()
  const ofLine = async () => (await captions(sequenceId)).filter(caption => caption.lineId === first)
  const words = async () => (await ofLine()).map(caption => caption.text)
  const span = async () => {
    const all = await ofLine()
    return all.map(({ start, length }, index) => index === 0 || start === all[index - 1]!.start + all[index - 1]!.length ? length : NaN)
      .reduce((sum, length) => sum + length, 0)
  }
  expect((await words()).join(' ')).toBe(long('lamp', 'light'))
  expect(await span()).toBe(300)
  start()
  const longer = await say(long('lamp', 'light', 'sign'), 20)
  await vi.waitFor(async () => expect((await soundOf(sequenceId, first)).takeId).toBe(longer), soon)
  expect((await words()).join(' ')).toBe(long('lamp', 'light', 'sign'))
  expect(await span()).toBe(500)
  const laid = await ofLine()
  await assembleAgain(sequenceId)
  expect(await ofLine()).toEqual(laid)
  await sequences.undo(sequenceId)
  await sequences.redo(sequenceId)
  expect(await ofLine()).toEqual(laid)

  const [one, two] = laid
  await edit(sequenceId, 'caption', { do: 'setCaption', clipIds: [two!.id], values: { text: 'Corrected' } })
  const again = await say(long('lamp', 'light', 'sign'), 10)
  await vi.waitFor(async () => expect((await soundOf(sequenceId, first)).takeId).toBe(again), soon)
  expect((await words())[1]).toBe('Corrected')
  expect(await span()).toBe(250)
  await assembleAgain(sequenceId)
  expect((await words())[1]).toBe('Corrected')
  await edit(sequenceId, 'caption-time', { do: 'link', clipIds: [one!.id], linkId: null }, {
    ...{ do: 'split', atFrame: one!.start + 20, pieces: [{ clipId: one!.id, newId: newId<ClipId>() }] },
  })
  const divided = await ofLine()
  await assembleAgain(sequenceId)
  expect(await ofLine()).toEqual(divided)
  await script.edit(first, { ...plain, text: long('sign') })
  await assembleAgain(sequenceId)
  expect((await words()).join(' ')).toBe(long('sign'))
})

it('captions of a line that was cut by hand keep their words after a new take, are told of, and take the new ones when that is asked', async () => {
  const { first, assembled, assembleAgain, edit, captions, parts, speak, start, sequences, script, projectId } = await openFilm()
  const say = async (text: string): Promise<TakeId> => {
    await script.edit(first, { speaker: '', direction: '', pauseSeconds: 0, text })
    return speak(first, 4, text)
  }
  await say('The old lamp is lit, and nobody sees it burn.')
  const sequenceId = await assembled()
  const [head] = await parts(sequenceId, first)
  const mine = async () => (await captions(sequenceId)).filter(caption => caption.lineId === first)
  const pieces = [head!, ...await mine()].map(clip => ({ clipId: clip.id, newId: newId<ClipId>() }))
  await edit(sequenceId, 'split', { do: 'split', atFrame: 50, pieces })
  const texts = async () => (await mine()).map(caption => caption.text)
  expect(await texts()).toEqual(['The old lamp is lit,', 'and nobody sees it burn.'])
  start()
  const takeId = await say('The old lamp is dark, and everybody knows it.')
  await vi.waitFor(async () => expect((await parts(sequenceId, first)).map(part => part.takeId)).toEqual([takeId, takeId]), soon)
  await assembleAgain(sequenceId)
  expect(await texts(), 'nothing is overwritten').toEqual(['The old lamp is lit,', 'and nobody sees it burn.'])

  const old = async () => captionsWithOldWords(await sequences.get(sequenceId), saidIn(await script.lines(projectId)))
  expect([...(await old()).keys()]).toEqual((await mine()).map(caption => caption.id))
  const [one, two] = await mine()
  const words = (await old()).get(one!.id)!
  await edit(sequenceId, 'caption', ...keepOldWords(await sequences.get(sequenceId), one!.id, words))
  expect([...(await old()).keys()]).toEqual([two!.id])
  await edit(sequenceId, 'caption', ...takeNewWords(await sequences.get(sequenceId), two!.id, words))
  expect([await texts(), (await old()).size]).toEqual([['The old lamp is lit,', 'and everybody knows it.'], 0])
  const shape = (await mine()).map(({ start: from, length, linkId }) => [from, length, linkId])
  expect(shape).toEqual([one!, two!].map(({ start: from, length, linkId }) => [from, length, linkId]))
  await assembleAgain(sequenceId)
  expect(await texts()).toEqual(['The old lamp is lit,', 'and everybody knows it.'])
})

it('a line that was cut by hand stays cut: assembled again, made again, moved by a longer line before it', async () => {
  const { first, last, assembled, assembleAgain, edit, parts, captions, speak, start, sequences } = await openFilm()
  const sequenceId = await assembled()
  const [head] = await parts(sequenceId, last)
  const [caption] = (await captions(sequenceId)).slice(-1)
  const [tail, copy, captionTail] = [newId(), newId(), newId()] as ClipId[] // newId returns the form of an id
  const at = Math.round(head!.start / second * 25) + 10
  await edit(sequenceId, 'split', { do: 'split', atFrame: at, pieces: [
    { clipId: head!.id, newId: tail! },
    { clipId: caption!.id, newId: captionTail! },
  ] })
  await edit(sequenceId, 'gain', { do: 'setSound', clipIds: [tail!], values: { gainDb: -9 } })
  await edit(sequenceId, 'trim', { do: 'trim', clipIds: [tail!], edge: 'start', byFrames: 3, ripples: false })
  const shape = async () => {
    const [one, ...rest] = await parts(sequenceId, last)
    return [one!, ...rest].map(({ id, start: from, in: inPoint, length, gainDb }) => [id, from - one!.start, inPoint, length, gainDb])
  }
  const words = async () => (await captions(sequenceId)).map(({ id, length, text }) => [id, length, text])
  const [before, said] = [await shape(), await words()]
  expect(before).toHaveLength(2)

  await assembleAgain(sequenceId)
  expect([await shape(), await words()]).toEqual([before, said])

  start()
  const longer = await speak(first, 4)
  const other = await speak(last, 1.2)
  await vi.waitFor(async () => expect((await parts(sequenceId, last)).map(part => part.takeId)).toEqual([other, other]), soon)
  await vi.waitFor(async () => expect((await parts(sequenceId, first)).map(part => part.takeId)).toEqual([longer]), soon)
  const retaken = await shape()
  expect(retaken[1]).toEqual([tail, ...before[1]!.slice(1, 3), expect.any(Number), -9])
  await assembleAgain(sequenceId)
  expect(await shape()).toEqual(retaken)
  const [whole] = await parts(sequenceId, first)
  expect((await parts(sequenceId, last))[0]!.start).toBeGreaterThanOrEqual(whole!.start + whole!.length)

  // What follows a line in parts begins behind the last of them.
  const [cut, middle] = [newId(), Math.round((whole!.start + whole!.length / 2) / second * 25)]
  await edit(sequenceId, 'split', { do: 'split', atFrame: middle, pieces: [{ clipId: whole!.id, newId: cut as ClipId }] })
  await assembleAgain(sequenceId)
  const both = await parts(sequenceId, first)
  expect(both.map(({ id }) => id)).toEqual([whole!.id, cut])
  expect((await parts(sequenceId, last))[0]!.start).toBeGreaterThanOrEqual(both[1]!.start + both[1]!.length)
  expect(tracksOf(await sequences.get(sequenceId)).filter(track => track.kind === 'speech')).toHaveLength(1)

  // A head that was deleted does not come back, and a copy elsewhere is left where it is.
  await edit(sequenceId, 'remove', { do: 'remove', clipIds: [head!.id], closesGap: false })
  const [left] = await parts(sequenceId, last)
  const { id: trackId } = tracksOf(await sequences.get(sequenceId)).find(track => track.kind === 'speech')!
  const placement = { trackId, clip: { ...left!, id: copy!, linkId: null, start: left!.start + 20 * second } }
  await edit(sequenceId, 'paste', { do: 'place', placements: [placement], how: 'overwrite' })
  const [, placed] = await parts(sequenceId, last)
  await assembleAgain(sequenceId)
  expect((await parts(sequenceId, last)).map(({ id }) => id)).toEqual([tail, copy])
  expect((await parts(sequenceId, last))[1]!.start).toBe(placed!.start)
})

it('a new take drops nothing that a person can make again, and stops it only on the tracks that it changed', async () => {
  const { first, assembled, soundOf, speak, start, sequences, settled, edit } = await openFilm()
  const sequenceId = await assembled()
  const { id } = await soundOf(sequenceId, first)
  await edit(sequenceId, 'gain', { do: 'setSound', clipIds: [id], values: { gainDb: -6 } })
  await edit(sequenceId, 'sequence', { do: 'setSequence', values: { background: '#112233' } })
  await sequences.undo(sequenceId)
  start()
  await speak(first, 2)
  await settled(sequenceId)
  expect((await sequences.redo(sequenceId)).step).toMatchObject({ name: 'sequence' })
  expect(await sequences.get(sequenceId)).toMatchObject({ background: '#112233' })

  await edit(sequenceId, 'gain', { do: 'setSound', clipIds: [id], values: { gainDb: -9 } })
  await sequences.undo(sequenceId)
  const takeId = await speak(first, 3)
  await vi.waitFor(async () => expect((await soundOf(sequenceId, first)).takeId).toBe(takeId), soon)
  const data = { because: 'changed-since', clipIds: expect.arrayContaining([id]) }
  await expect(sequences.redo(sequenceId)).rejects.toMatchObject({ code: 'edit-refused', data })
  expect(await soundOf(sequenceId, first)).toMatchObject({ takeId, gainDb: -6 })
  await edit(sequenceId, 'gain', { do: 'setSound', clipIds: [id], values: { gainDb: -3 } })
  expect((await sequences.redo(sequenceId)).step).toBeNull()
})

it('what was taken back does not come again, and redo brings it', async () => {
  const { first, assembled, soundOf, speak, start, sequences, settled, picture, ...film } = await openFilm()
  const sequenceId = await assembled()
  const old = (await soundOf(sequenceId, first)).takeId
  const stop = start()
  const takeId = await speak(first, 3)
  await vi.waitFor(async () => expect((await soundOf(sequenceId, first)).takeId).toBe(takeId), soon)
  await sequences.undo(sequenceId)
  await stop()
  start()
  await speak(first, 4)
  await settled(sequenceId)
  expect((await soundOf(sequenceId, first)).takeId).toBe(old)
  await assembleInto({ ...film, sequences }, sequenceId)
  expect((await soundOf(sequenceId, first)).takeId).toBe(old)
  await sequences.undo(sequenceId)
  await sequences.undo(sequenceId)
  await sequences.redo(sequenceId)
  expect((await soundOf(sequenceId, first)).takeId).toBe(old)
})

it('a clip that a person gave another take keeps it, until that becomes the take of the line', async () => {
  const { first, script, assembled, soundOf, speak, start, settled, edit, file } = await openFilm()
  const sequenceId = await assembled()
  const { id } = await soundOf(sequenceId, first)
  start()
  const own = (await file({ lineId: first })).id
  await edit(sequenceId, 'take', { do: 'swapTake', clipId: id, takeId: own, sourceLength: 2 * second, ripples: true, keepsTake: true })
  await speak(first, 3)
  await settled(sequenceId)
  expect((await soundOf(sequenceId, first)).takeId).toBe(own)
  await script.choose(first, own)
  const newest = await speak(first, 3)
  await vi.waitFor(async () => expect((await soundOf(sequenceId, first)).takeId).toBe(newest), soon)
  expect((await soundOf(sequenceId, first)).keepsTake).toBeUndefined()
})

it('a locked track stays as it is', async () => {
  const { first, assembled, soundOf, speak, start, sequences, edit } = await openFilm()
  const [locked, other] = [await assembled(), await assembled()]
  const before = await soundOf(locked, first)
  const track = tracksOf(await sequences.get(locked)).find(each => each.kind === 'speech')!
  await edit(locked, 'track', { do: 'setTrack', trackId: track.id, values: { isLocked: true } })
  const { revision } = await sequences.get(locked)
  start()
  const takeId = await speak(first, 3)
  await vi.waitFor(async () => expect((await soundOf(other, first)).takeId).toBe(takeId), soon)
  expect(await soundOf(locked, first)).toEqual(before)
  expect((await sequences.get(locked)).revision).toBe(revision)
})

it('while somebody drags in a sequence it waits, and then the newest take comes, once', async () => {
  const { first, assembled, soundOf, speak, start, sequences, holds } = await openFilm()
  const [held, other] = [await assembled(), await assembled()].sort() as [SequenceId, SequenceId]
  start()
  const hand = new AbortController()
  const holding = holds.hold(held, hand.signal)
  await holding.next()
  const { revision } = await sequences.get(held)
  await speak(first, 3)
  const newest = await speak(first, 4)
  // Another sequence has it at once.
  await vi.waitFor(async () => expect((await soundOf(other, first)).takeId).toBe(newest), soon)
  expect((await sequences.get(held)).revision).toBe(revision)
  const end = holding.next()
  hand.abort()
  await end
  await vi.waitFor(async () => expect((await soundOf(held, first)).takeId).toBe(newest), soon)
  expect((await sequences.get(held)).revision).toBe(revision + 1)
})

it('a take that was chosen just before a crash comes at the next start; an older one only when the script is assembled', async () => {
  const { first, last, script, assembled, soundOf, speak, start, sequences, ...film } = await openFilm()
  const older = (await soundOf(await assembled(), last)).takeId
  await speak(last, 1)
  const sequenceId = await assembled()
  const takeId = await speak(first, 3)
  await script.choose(last, older)
  expect((await soundOf(sequenceId, first)).takeId).not.toBe(takeId)
  start()
  await vi.waitFor(async () => expect((await soundOf(sequenceId, first)).takeId).toBe(takeId), soon)
  expect((await soundOf(sequenceId, last)).takeId).not.toBe(older)
  await assembleInto({ ...film, script, sequences }, sequenceId)
  expect((await soundOf(sequenceId, last)).takeId).toBe(older)
})

it('a shot that arrived while its sequence was held comes at the next start, and not again once it was undone', async () => {
  const { first, assembled, picture, show, start, settled, sequences, holds } = await openFilm()
  const still = await show(first, 'still')
  const [other, sequenceId] = [await assembled(), await assembled()].sort() as [SequenceId, SequenceId]
  expect((await picture(sequenceId)).takeId).toBe(still)
  const end = start()
  const hand = new AbortController()
  const holding = holds.hold(sequenceId, hand.signal)
  await holding.next()
  const shot = await show(first, 'shot', 4)
  await vi.waitFor(async () => expect((await picture(other)).takeId).toBe(shot), soon)
  await end()
  hand.abort()
  await holding.next()
  expect((await picture(sequenceId)).takeId).toBe(still)

  const second = start()
  await vi.waitFor(async () => expect((await picture(sequenceId)).takeId).toBe(shot), soon)
  await sequences.undo(sequenceId)
  await second()
  start()
  await settled(sequenceId)
  expect((await picture(sequenceId)).takeId).toBe(still)
})

it('a picture that is made again comes into its clip, keeps its look and length, and stays the same clip when assembled again', async () => {
  const { first, assembled, picture, show, start, edit, sequences, ...film } = await openFilm()
  await show(first, 'still')
  const sequenceId = await assembled()
  const before = await picture(sequenceId)
  const look = { ...before.look, rotation: 3 }
  await edit(sequenceId, 'look', { do: 'setPicture', clipIds: [before.id], values: { look, fadeIn: 5 } })
  start()
  const shot = await show(first, 'shot', 1)
  await vi.waitFor(async () => expect((await picture(sequenceId)).takeId).toBe(shot), soon)
  const { length } = before
  expect(await picture(sequenceId)).toMatchObject({ id: before.id, length, sourceLength: length, fadeIn: 5, look: { rotation: 3 } })
  await assembleInto({ ...film, sequences }, sequenceId)
  const pictures = tracksOf(await sequences.get(sequenceId)).filter(track => track.kind === 'pictures').flatMap(track => clipsOf(track))
  expect(pictures.map(({ id, takeId, look: { rotation } }) => [id, takeId, rotation])).toEqual([[before.id as ClipId, shot, 3]])
  await film.storyboard.edit(film.projectId, [{ lineId: first, shotTakeId: null, stillTakeId: null }])
  await assembleInto({ ...film, sequences }, sequenceId)
  expect((await picture(sequenceId))?.id).not.toBe(before.id)
})
