/** What is found before a delivery: every place, of the preset that was chosen, and gone once it is fixed. */
import type { FindingPlace, PreflightFinding } from '#contract/deliveries.ts'
import type { Grade } from '#contract/grade.ts'
import type { Preset, VideoCodec } from '#contract/presets.ts'
import type { Keys, PictureClip, Sequence, SequenceDocument } from '#contract/sequence-document.ts'
import type { TakeId } from '#contract/words.ts'
import type { PreflightFacts } from '../../../src-main/deliver/preflight.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainShapes } from '#rules/captions/shape.ts'
import { captionStyle, titleStyle } from '#rules/captions/style.ts'
import { neutralGrade } from '#rules/colour/grade.ts'
import { fixOf, fixOfAll } from '#rules/deliver/fixes.ts'
import { presetById } from '#rules/deliver/presets.ts'
import { clipsOf, endOf, tracksOf } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { flat } from '#rules/sequence/nested/flat.ts'
import { plainLook } from '#rules/sequence/new-tracks.ts'
import { preflight } from '../../../src-main/deliver/preflight.ts'
import { atOnce } from '../../kit/at-once.ts'
import { moved } from '../../kit/moved.ts'
import {
  caption,
  captionTrack,
  clipId,
  documentOf,
  markerId,
  picture,
  pictureTrack,
  sound,
  soundTrack,
  takeId,
} from '../../kit/sequence.ts'
import { lutId } from '../../seam/colour/arbitrary.ts'
import { aLine, aTake, projectId, sequenceId } from '../../seam/sequence/arbitrary.ts'
import { documents } from '../../seam/sequence/edits.ts'

const sequenceOf = (document: SequenceDocument): Sequence => ({ ...document, id: sequenceId, projectId, revision: 1, changedAt: 0 })
const still = (number: number, width = 1920, height = 1080) => aTake(number, { medium: 'picture', asset: { width, height } })

function check(document: SequenceDocument, has: Partial<PreflightFacts> = {}, presetId = 'landscape-1080'): PreflightFinding[] {
  return atOnce(preflight({
    sequence: sequenceOf(document),
    preset: presetById(presetId)!,
    captionMode: 'soft',
    takes: [],
    missingTakeIds: new Set(),
    lines: [],
    outlineOf: () => null,
    hasFfmpeg: true,
    lacking: [],
    freeBytes: 1,
    neededBytes: 0,
    ...has,
  }))
}
function placesOf(found: readonly PreflightFinding[], finding: PreflightFinding['finding']): FindingPlace[] {
  return found.find(each => each.finding === finding)?.places ?? []
}

/** Loud from 0 to this second, silent after; full scale is 128. */
function loudFor(seconds: number, of: number): Int8Array {
  return Int8Array.from({ length: of * 200 }, (_, at) => at < seconds * 200 ? (at % 2 === 0 ? -120 : 120) : 0)
}

