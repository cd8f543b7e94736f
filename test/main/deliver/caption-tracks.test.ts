/** Caption tracks that are shown together: the film, its files, edit lists, the kit, the preview and the checks tell the same captions. */
import type { CaptionMode } from '#contract/presets.ts'
import type { CaptionTrack, SequenceDocument, Track } from '#contract/sequence-document.ts'
import type { TrackId } from '#contract/words.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { captionStyle } from '#rules/captions/style.ts'
import { captionGroups } from '#rules/captions/tracks.ts'
import { toSrt } from '#rules/captions/write-file.ts'
import { presetById } from '#rules/deliver/presets.ts'
import { usualOptions } from '#rules/deliver/usual-options.ts'
import { tracksOf } from '#rules/sequence/document.ts'
import { resolve } from '#rules/sequence/resolve.ts'
import { kitSizes } from '../../../src-main/deliver/kit-sizes.ts'
import { freezeKit } from '../../../src-main/deliver/kit.ts'
import { preflight } from '../../../src-main/deliver/preflight.ts'
import { freezeRender } from '../../../src-main/deliver/render-plan.ts'
import { toFcpxml } from '../../../src-main/interchange/fcpxml.ts'
import { wordsOf } from '../../../src-renderer/player/preview/words.ts'
import { atOnce } from '../../kit/at-once.ts'
import { listOf } from '../../kit/edit-files.ts'
import { caption, captionTrack, clipId, documentOf, picture, pictureTrack, trackId } from '../../kit/sequence.ts'
import { projectId, sequenceId } from '../../seam/sequence/arbitrary.ts'

const sequenceOf = (document: SequenceDocument) => ({ ...document, id: sequenceId, projectId, revision: 1, changedAt: 0 })
/** A title, so that a part without captions has a length. */
const lasting = (frames: number) => pictureTrack(9, [picture(90, 0, frames, { takeId: null, title: { text: '', style: captionStyle } })])
const preset = presetById('landscape-1080')!

function filmOf(document: SequenceDocument, captionMode: CaptionMode, trackIds: TrackId[] | null = null, presetId = 'landscape-1080') {
  const captions = { ...usualOptions.captions, trackIds, files: ['srt', 'ass'] as ('srt' | 'ass')[] }
  const options = { ...usualOptions, captions }
  const of = { sequence: sequenceOf(document), preset: presetById(presetId)!, takes: [], pathOf: () => '', madeAt: 0 }
  return freezeRender({ ...of, captionMode, options })
}
function filesOf(document: SequenceDocument, trackIds: TrackId[] | null = null) {
  return filmOf(document, 'sidecar', trackIds).captionFiles!.filter(({ extension }) => extension.endsWith('srt')).map(({ text }) => text)
}

function kitOf(document: SequenceDocument, captionIds: TrackId[] | null = null) {
  return freezeKit({
    lacksPoster: false,
    ...{ sequence: sequenceOf(document), inner: new Map(), takes: [], lines: [], voices: [], costs: [], pathOf: () => '', madeAt: 0 },
    ...{ parts: ['captions', 'transcript'], name: 'A film', deliveryId: '' as never, size: { width: 1920, height: 1080 }, ass: null },
    ...{ encoding: preset, chapters: [], durationFrames: 200, levelsToShop: false, cover: null, captionIds, language: 'en' },
  })
}
function sizesOf(document: SequenceDocument, captionIds: TrackId[] | null = null): string[] {
  const of = { sequence: sequenceOf(document), takes: [], lines: [], captionIds, encoding: preset, width: 1920, height: 1080 }
  return atOnce(kitSizes(of)).map(({ part }) => part)
}
function found(
  document: SequenceDocument,
  captionMode: CaptionMode,
  { of = 'tiktok', ids = null }: { of?: string, ids?: TrackId[] | null } = {},
) {
  return atOnce(preflight({
    ...{ sequence: sequenceOf(document), preset: presetById(of)!, captionMode, captionTrackIds: ids, takes: [], missingTakeIds: new Set() },
    ...{ lines: [], outlineOf: () => null, hasFfmpeg: true, lacking: [], freeBytes: 1, neededBytes: 0 },
  }))
}

function together(has: { first?: Partial<CaptionTrack>, second?: Partial<CaptionTrack> } = {}) {
  return documentOf(
    captionTrack(1, [caption(10, 0, 50, { text: 'Listen!', speaker: 'ANNA' })], { language: 'en', ...has.first } as Partial<Track>),
    captionTrack(2, [caption(20, 25, 50, { text: 'What?', speaker: 'BEN' })], { joins: trackId(1), ...has.second } as Partial<Track>),
    captionTrack(3, [caption(30, 0, 50, { text: 'Écoute !' })], { language: 'fr' } as Partial<Track>),
  )
}

