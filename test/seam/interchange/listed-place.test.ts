/** Places, sizes and opacity of pictures in edit lists: ours come back frame by frame, those of other programs are read. */
import type { PictureClip, SequenceDocument } from '#contract/sequence-document.ts'
import type { Take } from '#contract/takes.ts'
import type { ListedMedia } from '#rules/interchange/list.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readEditList } from '#rules/interchange/read-list.ts'
import { sequencesOfList } from '#rules/interchange/sequence-of-list.ts'
import { clipsOf, tracksOf } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { plainLook } from '#rules/sequence/new-tracks.ts'
import { placementOf } from '#rules/sequence/placement.ts'
import { placedAt } from '#rules/sequence/resolve.ts'
import { toFcpxml } from '../../../src-main/interchange/fcpxml.ts'
import { toMlt } from '../../../src-main/interchange/mlt.ts'
import { toOtio } from '../../../src-main/interchange/otio.ts'
import { listOf } from '../../kit/edit-files.ts'
import { documentOf, picture, pictureTrack, rate, takeId } from '../../kit/sequence.ts'
import { aTake } from '../sequence/arbitrary.ts'

const film = { durationSeconds: 10, width: 320, height: 180, framesPerSecond: 30, channels: 2, sampleRate: 48_000 }
const takes = [
  aTake(1, { id: takeId(1), title: 'harbour.mp4', medium: 'video', asset: film }),
  aTake(2, { id: takeId(2), title: 'still.png', medium: 'picture', asset: { width: 400, height: 300 } }),
]
function takeOf({ takeId: id, name }: ListedMedia): Take | null {
  return takes.find(take => take.id === id) ?? takes.find(take => take.title === name) ?? null
}

let next = 0
function newId<Id extends string>(): Id {
  next += 1
  return `00000000-0000-7000-8000-${String(next).padStart(12, '9')}` as Id // has the form of an id
}

function built(text: string): { readonly clips: readonly PictureClip[], readonly left: unknown[] } {
  const list = readEditList(text, rate)
  const at = list.rate ?? rate
  const empty: SequenceDocument = { ...documentOf(), rate: at, trackIds: [], tracks: {} }
  const { document } = applyEdits(empty, sequencesOfList(list, { rate: at, takeOf, newId }).at(-1)!.edits)
  const clips = tracksOf(document).flatMap(track => track.kind === 'pictures' ? clipsOf(track).filter(clip => 'look' in clip) : [])
  return { clips: clips.toSorted((a, b) => a.start - b.start), left: [...list.left] }
}

const share = (most: number) => fc.integer({ min: -100, max: 100 }).map(part => part / 100 * most)
const crops = fc.constantFrom(plainLook.crop, plainLook.crop, { left: 0.1, top: 0.2, right: 0.05, bottom: 0 })
const looks = fc.record({
  fit: fc.constantFrom('contain' as const, 'cover' as const),
  x: share(0.6),
  y: share(0.6),
  scale: fc.constantFrom(1, 0.5, 1.75, 3),
  rotation: fc.constantFrom(0, 0, 30, -90),
  opacity: fc.constantFrom(1, 1, 0.4),
  crop: crops,
})
const keyed = fc.record({
  x: fc.array(share(0.6), { minLength: 2, maxLength: 3 }),
  scale: fc.array(fc.constantFrom(0.5, 1, 2), { minLength: 2, maxLength: 3 }),
  opacity: fc.array(fc.constantFrom(0.2, 0.6, 1), { minLength: 2, maxLength: 3 }),
}, { requiredKeys: [] })
const pictures = fc.array(fc.record({
  take: fc.constantFrom(1, 2),
  look: looks,
  keyed: fc.option(keyed, { nil: null }),
  fadeIn: fc.constantFrom(0, 0, 8),
  fadeOut: fc.constantFrom(0, 0, 10),
}), { minLength: 1, maxLength: 4 }).map(all => documentOf(pictureTrack(1, all.map(({ take, look, keyed, ...fades }, index) => {
  const keys = Object.fromEntries(Object.entries(keyed ?? {}).map(([name, values]) =>
    [name, values.map((value, at) => ({ at: at * 1500 + 200, value, easing: 'linear' as const }))]))
  return picture(11 + index, index * 50, 50, {
    ...{ takeId: takeId(take), look, ...fades },
    ...take === 1 ? { in: 2, sourceLength: 300 } : {},
    ...Object.keys(keys).length > 0 && { keys },
  })
}))))

