/**
 * What is chosen of a take's sound is kept with its file: in the library, the waveform, new clips, and what other programs are told.
 *
 * @module-tag all
 */
import type { SoundChoice } from '#contract/words.ts'
import type { MediaKit } from '../../kit/media.ts'
import { writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { findClip } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { withNewTake } from '#rules/sequence/new-take.ts'
import { plainTrack } from '#rules/sequence/new-tracks.ts'
import { createLog } from '../../../src-main/base/log.ts'
import { toFcpxml } from '../../../src-main/interchange/fcpxml.ts'
import { toMlt } from '../../../src-main/interchange/mlt.ts'
import { notesOf } from '../../../src-main/interchange/notes.ts'
import { createRenditions } from '../../../src-main/library/renditions.ts'
import { pointsOfPeaks } from '../../../src-main/media/sound/peaks.ts'
import { extractSound } from '../../../src-renderer/rooms/timeline/acts/extract-sound.ts'
import { pictureClip, soundClip } from '../../../src-renderer/rooms/timeline/acts/new-things.ts'
import { openComingIn } from '../../kit/coming-in.ts'
import { listOf } from '../../kit/edit-files.ts'
import { decodedSound, openMediaKit } from '../../kit/media.ts'
import { renderWithMelt, soundAlone } from '../../kit/melt.ts'
import { clipId, documentOf, rate, sound, soundTrack, takeId } from '../../kit/sequence.ts'

let kit: MediaKit
let path: string
/** Its default sound is quiet and mono; of the other one the left side is loud, and the right one silent. */
beforeAll(async () => {
  kit = await openMediaKit()
  path = await kit.make('two-sounds.mov', [
    ...['-f', 'lavfi', '-i', 'color=c=red:s=64x48:r=25:d=2', '-f', 'lavfi', '-i', `aevalsrc='0.9*sin(2*PI*440*t)|0':s=48000:d=2`],
    ...['-f', 'lavfi', '-i', `aevalsrc='0.1*sin(2*PI*200*t)':s=48000:d=2`, '-map', '0:v', '-map', '1:a', '-map', '2:a'],
    ...['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'pcm_s16le', '-disposition:a:0', '0', '-disposition:a:1', 'default'],
  ])
})
afterAll(() => kit.close())

const left: SoundChoice = { track: 0, channel: 'left' }
const right: SoundChoice = { track: 0, channel: 'right' }

async function open() {
  const library = await openComingIn()
  const { root, assets, clock } = library
  const renditions = createRenditions({
    ...{ folder: join(root, 'renditions'), assets, ffmpeg: async () => kit.ffmpeg, limitBytes: async () => 1e9 },
    ...{ freeBytes: async () => 1e12, minFreeBytes: 0, clock, log: createLog({ write: () => {}, clock }) },
  })
  onTestFinished(() => renditions.close())
  return { ...library, renditions, take: await library.bring(path) }
}

/** From 0 to 1. */
function loudest(peaks: Buffer | null): number {
  return peaks ? Math.max(...pointsOfPeaks(peaks)) / 127 : -1
}

describe('in the library', () => {
  it('is one for all takes of a file, told to each, and taken back', async () => {
    const { takes, take, bring } = await open()
    const again = await bring(path)
    expect(again.asset.id).toBe(take.asset.id)
    const events = takes.changes()
    await events[Symbol.asyncIterator]().next()
    expect(await takes.chooseSound(take.id, left)).toMatchObject({ isChanged: true, take: { id: take.id, asset: { heard: left } } })
    const { value } = await events[Symbol.asyncIterator]().next()
    expect(value?.changed.map(({ id, asset }: { id: string, asset: { heard?: SoundChoice } }) => [id, asset.heard]).sort())
      .toEqual([[take.id, left], [again.id, left]].sort())
    expect((await takes.chooseSound(again.id, left)).isChanged).toBe(false)
    expect((await bring(path)).asset.heard).toEqual(left)
    expect((await takes.chooseSound(take.id, { track: null, channel: 'both' })).take.asset.heard).toBeUndefined()
    expect((await takes.chooseSound(take.id, null)).isChanged).toBe(false)
    await expect(takes.chooseSound(takeId(77), left)).rejects.toMatchObject({ code: 'not-found' })
  })

  it('has its own waveform, also after the sound itself was removed to save space', async () => {
    const { renditions, take: { asset } } = await open()
    expect(loudest(await renditions.peaksOf(asset.id, left))).toBeCloseTo(0.9, 1)
    expect(loudest(await renditions.peaksOf(asset.id, right))).toBeCloseTo(0, 1)
    expect(loudest(await renditions.peaksOf(asset.id, { track: 1, channel: 'left' }))).toBeCloseTo(0.1, 1)
    // A track that it does not have stands for its default.
    expect(loudest(await renditions.peaksOf(asset.id, { track: 9, channel: 'both' }))).toBeCloseTo(0.1, 1)
    const stopped = new AbortController()
    stopped.abort()
    await expect(renditions.peaksOf(asset.id, { track: 1, channel: 'right' }, stopped.signal)).rejects.toThrow()
  })

  it('of a short sound keeps its waveform while the sound is made again', async () => {
    const { root, assets, clock, take: { asset } } = await open()
    const renditions = createRenditions({
      ...{ folder: join(root, 'short'), assets, ffmpeg: async () => kit.ffmpeg, limitBytes: async () => 1e9, shortSoundBytes: 0 },
      ...{ freeBytes: async () => 1e12, minFreeBytes: 0, log: createLog({ write: () => {}, clock }) },
      // An hour passes with each look at the clock, so that nothing is in use.
      clock: { ...clock, now: (() => {
        let now = clock.now()
        return () => now += 3_600_000
      })() },
    })
    onTestFinished(() => renditions.close())
    const key = { assetId: asset.id, speed: 100, heard: left }
    expect(loudest(await renditions.peaksOf(asset.id, left))).toBeCloseTo(0.9, 1)
    await renditions.tidy()
    expect(loudest(await renditions.peaksOf(asset.id, left))).toBeCloseTo(0.9, 1)
    const [ready] = await renditions.requestAtSpeed([key])
    const found = ready?.state === 'ready' ? await renditions.find(key, 'sound', ready.madeAt) : null
    const [side] = await decodedSound(kit.ffmpeg, found?.path ?? '')
    expect(Math.max(...side)).toBeCloseTo(0.9, 1)
  })
})

describe('in new clips', () => {
  it('is what they play, and the clip may choose for itself', async () => {
    const { takes, take } = await open()
    const chosen = (await takes.chooseSound(take.id, left)).take
    const fresh = { id: clipId(1), rate, frame: 0 }
    expect(soundClip(take, fresh)).not.toHaveProperty('heard')
    expect(soundClip(chosen, fresh)).toMatchObject({ heard: left })
    const shot = pictureClip(chosen, fresh)!
    const empty = documentOf(plainTrack('pictures', soundTrack(1, []).id))
    const extracted = extractSound(empty, shot, chosen, <Id extends string>() => clipId(7) as string as Id)
    expect(extracted?.edits.find(edit => edit.do === 'place')).toMatchObject({ placements: [{ clip: { heard: left } }] })
  })

  it('comes with the new take of a line; a track of the former file does not, its side does', () => {
    const document = documentOf(soundTrack(1, [
      sound(10, 0, 60, { heard: { track: 2, channel: 'right' } }),
      sound(11, 60, 60, { heard: { track: 2, channel: 'both' } }),
      sound(12, 120, 60),
    ]))
    const ids = [clipId(10), clipId(11), clipId(12)]
    const heardIn = (heard?: SoundChoice) => {
      const take = { id: takeId(9), medium: 'audio', seconds: 2, ...heard && { heard } } as const
      const { document: after, inverse } = withNewTake(document, ids, take, 'keep-time')
      expect(inverse.length).toBeGreaterThan(0)
      return ids.map((id) => {
        const clip = findClip(after, id)?.clip
        return clip && 'points' in clip ? clip.heard : null
      })
    }
    expect(heardIn()).toEqual([{ track: null, channel: 'right' }, undefined, undefined])
    expect(heardIn(left)).toEqual([left, left, left])
    const swapped = applyEdits(document, [
      { do: 'swapTake', clipId: clipId(10), takeId: takeId(9), sourceLength: 96_000, heard: left, ripples: false },
    ]).document
    expect(findClip(swapped, clipId(10))?.clip).toMatchObject({ heard: left })
  })
})

describe('other programs', () => {
  const choices: readonly (readonly [choice: SoundChoice | undefined, heard: readonly (readonly [left: number, right: number])[]])[] = [
    [undefined, [[0.1, 0.1]]],
    [{ track: 0, channel: 'both' }, [[0.9, 0]]],
    [left, [[0.9, 0.9]]],
    [right, [[0, 0]]],
  ]

  it.each(choices)('play %j: melt', async (heard, [levels]) => {
    const { take } = await open()
    const clip = { ...sound(10, 0, 30, { takeId: take.id, sourceLength: 96_000 }), ...heard && { heard } }
    for (const speed of [100, 50]) {
      const list = listOf(documentOf(soundTrack(1, [{ ...clip, speed }])), [take], { pathOf: () => basename(path) })
      await writeFile(kit.file('heard.mlt'), toMlt(list, { assPath: null }))
      await renderWithMelt(kit.file('heard.mlt'), kit.file('heard.wav'), { film: soundAlone })
      const sides = await decodedSound(kit.ffmpeg, kit.file('heard.wav'))
      // At half the speed waves that are put together again are a little higher.
      const found = sides.map(side => Math.max(...side.slice(4800, 43_200))).map(level => level > 0.5 ? 0.9 : level > 0.02 ? 0.1 : 0)
      expect(found).toEqual(levels)
    }
  })

  it('are told by the numbers of channels over all tracks, in metadata, or in words', async () => {
    const { take } = await open()
    const plain = sound(10, 0, 30, { takeId: take.id, sourceLength: 96_000 })
    const list = (heard?: SoundChoice) => listOf(documentOf(soundTrack(1, [{ ...plain, ...heard && { heard } }])), [take])
    const channelsIn = (heard?: SoundChoice) =>
      [...toFcpxml(list(heard), '1.11').matchAll(/srcCh="([^"]+)"/g)].map(([, channels]) => channels)
    expect(toFcpxml(list(), '1.11')).toContain('audioChannels="3"')
    expect([undefined, { track: 0, channel: 'both' }, left, right].map(heard => channelsIn(heard as SoundChoice | undefined)))
      .toEqual([['3'], ['1, 2'], ['1'], ['2']])
    const notes = (heard?: SoundChoice) => (['otio', 'edl', 'fcpxml', 'mlt'] as const)
      .map(format => notesOf(list(heard), format).some(({ note }) => note.endsWith('-channels')))
    expect(notes()).toEqual([false, false, false, false])
    expect(notes(left)).toEqual([true, true, true, false])
  })
})