describe('places', () => {
  it('are told all, with the clip, the frame and the words', () => {
    const document = documentOf(
      pictureTrack(1, [picture(10, 0, 30), picture(11, 40, 1), picture(12, 41, 30), picture(13, 72, 30)]),
      soundTrack(2, [sound(20, 0, 60, { lineId: aLine(7).id }), sound(21, 60, 60, { lineId: aLine(8).id })]),
    )
    const found = check(document, {
      takes: [still(10), still(11), still(12), still(13), aTake(20, { lineId: aLine(7).id })],
      lines: [aLine(7, { state: 'stale', text: 'Old words.' }), aLine(9, { state: 'not-made', text: 'New words.' })],
    })
    expect(found.map(({ finding, isBlocking, count }) => [finding, isBlocking, count])).toEqual([
      ['missing-media', true, 1],
      ['stale-line', false, 1],
      ['line-not-made', false, 1],
      ['gap', false, 2],
      ['flash', false, 2],
    ])
    expect(placesOf(found, 'missing-media')).toMatchObject([{ clipId: clipId(21), startFrame: 60, frames: 60, takeId: takeId(21) }])
    expect(placesOf(found, 'stale-line')).toMatchObject([{ name: 'Old words.', lineId: aLine(7).id, clipId: clipId(20), startFrame: 0 }])
    expect(placesOf(found, 'line-not-made')).toMatchObject([{ name: 'New words.', lineId: aLine(9).id, startFrame: null }])
    expect(placesOf(found, 'gap').map(({ startFrame, frames }) => [startFrame, frames])).toEqual([[30, 10], [102, 18]])
    expect(placesOf(found, 'flash').map(place => [place.startFrame, place.clipId])).toEqual([[40, clipId(11)], [71, null]])
  })

  it('of what is neither seen nor heard in this part say nothing of its files', () => {
    const grade = { ...neutralGrade, lut: { id: lutId, amount: 0.5 } }
    const has = { sourceLength: 900, grade }
    const nested = { takeId: null, nested: { sequenceId }, sourceLength: 900 }
    const document = documentOf(
      pictureTrack(1, [picture(10, 0, 60), picture(11, 60, 60, has), picture(15, 120, 30, nested)]),
      pictureTrack(2, [picture(12, 0, 60, has), picture(16, 60, 30, nested)], { isMuted: true }),
      soundTrack(3, [sound(20, 0, 60, { lineId: null })], { isSoloed: true }),
      soundTrack(4, [sound(21, 0, 60)]),
      soundTrack(5, [sound(22, 0, 60)], { isMuted: true }),
    )
    const facts = { takes: [still(10), aTake(20)], missingSequenceIds: new Set([sequenceId]) }
    const blocking = (shown: SequenceDocument) => {
      const found = check(shown, facts).filter(each => each.isBlocking)
      return found.map(({ finding, places }) => [finding, places.map(place => place.clipId)])
    }
    expect(blocking({ ...document, outFrame: 60 })).toEqual([])
    expect(blocking(document)).toEqual([
      ['missing-media', [clipId(11)]],
      ['missing-sequence', [clipId(15)]],
      ['missing-lut', [clipId(11)]],
    ])
    // A clip that comes in before the cut is seen.
    const crossed = documentOf(pictureTrack(1, [picture(10, 0, 60), picture(11, 50, 60, { ...has, crossIn: 10 })]))
    expect(blocking({ ...crossed, outFrame: 55 }).map(([finding]) => finding)).toEqual(['missing-media', 'missing-lut'])
  })

  it('of disabled clips are told, and what they lack prevents nothing', () => {
    const document = documentOf(
      pictureTrack(1, [picture(10, 0, 30), picture(11, 30, 30, { isDisabled: true })]),
      soundTrack(2, [sound(20, 0, 60, { isDisabled: true })]),
      captionTrack(3, [caption(30, 0, 5, { text: 'Far too many words for that', isDisabled: true })]),
    )
    const found = check(document, { takes: [still(10)], missingTakeIds: new Set([takeId(20)]) })
    expect(found.map(({ finding, isBlocking, count }) => [finding, isBlocking, count])).toEqual([['gap', false, 1], ['disabled', false, 3]])
    expect(placesOf(found, 'disabled').map(place => place.clipId)).toEqual([clipId(20), clipId(30), clipId(11)])
    const heard = check(document, { takes: [still(10)] }, 'podcast-mp3')
    expect(placesOf(heard, 'disabled').map(place => place.clipId)).toEqual([clipId(20)])
  })

  it('of pictures and captions are those of the preset', () => {
    const zoomed = picture(10, 0, 60, { look: { ...picture(0, 0, 1).look, scale: 1.5 } })
    const document = documentOf(
      pictureTrack(1, [zoomed, picture(11, 60, 60)]),
      captionTrack(2, [
        caption(20, 0, 15, { text: 'Far too many words for half of a second' }),
        caption(21, 15, 600, { text: Array.from({ length: 22 }).fill('row').join('\n') }),
      ]),
    )
    const takes = [still(10), still(11, 640, 360)]
    const found = (presetId: string, captionMode: PreflightFacts['captionMode'] = 'soft') =>
      check(document, { takes, captionMode }, presetId)
    expect(placesOf(found('landscape-1080'), 'upscaled').map(({ clipId: id, value }) => [id, value]))
      .toEqual([[clipId(10), 1.5], [clipId(11), 3]])
    expect(placesOf(found('landscape-720'), 'upscaled').map(({ clipId: id }) => id)).toEqual([clipId(11)])
    expect(placesOf(found('landscape-720'), 'caption-fast').map(({ clipId: id }) => id)).toEqual([clipId(20)])
    expect(found('landscape-720', 'none').map(({ finding }) => finding)).not.toContain('caption-fast')
    expect(placesOf(found('landscape-720'), 'caption-outside')).toEqual([])
    expect(placesOf(found('landscape-720', 'burned'), 'caption-outside')).toMatchObject([{ clipId: clipId(21), value: 22 }])
  })

  it('of sizes that the encoder refuses, with what it takes', () => {
    const preset = presetById('landscape-1080')!
    const refused = (codec: VideoCodec, width: number, height: number) =>
      check(documentOf(), { preset: { ...preset, video: { ...preset.video!, codec, width, height } } })
        .flatMap(({ finding, isBlocking, example }) => isBlocking && finding.startsWith('too-') ? [[finding, example]] : [])
    expect(refused('av1', 62, 64)).toEqual([['too-small', '64 × 64']])
    expect(refused('hevc', 8192, 30)).toEqual([['too-narrow', '32 4216']])
    expect(refused('dnxhr', 8192, 8192)).toEqual([['too-large', '8176']])
    expect(refused('hevc', 8192, 8192)).toEqual([])
  })

  it('of letters that no font has, where they are drawn: in captions that are burned in, and in titles', () => {
    const title = { text: 'The sign \u{13000}', style: titleStyle }
    // The name of a shape is not drawn.
    const shape = picture(12, 120, 60, { takeId: null, title: { ...title, shape: plainShapes.arrow } })
    const document = documentOf(
      pictureTrack(1, [picture(10, 0, 60, { takeId: null, title }), picture(11, 60, 60), shape]),
      captionTrack(2, [caption(20, 0, 60, { text: 'สวัสดี 🎉 ♪' }), caption(21, 60, 60, { text: 'Private \uE000\uE001, \uE000' })]),
    )
    const found = (captionMode: PreflightFacts['captionMode'], presetId = 'landscape-720') =>
      check(document, { takes: [still(11)], captionMode }, presetId).find(({ finding }) => finding === 'missing-letters')
    expect(found('burned')).toMatchObject({
      isBlocking: false,
      example: '\uE000 \uE001',
      places: [{ clipId: clipId(21), words: '\uE000 \uE001' }, { clipId: clipId(10), words: '\u{13000}' }],
    })
    expect(found('soft')?.places.map(place => place.clipId)).toEqual([clipId(10)])
    expect(found('none', 'podcast-mp3')).toBeUndefined()
  })

  it('of captions with the text of an earlier take, which take the new ones by their fix', () => {
    const has = { lineId: aLine(7).id, linkId: clipId(90) }
    const document = documentOf(
      soundTrack(1, [sound(20, 0, 60, { ...has, takeId: takeId(20) })]),
      captionTrack(2, [caption(30, 0, 60, { ...has, text: 'Said before', laidText: 'Said before' })]),
    )
    const facts = { takes: [aTake(20)], lines: [aLine(7, { state: 'made', text: 'Said now', chosenTakeId: takeId(20) })] }
    const [place, ...others] = placesOf(check(document, facts), 'caption-old')
    expect([place, others]).toMatchObject([{ clipId: clipId(30), name: 'Said before', words: 'Said now', startFrame: 0 }, []])
    expect(check(document, { ...facts, captionMode: 'none' }).map(({ finding }) => finding)).not.toContain('caption-old')
    const fix = fixOfAll(document, 'caption-old', [place!])!
    const fixed = applyEdits(document, fix.edits).document
    expect(tracksOf(fixed).flatMap(track => track.kind === 'captions' ? clipsOf(track).map(({ text }) => text) : [])).toEqual(['Said now'])
    expect([fix.name, placesOf(check(fixed, facts), 'caption-old')]).toEqual(['caption', []])
  })

  it('of the whole: encoders, and the length that was wanted or that a platform takes', () => {
    const document = documentOf(pictureTrack(1, [picture(10, 0, 200 * 30)]))
    const takes = [still(10, 2160, 3840)]
    expect(check(document, { takes })).toEqual([])
    const pale = check(document, { takes, hdrTakeIds: new Set([takes[0]!.id]) })
    expect(placesOf(pale, 'hdr')).toMatchObject([{ clipId: clipId(10), startFrame: 0 }])
    const shot = { ...aTake(10, { medium: 'video', asset: { width: 1920, height: 1080, durationSeconds: 300 } }) }
    const shots = (grade: Grade | undefined) => check(
      documentOf(pictureTrack(1, [picture(10, 0, 200 * 30, { sourceLength: 300 * 30, ...grade && { grade } })])),
      { takes: [shot], changedHdrTakeIds: new Set([shot.id]) },
    )
    expect(placesOf(shots({ ...neutralGrade, exposure: 1 }), 'graded-hdr')).toMatchObject([{ clipId: clipId(10), startFrame: 0 }])
    expect([shots(neutralGrade), shots(undefined)].map(found => placesOf(found, 'graded-hdr'))).toEqual([[], []])
    const nested = (has: Partial<PictureClip>) => {
      const clip = picture(20, 0, 200 * 30, { takeId: null, nested: { sequenceId }, sourceLength: 200 * 30, ...has })
      const inner = documentOf(pictureTrack(2, [picture(10, 0, 200 * 30, { sourceLength: 300 * 30 })]))
      return check(flat(documentOf(pictureTrack(1, [clip])), () => inner), { takes: [shot], changedHdrTakeIds: new Set([shot.id]) })
    }
    expect(placesOf(nested({ look: { ...plainLook, scale: 0.5 } }), 'nested-hdr')).toMatchObject([{ startFrame: 0 }])
    expect(placesOf(nested({}), 'nested-hdr')).toEqual([])
    const odd = check(document, { takes, oddColourTakeIds: new Set([takes[0]!.id]) })
    expect(placesOf(odd, 'odd-colours')).toMatchObject([{ clipId: clipId(10), startFrame: 0 }])
    const grade = { ...neutralGrade, lut: { id: lutId, amount: 0.5 } }
    const looked = documentOf(pictureTrack(1, [picture(10, 0, 200 * 30, { grade })]))
    expect(check(looked, { takes })).toMatchObject([{ finding: 'missing-lut', isBlocking: true, places: [{ clipId: clipId(10) }] }])
    expect(check(looked, { takes, lutIds: new Set([lutId]) })).toEqual([])
    const unseen = documentOf(pictureTrack(1, [picture(10, 0, 200 * 30, { grade: { ...grade, lut: { id: lutId, amount: 0 } } })]))
    expect(check(unseen, { takes })).toEqual([])
    const keys = (name: 'exposure' | 'lutAmount'): Keys => ({ [name]: [0, 1].map(value => ({ at: 9000 * value, value, easing: 'ease' })) })
    const comes = documentOf(pictureTrack(1, [
      picture(10, 0, 200 * 30, { grade: { ...grade, lut: { id: lutId, amount: 0 } }, keys: keys('lutAmount') }),
    ]))
    expect(check(comes, { takes })).toMatchObject([{ finding: 'missing-lut', isBlocking: true, places: [{ clipId: clipId(10) }] }])
    const brightens = documentOf(pictureTrack(1, [picture(10, 0, 200 * 30, { sourceLength: 300 * 30, keys: keys('exposure') })]))
    const found = check(brightens, { takes: [shot], changedHdrTakeIds: new Set([shot.id]) })
    expect(placesOf(found, 'graded-hdr')).toMatchObject([{ clipId: clipId(10) }])
    expect(check(document, { takes, lacking: ['libx264'] })).toEqual([
      { finding: 'no-encoder', isBlocking: true, count: 1, example: 'libx264', places: [] },
    ])
    expect(placesOf(check(document, { takes }, 'portrait-1080'), 'too-long'))
      .toMatchObject([{ startFrame: 180 * 30, frames: 20 * 30, value: 180 }])
    expect(placesOf(check({ ...document, targetSeconds: 60 }, { takes }), 'off-target'))
      .toMatchObject([{ startFrame: 200 * 30, value: 140 }])
    expect(check({ ...document, targetSeconds: 200.4 }, { takes })).toEqual([])
  })
})

