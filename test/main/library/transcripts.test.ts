/**
 * A transcript can be corrected, found by its new words, exported, and always reset to what the service recognised.
 *
 * @module-tag wide
 */
import type { TakeId } from '#contract/words.ts'
import type { TranscriptDocument } from '../../../src-main/library/transcript-document.ts'
import { readFile, rm, writeFile } from 'node:fs/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newId } from '../../../src-main/base/ids.ts'
import { searchTakes } from '../../../src-main/library/search.ts'
import { importOf } from '../../../src-main/library/takes.ts'
import { createTranscripts } from '../../../src-main/library/transcripts.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { anyQuery, openTestLibrary, plainAsset, spokenTake } from '../../kit/library.ts'

const segments = [
  { startSeconds: 0, endSeconds: 2, text: 'The lamp was left on.' },
  { startSeconds: 2.5, endSeconds: 4, text: 'Who left it?' },
]
const text = 'The lamp was left on. Who left it?'

async function open(more: Partial<TranscriptDocument> = {}) {
  const library = await openTestLibrary()
  const transcripts = createTranscripts(library)
  const document: TranscriptDocument = {
    text,
    language: 'en',
    durationSeconds: 4,
    segments,
    answer: { contentType: 'text/plain', body: text },
    ...more,
  }
  const asset = await library.assets.adoptText(JSON.stringify(document), { mime: 'application/json', extension: 'json' })
  const take = await library.takes.file(spokenTake(document.text, { kind: 'transcribe', medium: 'text' }), asset)
  const found = async (words: string) => (await searchTakes(library.db, { ...anyQuery, text: words })).takes.length
  return { library, transcripts, take, found }
}

describe('reading', () => {
  it('returns what the service recognised, and the file keeps the complete answer', async () => {
    const { library, transcripts, take, found } = await open()
    expect(await transcripts.get(take.id)).toEqual({
      takeId: take.id,
      text,
      language: 'en',
      durationSeconds: 4,
      segments,
      isEdited: false,
      hasSetAside: false,
      version: expect.any(String),
      changedAt: null,
    })
    expect(take.asset).toMatchObject({ mime: 'application/json', hasPeaks: false, durationSeconds: null })
    expect(JSON.parse(await readFile(library.assets.pathOf(take.asset), 'utf8'))).toMatchObject({ answer: { body: text } })
    expect(await found('lamp')).toBe(1)
  })

  it('the same document twice is stored once', async () => {
    const { library } = await open()
    const [first, second] = [
      await library.assets.adoptText('{}', { mime: 'application/json', extension: 'json' }),
      await library.assets.adoptText('{}', { mime: 'application/json', extension: 'json' }),
    ]
    expect(second).toEqual(first)
  })

  it('fails with the reason where there is no transcript', async () => {
    const { library, transcripts, take } = await open()
    const sound = await library.takes.file(spokenTake('sound'), await plainAsset(library, 'a'))
    await expect(transcripts.get(newId<TakeId>())).rejects.toMatchObject({ code: 'not-found' })
    await expect(transcripts.get(sound.id)).rejects.toMatchObject({ code: 'not-found', data: { word: 'transcript' } })
    await writeFile(library.assets.pathOf(take.asset), '{"text": 3}')
    await expect(transcripts.get(take.id)).rejects.toMatchObject({ code: 'unreadable-file' })
    await rm(library.assets.pathOf(take.asset))
    await expect(transcripts.get(take.id)).rejects.toMatchObject({ code: 'unreadable-file' })
  })
})