describe('edit lists and kits', () => {
  it('have tracks that are shown together as one, with names where the track says so', () => {
    const list = listOf(together({ first: { showsSpeakers: true } }), [])
    expect(list.captions.map(({ language, cues }) => [language, cues.map(({ lines }) => lines.join(' '))])).toEqual([
      ['en', ['ANNA: Listen!', 'BEN: What?']],
      ['fr', ['Écoute !']],
    ])
    const kit = kitOf(together({ first: { showsSpeakers: true } }))
    expect(kit.texts.map(({ path }) => path)).toEqual(expect.arrayContaining(['captions/en.srt', 'captions/en.vtt', 'captions/fr.srt']))
    expect(kit.texts.filter(({ path }) => path.startsWith('captions/'))).toHaveLength(4)
    // Each name once.
    expect(kit.texts.find(({ path }) => path === 'transcript.txt')?.text).toBe('[00:00:00] ANNA: Listen!\n\n[00:00:00] BEN: What?\n')
  })

  it('have the tracks that were chosen for the delivery, muted or not', () => {
    const document = together({ first: { isMuted: true } })
    const pathsOf = (ids: TrackId[] | null) => kitOf(document, ids).texts.map(({ path }) => path).filter(path => path.endsWith('.srt'))
    expect(pathsOf(null)).toEqual(['captions/captions.srt', 'captions/fr.srt'])
    expect(pathsOf([trackId(1)])).toEqual(['captions/en.srt'])
    expect(pathsOf([trackId(3)])).toEqual(['captions/fr.srt'])
    const transcript = kitOf(document, [trackId(3)]).texts.find(({ role }) => role === 'transcript')
    expect(transcript?.text).toContain('Écoute !')
    expect(transcript?.text).not.toContain('Listen')
  })

  it('show one text at a time in Final Cut Pro, which refuses captions of a language that overlap', () => {
    const xml = toFcpxml(listOf(together(), []), '1.11')
    const rows = [...xml.matchAll(/<caption lane="(\d+)" offset="([^"]+)" name="([^"]+)"[^>]* duration="([^"]+)"/g)]
    expect(rows.map(([, lane, offset, name, duration]) => [lane, offset, name, duration])).toEqual([
      ['1', '0s', 'Listen!', '5/6s'],
      ['1', '5/6s', 'What? Listen!', '5/6s'],
      ['1', '5/3s', 'What?', '5/6s'],
      ['2', '0s', 'Écoute !', '5/3s'],
    ])
  })

  it('have no part for captions where no words are shown', () => {
    expect(sizesOf(documentOf(lasting(100), ...tracksOf(together())))).toContain('captions')
    const muted = documentOf(lasting(100), captionTrack(1, [caption(10, 0, 50)], { isMuted: true } as Partial<Track>))
    expect(sizesOf(muted)).not.toContain('captions')
    expect(sizesOf(muted, [trackId(1)])).toEqual(expect.arrayContaining(['captions', 'transcript']))
    expect(sizesOf(documentOf(lasting(100), ...tracksOf(together())), [])).not.toContain('captions')
    for (const has of [{ isDisabled: true as const }, { text: ' \n ' }, { start: 500 }]) {
      const document = { ...documentOf(lasting(100), captionTrack(1, [caption(10, 0, 50, has)])), outFrame: 100 }
      expect(sizesOf(document)).not.toContain('captions')
    }
  })

  it('tell what the files next to a film tell, whatever is shown together, muted, disabled or cut', () => {
    const clip = fc.record({ start: fc.nat({ max: 90 }), length: fc.integer({ min: 1, max: 60 }), isDisabled: fc.boolean() })
    const track = fc.record({
      clips: fc.array(clip, { maxLength: 3 }),
      joins: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
      isMuted: fc.boolean(),
      showsSpeakers: fc.boolean(),
    })
    const laid = ({ clips, joins, ...has }: typeof track extends fc.Arbitrary<infer Value> ? Value : never, at: number) => captionTrack(
      at + 1,
      clips.map(({ start, length, isDisabled }, number) => caption(at * 10 + number + 10, start, length, {
        ...{ text: `Words ${at}.${number}`, speaker: 'ANNA' },
        ...isDisabled && { isDisabled: true },
      })),
      { ...has, ...joins === undefined ? {} : { joins: trackId(joins) } } as Partial<Track>,
    )
    fc.assert(fc.property(fc.array(track, { maxLength: 4 }), fc.nat({ max: 40 }), (tracks, inFrame) => {
      const document = { ...documentOf(lasting(200), ...tracks.map(laid)), inFrame }
      const list = listOf(document, [])
      expect(list.captions.map(({ cues }) => toSrt(cues, list.rate))).toEqual(filesOf(document))
      expect(sizesOf(document).includes('captions')).toBe(list.captions.length > 0)
      // Each track that is not muted is delivered once, by itself or with another.
      const told = captionGroups(document).flatMap(group => group.tracks.map(({ id }) => id))
      const unmuted = tracksOf(document).filter(each => each.kind === 'captions' && !each.isMuted).map(({ id }) => id)
      expect(told.toSorted()).toEqual(unmuted.toSorted())
    }), { numRuns: 60 })
  })
})