describe('a platform', () => {
  const long = (minutes: number, chapters: readonly number[] = []) => ({
    ...documentOf(pictureTrack(1, [picture(10, 0, minutes * 60 * 30)])),
    markers: Object.fromEntries(chapters.map((seconds, at) =>
      [markerId(at + 1), { id: markerId(at + 1), at: seconds * 30, name: `Part ${at}` }])),
  })
  const facts = { takes: [still(10, 2160, 3840)] }

  it('says by its name what is too long for it', () => {
    const tooLong = (presetId: string, minutes: number) =>
      check(long(minutes), facts, presetId).find(({ finding }) => finding === 'too-long')
    expect(tooLong('youtube-shorts', 4))
      .toMatchObject({ isBlocking: false, example: 'YouTube Shorts', places: [{ startFrame: 180 * 30, value: 180 }] })
    expect(tooLong('instagram-reels', 4)).toBeUndefined()
    expect(tooLong('instagram-reels', 16)).toMatchObject({ example: 'Instagram Reels', places: [{ value: 900 }] })
    expect(tooLong('tiktok', 4)).toBeUndefined()
    expect(tooLong('tiktok', 61)).toMatchObject({ example: 'TikTok', places: [{ value: 3600 }] })
    expect(tooLong('spotify', 600)).toBeUndefined()
  })

  it('says what it would not take or change: shape, rate, size of the file, loudness', () => {
    const problems = (presetId: string, more: Partial<Preset> = {}, others: Partial<PreflightFacts> = {}): string[] =>
      check(long(1), { ...facts, ...others, preset: { ...presetById(presetId)!, ...more } }, presetId)
        .flatMap(({ finding, example }) => finding === 'platform' ? [example] : [])
    for (const id of ['youtube-1080', 'youtube-shorts', 'tiktok', 'instagram-reels', 'spotify', 'apple-podcasts'])
      expect(problems(id)).toEqual([])
    const wide = { ...presetById('landscape-1080')!.video! }
    expect(problems('youtube-shorts', { video: wide })).toEqual(['shape YouTube Shorts'])
    expect(problems('tiktok', { video: { ...wide, rate: { numerator: 120, denominator: 1 } } })).toEqual(['rate TikTok'])
    expect(problems('tiktok', { video: { ...wide, rate: { numerator: 24_000, denominator: 1001 }, height: 240 } })).toEqual(['side TikTok'])
    expect(problems('instagram-reels', {}, { fileBytes: 5e9 })).toEqual(['bytes Instagram Reels'])
    expect(problems('apple-podcasts', {}, { loudness: { targetLufs: -23, truePeakDbtp: -1 } })).toEqual(['loudness Apple Podcasts'])
    expect(problems('spotify', {}, { loudness: null })).toEqual(['loudness Spotify'])
    expect(problems('landscape-1080', {}, { loudness: null, fileBytes: 1e15 })).toEqual([])
  })

  it('says which burned captions and titles its buttons would cover, and none that are in the middle or outside them', () => {
    const title = (number: number, y: number) => ({
      ...picture(number, (number - 10) * 30, 30),
      ...{ takeId: null, title: { text: 'A title', style: titleStyle }, look: { ...plainLook, y } },
    })
    const words = (number: number, place: 'middle' | 'bottom') =>
      captionTrack(number, [{ ...caption(number + 20, 0, 30), text: 'Words' }], { style: { ...captionStyle, place } })
    const covered = (presetId: string, place: 'middle' | 'bottom', captionMode: 'burned' | 'soft' = 'burned') => {
      const document = documentOf(pictureTrack(1, [title(10, 0), title(11, 0.45), title(12, -0.48)]), words(2, place))
      return placesOf(check(document, { captionMode }, presetId), 'covered').map(({ clipId: id }) => id)
    }
    // Captions are drawn next to what is covered; titles stay where they were placed.
    expect(covered('instagram-reels', 'bottom')).toEqual([clipId(11), clipId(12)])
    expect(covered('instagram-reels', 'middle')).toEqual([clipId(11), clipId(12)])
    expect(covered('tiktok', 'bottom', 'soft')).toEqual([clipId(11), clipId(12)])
    expect(covered('youtube-1080', 'bottom')).toEqual([])
    expect(covered('portrait-1080', 'bottom')).toEqual([])
  })

  it('says which chapters it would not show, and nothing where there are none', () => {
    const problems = (presetId: string, chapters: readonly number[]) =>
      check(long(2, chapters), facts, presetId).flatMap(({ finding, example }) => finding === 'chapters' ? [example] : [])
    expect(problems('youtube-1080', [])).toEqual([])
    expect(problems('youtube-1080', [0, 30, 60])).toEqual([])
    expect(problems('youtube-1080', [0, 30])).toEqual(['too-few'])
    expect(problems('youtube-1080', [0, 5, 60])).toEqual(['too-short'])
    expect(problems('landscape-1080', [0, 5])).toEqual([])
  })
})

