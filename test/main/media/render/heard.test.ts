/**
 * What is chosen of a take's sound is what its clip plays: in the edit and its undo, the preview, the delivery, and what is kept of both.
 *
 * @module-tag wide
 */
import type { SoundChoice } from '#contract/words.ts'
import type { MediaKit } from '../../../kit/media.ts'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { SoundClip } from '#contract/sequence-document.ts'
import { SequenceEdit } from '#contract/sequence-edits.ts'
import { presetById } from '#rules/deliver/presets.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { createLog } from '../../../../src-main/base/log.ts'
import { freezeRender } from '../../../../src-main/deliver/render-plan.ts'
import { createRenditions } from '../../../../src-main/library/renditions.ts'
import { renderPlan } from '../../../../src-main/media/render/render.ts'
import { openComingIn } from '../../../kit/coming-in.ts'
import { hangMs } from '../../../kit/hang.ts'
import { decodedSound, openMediaKit } from '../../../kit/media.ts'
import { onlyEncoding, soundFromSamples } from '../../../kit/plain-plan.ts'
import { clipId, documentOf, sound, soundTrack } from '../../../kit/sequence.ts'
import { aTake, projectId, sequenceId } from '../../../seam/sequence/arbitrary.ts'

let kit: MediaKit
let path: string
beforeAll(async () => {
  kit = await openMediaKit()
  const tone = (hertz: number): string => `0.5*sin(2*PI*${hertz}*t)`
  path = await kit.make('two-sounds.mp4', [
    ...['-f', 'lavfi', '-i', 'color=c=red:s=64x48:r=25:d=2', '-f', 'lavfi', '-i', `aevalsrc='${tone(440)}|${tone(880)}':s=48000:d=2`],
    ...['-f', 'lavfi', '-i', `aevalsrc='${tone(200)}':s=48000:d=2`, '-map', '0:v', '-map', '1:a', '-map', '2:a'],
    ...['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-b:a', '160k', '-disposition:a:0', '0', '-disposition:a:1', 'default'],
    ...['-metadata:s:a:0', 'language=eng', '-metadata:s:a:0', 'handler_name=Desktop', '-metadata:s:a:1', 'language=deu'],
  ])
})
afterAll(() => kit.close())

/** Which of the three tones are heard on each side. */
async function tonesIn(file: string): Promise<string> {
  return tonesOf(await decodedSound(kit.ffmpeg, file))
}
function tonesOf(sides: readonly Float32Array[]): string {
  return sides.map((all) => {
    const samples = all.slice(12_000, 60_000)
    return [200, 440, 880].filter((hertz) => {
      let [re, im] = [0, 0]
      samples.forEach((sample, at) => {
        re += sample * Math.cos(2 * Math.PI * hertz * at / 48_000)
        im += sample * Math.sin(2 * Math.PI * hertz * at / 48_000)
      })
      return 2 * Math.hypot(re, im) / samples.length > 0.1
    }).join('+')
  }).join(' ')
}

const choices: readonly (readonly [choice: SoundChoice | undefined, heard: string])[] = [
  [undefined, '200 200'],
  [{ track: null, channel: 'right' }, '200 200'],
  [{ track: 0, channel: 'both' }, '440 880'],
  [{ track: 0, channel: 'left' }, '440 440'],
  [{ track: 0, channel: 'right' }, '880 880'],
  [{ track: 1, channel: 'both' }, '200 200'],
  [{ track: 9, channel: 'both' }, '200 200'],
]