describe('a film', () => {
  const drawnIn = (ass: string) => ass.split('\n').filter(row => row.includes('Caption,')).map(row => row.replace(/^Dialogue: \d+/, ''))

  it('burns in what the preview draws, in the style of the first track, even where that has no words of its own', () => {
    const style = { ...captionStyle, colour: '#ff8000' }
    for (const first of [{ style }, { style, clips: {} }]) {
      const document = documentOf(lasting(100), ...tracksOf(together({ first })))
      const ass = filmOf(document, 'burned').ass!
      expect(ass).toContain('What?')
      expect(ass).toContain('&H000080FF')
      expect(drawnIn(wordsOf(document, resolve(document))!.ass)).toEqual(drawnIn(ass))
    }
  })

  const upright = ['youtube-shorts', 'tiktok', 'instagram-reels', 'portrait-1080']
  it.each(upright)('for %s has captions where the preview shows them', (presetId) => {
    const document = { ...documentOf(lasting(100), ...tracksOf(together())), width: 1080, height: 1920 }
    const shown = wordsOf(document, resolve(document), presetById(presetId)!.platform ?? null)!.ass
    const film = filmOf(document, 'burned', null, presetId)
    expect(drawnIn(shown)).toEqual(drawnIn(film.ass!))
    // In a file next to it, too.
    const { captionFiles = [] } = filmOf(document, 'sidecar', null, presetId)
    expect(captionFiles.find(({ extension }) => extension.endsWith('ass'))?.text).toBe(film.ass)
    expect(drawnIn(shown)).not.toEqual(presetId === 'portrait-1080' ? [] : drawnIn(wordsOf(document, resolve(document))!.ass))
  })

  it('has chosen tracks together even where they are muted', () => {
    const document = together({ first: { isMuted: true }, second: { isMuted: true } })
    expect(filesOf(document)).toHaveLength(1)
    expect(filesOf(document, [trackId(1)])).toEqual([expect.not.stringContaining('What?')])
    expect(filesOf(document, [trackId(1), trackId(2)])).toEqual([expect.stringMatching(/Listen![\s\S]*What\?/)])
    expect(filesOf(document, [trackId(2)])).toEqual([expect.stringContaining('What?')])
  })
})

describe('the checks', () => {
  const long = 'Far too many words to be read in this very short time'
  const fast = (document: SequenceDocument, mode: CaptionMode, ids: TrackId[] | null = null) =>
    found(document, mode, { ids }).find(({ finding }) => finding === 'caption-fast')?.places.map(place => place.clipId) ?? []
  const quick = (number: number) => caption(number, 0, 10, { text: long })
  const document = documentOf(
    captionTrack(1, [quick(10)]),
    captionTrack(2, [quick(20)], { joins: trackId(1) } as Partial<Track>),
    captionTrack(3, [quick(30)]),
  )

  it('look at all that is burned in, and at the tracks that were chosen', () => {
    expect(fast(document, 'burned')).toEqual([clipId(10), clipId(20)])
    expect(fast(document, 'burned', [trackId(3)])).toEqual([clipId(30)])
    expect(fast(document, 'sidecar')).toEqual([clipId(10), clipId(20), clipId(30)])
    expect(fast(document, 'sidecar', [trackId(3), trackId(1)])).toEqual([clipId(10), clipId(20), clipId(30)])
    expect(fast(document, 'none')).toEqual([])
  })

  it('count the rows below, in the size of the track that all are drawn like', () => {
    const outside = (has: Partial<CaptionTrack>) => {
      const style = { ...captionStyle, size: 0.15 }
      const rows = (number: number) => caption(number, 0, 60, { text: 'a\nb\nc' })
      const both = documentOf(captionTrack(1, [rows(10)], { style } as Partial<Track>), captionTrack(2, [rows(20)], has as Partial<Track>))
      return found(both, 'burned', { of: 'landscape-1080' }).find(({ finding }) => finding === 'caption-outside')?.places ?? []
    }
    expect(outside({})).toEqual([])
    expect(outside({ joins: trackId(1) })).toMatchObject([{ clipId: clipId(20), value: 6 }])
  })

  it('miss no letter of a name that is shown', () => {
    const named = (showsSpeakers: boolean) => documentOf(
      captionTrack(1, [caption(10, 0, 60, { speaker: 'A\u{13000}', text: 'Hello.' })], { showsSpeakers } as Partial<Track>),
    )
    const letters = (shown: SequenceDocument) => found(shown, 'burned').find(({ finding }) => finding === 'missing-letters')?.example
    expect(letters(named(true))).toBe('\u{13000}')
    expect(letters(named(false))).toBeUndefined()
  })
})