describe('clipping', () => {
  const outlines = (all: Record<number, Int8Array>) => ({
    takes: Object.keys(all).map(number => aTake(Number(number))),
    outlineOf: ({ takeId: id }: { takeId: TakeId }) => all[Number(id.slice(-4))] ?? null,
  })

  it('is found where sounds together pass full scale, at the gains that they have', () => {
    const document = documentOf(soundTrack(1, [sound(10, 0, 120)]), soundTrack(2, [sound(11, 30, 60, { gainDb: -3 })]))
    const two = outlines({ 10: loudFor(4, 4), 11: loudFor(1, 2) })
    const [place] = placesOf(check(document, two), 'clipping')
    // 120/128 × (1 + 10^(−3/20))
    expect(place).toMatchObject({ clipId: clipId(10), startFrame: 30, frames: 30 })
    expect(place!.value).toBeCloseTo(20 * Math.log10(120 / 128 * (1 + 10 ** (-3 / 20))), 2)
    expect(placesOf(check(document, outlines({ 10: loudFor(4, 4) })), 'clipping')).toEqual([])
    expect(placesOf(check({ ...document, inFrame: 61 }, two), 'clipping')).toEqual([])
  })

  it('is gone once what sounds there is lowered together', () => {
    const document = documentOf(soundTrack(1, [sound(10, 0, 120, { gainDb: 6 })]), soundTrack(2, [sound(11, 30, 60)]))
    const two = outlines({ 10: loudFor(4, 4), 11: loudFor(2, 2) })
    const [place] = placesOf(check(document, two), 'clipping')
    const fix = fixOf(document, 'clipping', place!)!
    expect(fix.name).toBe('gain')
    expect(placesOf(check(applyEdits(document, fix.edits).document, two), 'clipping')).toEqual([])
  })
})