it('is heard in the preview, at any speed', async () => {
  const { root, assets, bring, clock } = await openComingIn()
  const { asset } = await bring(path)
  expect(asset.sounds).toEqual([
    { channels: 2, stream: 1, language: 'eng', title: 'Desktop', isDefault: false },
    { channels: 1, stream: 2, language: 'deu', title: '', isDefault: true },
  ])
  const renditions = createRenditions({
    ...{ folder: join(root, 'renditions'), assets, ffmpeg: async () => kit.ffmpeg, limitBytes: async () => 1e9 },
    ...{ freeBytes: async () => 1e12, minFreeBytes: 0, clock, log: createLog({ write: () => {}, clock }) },
  })
  onTestFinished(() => renditions.close())
  const asked = choices.flatMap(([heard, tones]) => [100, 50].map(speed =>
    ({ key: { assetId: asset.id, speed, ...heard && { heard } }, tones })))
  // All are made while the first is waited for.
  await renditions.requestAtSpeed(asked.map(({ key }) => key))
  for (const { key, tones } of asked) {
    const stateOf = async () => (await renditions.requestAtSpeed([key]))[0]
    await expect.poll(async () => (await stateOf())?.state, { timeout: hangMs }).toBe('ready')
    const state = await stateOf()
    const found = state?.state === 'ready' ? await renditions.find(key, 'sound', state.madeAt) : null
    expect(await tonesIn(found?.path ?? ''), JSON.stringify(key)).toBe(tones)
    const other = { ...key, heard: { track: 3, channel: 'left' } } as const
    expect(await renditions.find(other, 'sound', state?.state === 'ready' ? state.madeAt : 1)).toBeNull()
  }
}, choices.length * hangMs)

it('is heard in the delivery, each clip with its own', async () => {
  const parts = choices.slice(2, 5).map(([heard]) => heard)
  const sounds = parts.map((heard, at) => ({
    ...soundFromSamples({ path, startSample: at * 96_000, samples: 96_000, inSample: 0, gainDb: 0, fadeInSamples: 0, fadeOutSamples: 0 }),
    ...heard && { heard },
  }))
  const out = kit.file('film.mp4')
  await renderPlan({
    ...{ width: 64, height: 48, rate: { numerator: 25, denominator: 1 }, durationFrames: 150 },
    ...{ background: '#000000', pictures: [], stretches: [] },
    ...{ sounds, captions: { mode: 'none', assPath: null, fontsDir: null, tracks: [] }, loudness: null },
    ...{ encoding: onlyEncoding({ width: 64, height: 48 }), chapters: [], metadata: {} },
  }, out, { ffmpeg: kit.ffmpeg, workDir: kit.file('work') })
  const sides = await decodedSound(kit.ffmpeg, out)
  for (const [at, [, tones]] of choices.slice(2, 5).entries())
    expect(tonesOf(sides.map(all => all.slice(at * 96_000, (at + 1) * 96_000)))).toBe(tones)
})

it('is set by an edit, undone, carried by cuts, and frozen into the plan', () => {
  const heard = { track: 0, channel: 'left' } as const
  const document = documentOf(soundTrack(1, [sound(10, 0, 96_000)]))
  const set = SequenceEdit.parse({ do: 'setSound', clipIds: [clipId(10)], values: { heard } })
  const edited = applyEdits(document, [set])
  expect(edited.patches.length).toBeGreaterThan(0)
  expect(edited.inverse.length).toBe(edited.patches.length)
  const cut = applyEdits(edited.document, [{ do: 'split', atFrame: 12, pieces: [{ clipId: clipId(10), newId: clipId(11) }] }]).document
  const clips = Object.values(cut.tracks).flatMap(track => Object.values(track.clips))
  expect(clips.map(clip => 'points' in clip ? clip.heard : null)).toEqual([heard, heard])
  expect(applyEdits(edited.document, [set]).patches).toEqual([])
  const plan = freezeRender({
    ...{ sequence: { ...cut, id: sequenceId, projectId, revision: 1, changedAt: 0 }, takes: [aTake(10)], pathOf: () => '/library/sound' },
    ...{ preset: presetById('podcast-mp3')!, captionMode: 'none', title: 'Sound', madeAt: 0 },
  })
  expect(plan.sounds.map(each => each.heard)).toEqual([heard, heard])
})

it('of another form is refused', () => {
  const clip = { ...sound(10, 0, 96_000) }
  expect(SoundClip.safeParse(clip).success).toBe(true)
  const wrongTracks = [{ track: -1, channel: 'both' }, { track: 0.5, channel: 'both' }]
  const wrong = [...wrongTracks, { track: 0, channel: 'middle' }, { track: 0 }, 'left', null]
  for (const heard of wrong)
    expect(SoundClip.safeParse({ ...clip, heard }).success).toBe(false)
})