describe('a correction', () => {
  it('keeps the new segments, is found by the new words, and a note does not undo that', async () => {
    const { library, transcripts, take, found } = await open({ text: 'Words. The lamb was left on.' })
    const corrected = await transcripts.edit(take.id, {
      text: 'ignored',
      segments: [segments[1]!, { ...segments[0]!, text: ' The lantern was left on. ' }],
    })
    expect(corrected).toMatchObject({ text: 'The lantern was left on. Who left it?', isEdited: true, changedAt: expect.any(Number) })
    expect(corrected.segments.map(segment => segment.startSeconds)).toEqual([0, 2.5])
    expect(await transcripts.get(take.id)).toEqual(corrected)
    await library.takes.note(take.id, 'checked by Ada')
    expect([await found('lantern'), await found('Ada'), await found('who left')]).toEqual([1, 1, 1])
    expect((await library.takes.get(take.id)).text).toContain('lamb')
  })

  it('is stored as text alone where there are no times', async () => {
    const { transcripts, take } = await open({ segments: [] })
    expect(await transcripts.edit(take.id, { text: 'Quite\r\nanother.', segments: [] })).toMatchObject({
      text: 'Quite\nanother.',
      segments: [],
      isEdited: true,
    })
  })

  it('that is undone is kept: it is restored with its text, its time and its search entry', async () => {
    const { transcripts, take, found } = await open({ text: `${text} Nobody said a word about the candle.` })
    const corrected = await transcripts.edit(take.id, { text: 'gibberish', segments: [] })
    expect(await transcripts.revert(take.id)).toMatchObject({ isEdited: false, hasSetAside: true })
    expect(await transcripts.restore(take.id)).toEqual(corrected)
    expect([await found('gibberish'), await found('candle')]).toEqual([1, 0])
    // With nothing set aside there is nothing to restore, and trying that loses nothing.
    expect(await transcripts.restore(take.id)).toEqual(corrected)
  })

  it('is never lost, in whatever order it is made, undone and restored', async () => {
    const { library, transcripts, take } = await open()
    const original = (await transcripts.get(take.id)).text
    await fc.assert(fc.asyncProperty(fc.array(fc.constantFrom('correct', 'revert', 'restore'), { maxLength: 12 }), async (steps) => {
      await library.db.run(sql`DELETE FROM transcripts`)
      await library.db.run(sql`DELETE FROM set_aside_corrections`)
      const kept = new Set<string>()
      let stands = original
      for (const [at, step] of steps.entries()) {
        if (step === 'correct') {
          // Editing a correction replaces it; corrections that were set aside are kept.
          kept.delete(stands)
          stands = `correction ${at}`
          kept.add(stands)
          await transcripts.edit(take.id, { text: stands, segments: [] })
        }
        else if (step === 'revert') {
          stands = (await transcripts.revert(take.id)).text
          expect(stands).toBe(original)
        }
        else {
          stands = (await transcripts.restore(take.id)).text
        }
        expect(await transcripts.get(take.id)).toMatchObject({
          text: stands,
          isEdited: stands !== original,
          hasSetAside: kept.size > (stands === original ? 0 : 1),
        })
      }
      // Restoring repeatedly returns every one of them.
      const seen = new Set(stands === original ? [] : [stands])
      for (let left = kept.size; left > 0; left--)
        seen.add((await transcripts.restore(take.id)).text)
      expect(seen).toEqual(kept)
    }), { numRuns: 40 })
  })

  it('can be undone, any number of times', async () => {
    // Beyond the title, which does not change.
    const { transcripts, take, found } = await open({ text: `${text} Nobody said a word about the candle.` })
    const before = await transcripts.get(take.id)
    await transcripts.edit(take.id, { text: 'nonsense', segments: [] })
    await transcripts.edit(take.id, { text: 'gibberish', segments: [] })
    expect([await found('nonsense'), await found('gibberish'), await found('candle')]).toEqual([0, 1, 0])
    expect(await transcripts.revert(take.id)).toEqual({ ...before, hasSetAside: true, version: expect.any(String) })
    expect(await transcripts.revert(take.id)).toEqual({ ...before, hasSetAside: true, version: expect.any(String) })
    expect([await found('gibberish'), await found('candle')]).toEqual([0, 1])
  })

  it('is made, undone and restored only on the version that is expected', async () => {
    const { transcripts, take } = await open()
    const { version } = await transcripts.get(take.id)
    const mine = await transcripts.edit(take.id, { text: 'mine', segments: [] }, version)
    const reverted = await transcripts.revert(take.id, mine.version)
    await transcripts.edit(take.id, { text: 'theirs', segments: [] })
    const tooLate = [
      () => transcripts.restore(take.id, reverted.version),
      () => transcripts.revert(take.id, mine.version),
      () => transcripts.edit(take.id, { text: 'mine again', segments: [] }, version),
    ]
    for (const call of tooLate)
      await expect(call()).rejects.toMatchObject({ code: 'changed-meanwhile', data: { word: 'transcript' } })
    expect(await transcripts.get(take.id)).toMatchObject({ text: 'theirs', hasSetAside: true })
    // What was set aside last is another correction by now.
    const theirs = await transcripts.revert(take.id)
    expect(theirs.version).not.toBe(reverted.version)
  })

  it('is sent to listeners, and is deleted with the take', async () => {
    const { library, transcripts, take } = await open()
    const stop = new AbortController()
    const heard = (async () => {
      for await (const { changed } of library.takes.changes(stop.signal)) {
        if (changed.length > 0)
          return changed.map(each => each.id)
      }
    })()
    await transcripts.edit(take.id, { text: 'new', segments: [] })
    expect(await heard).toEqual([take.id])
    stop.abort()
    await library.takes.trash([take.id])
    expect(await library.takes.purge([take.id])).toBe(1)
    await expect(transcripts.get(take.id)).rejects.toMatchObject({ code: 'not-found' })
  })
})