describe('fixes', () => {
  it('let what was shown before stay, take out silent time, and remove single frames', () => {
    const gappy = documentOf(pictureTrack(1, [picture(10, 0, 30), picture(11, 40, 30)]), soundTrack(2, [sound(20, 0, 70)]))
    const grown = applyEdits(gappy, fixOfAll(gappy, 'gap', placesOf(check(gappy), 'gap'))!.edits).document
    expect(tracksOf(grown).flatMap(track => track.kind === 'pictures' ? clipsOf(track).map(endOf) : [])).toEqual([40, 70])
    const silent = documentOf(pictureTrack(1, [picture(10, 0, 30), picture(11, 40, 30)]))
    expect(fixOfAll(silent, 'gap', placesOf(check(silent), 'gap'))).toMatchObject({ name: 'close-gap' })
    const flashy = documentOf(pictureTrack(1, [picture(10, 0, 30), picture(11, 30, 1), picture(12, 31, 30)]))
    const calm = applyEdits(flashy, fixOfAll(flashy, 'flash', placesOf(check(flashy), 'flash'))!.edits).document
    expect(tracksOf(calm).flatMap(track => clipsOf(track).map(({ id, start, length }) => [id, start, length])))
      .toEqual([[clipId(10), 0, 31], [clipId(12), 31, 30]])
  })

  it('zoom out, show captions longer and split them, and leave alone what only a person can tell', () => {
    const look = { ...picture(0, 0, 1).look, scale: 1.5 }
    const document = documentOf(
      pictureTrack(1, [moved(picture(10, 0, 60, { look }), { x: 0, y: 0, scale: 2 }), picture(11, 60, 200)]),
      captionTrack(2, [
        caption(20, 0, 30, { text: 'A caption of fifty-one characters that are too many' }),
        caption(21, 100, 60, { text: Array.from({ length: 22 }, (_, at) => `row ${at}`).join('\n') }),
        caption(22, 160, 15, { text: 'A caption of fifty-one characters that are too many' }),
        caption(23, 175, 90, { text: 'No room.' }),
      ]),
    )
    const facts = { takes: [still(10), still(11, 640, 360)], captionMode: 'burned' } as const
    const found = check(document, facts)
    for (const finding of ['upscaled', 'caption-fast', 'caption-outside'] as const) {
      const [first, ...others] = placesOf(found, finding)
      const after = check(applyEdits(document, fixOf(document, finding, first!)!.edits).document, facts)
      expect(placesOf(after, finding).map(place => place.clipId)).not.toContain(first!.clipId)
      expect(others.map(place => fixOf(document, finding, place))).toEqual(others.map(() => null))
    }
  })

  it('always carry out, and never leave the place that they fix', () => {
    fc.assert(fc.property(documents, (document) => {
      const places = (now: SequenceDocument) => (['gap', 'flash'] as const).flatMap(finding =>
        placesOf(check(now), finding).map(place => ({ finding, place })))
      for (const { finding, place } of places(document)) {
        const fix = fixOf(document, finding, place)
        if (!fix)
          continue
        const fixed = applyEdits(document, fix.edits).document
        const same = places(fixed).filter(each => each.finding === finding
          && each.place.startFrame === place.startFrame && each.place.frames === place.frames && each.place.clipId === place.clipId)
        // Where time was taken out, what came into its place is another gap.
        expect(fix.name === 'close-gap' ? [] : same).toEqual([])
      }
    }), { numRuns: 60 })
  })
})
