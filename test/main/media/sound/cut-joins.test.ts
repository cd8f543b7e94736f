/** Where something is cut out of a sound, the delivered mix does not click. */
import type { RenderSound } from '../../../../src-main/media/plan/render-plan.ts'
import type { MediaKit } from '../../../kit/media.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { clipsOf } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { soundEvents } from '#rules/sequence/levels.ts'
import { mixToWav } from '../../../../src-main/media/sound/mix.ts'
import { decodedSound, openMediaKit } from '../../../kit/media.ts'
import { documentOf, rate, sound, soundTrack, trackId } from '../../../kit/sequence.ts'

let kit: MediaKit
let path: string
beforeAll(async () => {
  kit = await openMediaKit()
  path = await kit.make('tone.wav', ['-f', 'lavfi', '-i', 'aevalsrc=0.5*sin(2*PI*220*t):s=48000:d=4', '-c:a', 'pcm_s16le'])
})
afterAll(() => kit.close())

/** In the middle of a tone, at any phase of it: worse than any pause. */
const cuts = [{ at: 30_011, frames: 7 }, { at: 70_123, frames: 11 }, { at: 130_057, frames: 3 }]

async function steps(crossFade: number): Promise<{ atJoins: number, elsewhere: number }> {
  const whole = documentOf(soundTrack(1, [sound(11, 0, 120)]))
  const { document } = applyEdits(whole, [{ do: 'cutTime', trackIds: [trackId(1)], cuts, crossFade }])
  const sounds = soundEvents(document).map(({ clip: { in: from, speed }, start, length, levels }): RenderSound =>
    ({ path, start, length, in: from, speed, levels: [...levels] }))
  const name = `mix-${crossFade}.wav`
  await mixToWav(sounds, kit.file(name), { frames: (120 - 21) * 48_000 * rate.denominator / rate.numerator })
  const [left] = await decodedSound(kit.ffmpeg, kit.file(name))
  const joins = clipsOf(document.tracks[trackId(1)]!).slice(1).map(({ start }) => start)
  const found = { atJoins: 0, elsewhere: 0 }
  for (let at = 1; at < left.length - 480; at++) {
    const which = joins.some(join => Math.abs(at - join) < 960) ? 'atJoins' : 'elsewhere'
    found[which] = Math.max(found[which], Math.abs(left[at]! - left[at - 1]!))
  }
  expect(joins).toHaveLength(3)
  return found
}

it('no sample differs more from the one before it at a join than elsewhere; without the cross-fade it does', async () => {
  const faded = await steps(480)
  expect(faded.elsewhere).toBeGreaterThan(0.01)
  // Two tones of the same pitch may add up by 3 dB while they cross.
  expect(faded.atJoins).toBeLessThan(faded.elsewhere * 1.5)
  const hard = await steps(0)
  expect(hard.atJoins).toBeGreaterThan(hard.elsewhere * 3)
})