describe('an export', () => {
  it('is available as text, SubRip and WebVTT, under a file name that is valid everywhere', async () => {
    const { transcripts, take } = await open()
    expect(await transcripts.exportFile(take.id, 'txt')).toEqual({ text: `${text}\n`, fileName: 'The lamp was left on. Who left it.txt' })
    expect(await transcripts.exportFile(take.id, 'srt')).toEqual({
      text: '1\n00:00:00,000 --> 00:00:02,000\nThe lamp was left on.\n\n2\n00:00:02,500 --> 00:00:04,000\nWho left it?\n',
      fileName: 'The lamp was left on. Who left it.srt',
    })
    expect((await transcripts.exportFile(take.id, 'vtt')).text).toBe(
      'WEBVTT\n\n00:00:00.000 --> 00:00:02.000\nThe lamp was left on.\n\n00:00:02.500 --> 00:00:04.000\nWho left it?\n',
    )
  })

  it('keeps who speaks through a correction', async () => {
    const said = segments.map((segment, at) => ({ ...segment, speaker: at === 0 ? 'ANNA' : 'BEN' }))
    const { transcripts, take } = await open({ segments: said })
    const { segments: spoken } = await transcripts.get(take.id)
    await transcripts.edit(take.id, { text: '', segments: spoken.map(segment => ({ ...segment, text: segment.text.toUpperCase() })) })
    expect((await transcripts.get(take.id)).segments.map(segment => [segment.speaker, segment.text]))
      .toEqual([['ANNA', 'THE LAMP WAS LEFT ON.'], ['BEN', 'WHO LEFT IT?']])
  })

  it('includes corrections, and divides long segments into readable captions', async () => {
    const { transcripts, take } = await open()
    const long = 'When the keeper came down the stairs in the morning, the lamp was still burning, and nobody in the house could say who had lit it or why it had been left on all night.'
    await transcripts.edit(take.id, { text: '', segments: [{ startSeconds: 1, endSeconds: 11, text: long }] })
    const { text: srt } = await transcripts.exportFile(take.id, 'srt')
    const cues = srt.trim().split('\n\n').map(cue => cue.split('\n'))
    expect(cues.length).toBeGreaterThan(1)
    expect(cues.every(([, , ...lines]) => lines.length <= 2 && lines.every(line => line.length <= 42))).toBe(true)
    expect(cues.flatMap(([, , ...lines]) => lines).join(' ')).toBe(long)
    expect(cues[0]?.[1]).toMatch(/^00:00:01,000 --> /)
    expect(cues.at(-1)?.[1]).toMatch(/ --> 00:00:11,000$/)
  })

  it('is called after its source, also where the transcript is titled by its words', async () => {
    const { library, transcripts, take } = await open()
    const source = await library.takes.file(importOf({ medium: 'video', title: 'interview.mp4' }), await plainAsset(library, 'film'))
    const of = spokenTake(text, { kind: 'transcribe', medium: 'text', sourceTakeIds: [source.id] })
    const made = await library.takes.file(of, take.asset)
    expect((await transcripts.exportFile(made.id, 'srt')).fileName).toBe('interview.srt')
    expect((await transcripts.exportFile(made.id, 'txt')).fileName).toBe('interview.txt')
  })

  it('has no captions without times', async () => {
    const { transcripts, take } = await open({ segments: [] })
    await expect(transcripts.exportFile(take.id, 'srt')).rejects.toMatchObject({
      code: 'unreadable-file',
      data: { reason: 'no-times' },
    })
    expect((await transcripts.exportFile(take.id, 'txt')).text).toBe(`${text}\n`)
  })
})