/** The largest difference of what is seen: in shares of the frame, of opacity, and in degrees. */
function differenceOf(one: PictureClip, other: PictureClip): number {
  const source = takes.find(take => take.id === one.takeId)?.asset
  const size = { width: source?.width ?? 1, height: source?.height ?? 1 }
  const frame = { width: 1920, height: 1080 }
  return Math.max(...Array.from({ length: one.length }, (_, at) => {
    const [a, b] = [one, other].map((clip) => {
      const place = placedAt(clip, at)
      return { ...placementOf(clip.look, place, size, frame), opacity: place.opacity, crop: place.crop }
    })
    const sides = (['x', 'y', 'width', 'height'] as const).map(side => Math.abs(a![side] - b![side]) / frame.width)
    const cut = (['left', 'top', 'right', 'bottom'] as const).map(side => Math.abs(a!.crop[side] - b!.crop[side]))
    return Math.max(...sides, ...cut, Math.abs(a!.opacity - b!.opacity), Math.abs(a!.rotation - b!.rotation) / 100)
  }))
}

describe('what went out comes back', () => {
  it.each([
    ['OTIO', toOtio],
    ['FCPXML', (list: ReturnType<typeof listOf>) => toFcpxml(list, '1.11')],
    ['MLT', (list: ReturnType<typeof listOf>) => toMlt(list, { assPath: null })],
  ] as const)('%s: pictures are where they were in each frame, and as clear', (_, write) => {
    fc.assert(fc.property(pictures, (document) => {
      const { clips, left } = built(write(listOf(document, takes)))
      const before = tracksOf(document).flatMap(track => clipsOf(track).filter(clip => 'look' in clip))
      expect(clips.map(({ start, length }) => [start, length])).toEqual(before.map(({ start, length }) => [start, length]))
      before.forEach((clip, at) => expect(differenceOf(clip, clips[at]!)).toBeLessThan(0.02))
      expect(left).toEqual([])
    }), { numRuns: 100 })
  })
})

describe('of other programs', () => {
  it('final Cut Pro: a place whose two numbers have keys of their own, a size, a turn, opacity, and a crop', () => {
    const { clips, left } = built(`<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE fcpxml><fcpxml version="1.11"><resources>
      <format id="r1" frameDuration="1/25s" width="1920" height="1080"/>
      <asset id="r2" name="harbour.mp4" start="0s" duration="10s" hasVideo="1" format="r1">
      <media-rep kind="original-media" src="file:///a/harbour.mp4"/></asset>
      </resources><library><event><project name="Film"><sequence format="r1"><spine>
      <asset-clip ref="r2" offset="0s" name="one" start="2s" duration="2s">
        <adjust-crop mode="trim"><trim-rect left="17.7778" top="10"/></adjust-crop>
        <adjust-transform position="0 0" scale="0.5 0.5" rotation="15">
          <param name="position">
            <param name="X"><keyframeAnimation>
              <keyframe time="2s" value="0"/><keyframe time="3s" value="17.7778"/></keyframeAnimation></param>
            <param name="Y"><keyframeAnimation>
              <keyframe time="2s" value="10"/><keyframe time="3s" value="10"/></keyframeAnimation></param>
          </param>
        </adjust-transform><adjust-blend amount="0.25"/>
      </asset-clip>
      <asset-clip ref="r2" offset="2s" name="two" start="0s" duration="2s">
        <adjust-transform scale="2 1"/><adjust-crop mode="pan"><pan-rect/></adjust-crop>
      </asset-clip>
      </spine></sequence></project></event></library></fcpxml>`)
    const [one] = clips
    const crop = { left: 0.1, top: 0.1, right: 0, bottom: 0 }
    expect(one?.look).toMatchObject({ scale: 0.5, rotation: -15, opacity: 0.25, y: -0.1, crop })
    expect(placedAt(one!, 0).x).toBeCloseTo(0)
    expect(placedAt(one!, 25).x).toBeCloseTo(0.1, 3)
    expect(left).toEqual([['effects', 2]])
  })

  it('shotcut and Kdenlive: a rectangle in pixels or percent, in which a picture keeps its shape', () => {
    const filmWith = (filter: string): string => `<?xml version="1.0"?><mlt LC_NUMERIC="C" producer="main">
      <profile width="1920" height="1080" frame_rate_num="25" frame_rate_den="1"/>
      <chain id="c" out="99"><property name="resource">/a/still.png</property>
      <property name="mlt_service">qimage</property>${filter}</chain>
      <playlist id="p"><entry producer="c" in="0" out="49"/></playlist>
      <tractor id="main"><property name="shotcut">1</property><track producer="p"/></tractor></mlt>`
    const half = built(filmWith(`<filter><property name="mlt_service">qtblend</property>
      <property name="rect">0=960 540 960 540 0.5</property><property name="rotation">0=20</property></filter>`)).clips[0]
    expect(half?.look).toMatchObject({ x: 0.25, y: 0.25, scale: 0.5, opacity: 0.5, rotation: 20 })
    const affine = built(filmWith(`<filter><property name="mlt_service">affine</property>
      <property name="shotcut:filter">affineSizePosition</property>
      <property name="transition.rect">25% 25% 50% 50% 1</property><property name="transition.fix_rotate_x">0</property></filter>`))
    expect(affine.clips[0]?.look).toMatchObject({ x: 0, y: 0, scale: 0.5, opacity: 1 })
    expect(affine.left).toEqual([])
  })
})
