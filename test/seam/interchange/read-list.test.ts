/** Edit lists that come in: ours come back as they went out, those of other programs are read as they show them, and nothing breaks. */
import type { PictureClip, SequenceDocument } from '#contract/sequence-document.ts'
import type { Take } from '#contract/takes.ts'
import type { ClipId } from '#contract/words.ts'
import type { ListedMedia, ReadList } from '#rules/interchange/list.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { titleStyle } from '#rules/captions/style.ts'
import { UnreadableListError } from '#rules/interchange/list.ts'
import { readEditList } from '#rules/interchange/read-list.ts'
import { sequencesOfList } from '#rules/interchange/sequence-of-list.ts'
import { aligned } from '#rules/sequence/aligned.ts'
import { clipsOf, endFrameOf, startFrameOf, tracksOf } from '#rules/sequence/document.ts'
import { applyEdits } from '#rules/sequence/edit/apply.ts'
import { sampleOfFrame } from '#rules/sequence/frames.ts'
import { toEdl } from '../../../src-main/interchange/edl.ts'
import { toFcpxml } from '../../../src-main/interchange/fcpxml.ts'
import { toMlt } from '../../../src-main/interchange/mlt.ts'
import { toOtio } from '../../../src-main/interchange/otio.ts'
import { listOf } from '../../kit/edit-files.ts'
import { clipId, documentOf, picture, pictureTrack, rate, sound, soundTrack, takeId } from '../../kit/sequence.ts'
import { aTake } from '../sequence/arbitrary.ts'

const takes = [
  aTake(1, {
    ...{ id: takeId(1), title: 'harbour.mp4', medium: 'video' },
    asset: { durationSeconds: 10, width: 320, height: 180, framesPerSecond: 30, channels: 2, sampleRate: 48_000 },
  }),
  aTake(2, { id: takeId(2), title: 'still.png', medium: 'picture', asset: { width: 400, height: 300 } }),
  aTake(3, { id: takeId(3), title: 'music.wav', medium: 'audio', asset: { durationSeconds: 20, sampleRate: 48_000, channels: 2 } }),
  aTake(4, { id: takeId(4), title: 'voice.wav', medium: 'audio', asset: { durationSeconds: 20, sampleRate: 48_000, channels: 1 } }),
]
function takeOf({ takeId: id, name }: ListedMedia): Take | null {
  return takes.find(take => take.id === id) ?? takes.find(take => take.title === name) ?? null
}

let next = 0
function newId<Id extends string>(): Id {
  next += 1
  return `00000000-0000-7000-8000-${String(next).padStart(12, '9')}` as Id // has the form of an id
}
const empty = (): SequenceDocument => ({ ...documentOf(), trackIds: [], tracks: {} })
function built(list: ReadList): SequenceDocument {
  const at = list.rate ?? rate
  return applyEdits({ ...empty(), rate: at }, sequencesOfList(list, { rate: at, takeOf, newId }).at(-1)!.edits).document
}
/**
 * What a list is about, track by track: places in frames, the take, where its source begins, its speed. MLT counts whole frames of what is
 * played, so that the beginning of a retimed source is rounded.
 */
function facts(document: SequenceDocument, isRounded = false): unknown[] {
  return tracksOf(document).map(track => clipsOf(track).flatMap((clip) => {
    const placed = [startFrameOf(track, clip, document.rate), endFrameOf(track, clip, document.rate)]
    if (!('takeId' in clip))
      return []
    const from = isRounded && clip.speed !== 100 ? null : clip.in
    const { isReversed, isFrozen } = 'look' in clip ? clip : {}
    return [[...placed, clip.takeId?.slice(-2), from, clip.speed, clip.isDisabled ?? false, isReversed, isFrozen]]
  }))
}

function clipsOn(kind: 'picture' | 'sound') {
  return fc.array(fc.record({
    gap: fc.nat({ max: 20 }),
    length: fc.integer({ min: 2, max: 60 }),
    in: fc.nat({ max: 60 }),
    speed: fc.constantFrom(100, 100, 100, 200, 50),
    take: kind === 'picture' ? fc.constantFrom(1, 2) : fc.constantFrom(3, 4),
    gainDb: fc.constantFrom(0, -6, 3),
    isDisabled: fc.boolean(),
    how: fc.constantFrom({}, {}, { isReversed: true as const }, { isFrozen: true as const }),
  }), { minLength: 1, maxLength: 5 })
}

const films = fc.tuple(clipsOn('picture'), clipsOn('sound')).map(([pictures, sounds]): SequenceDocument => {
  let [at, id] = [0, 20]
  const laid = <Clip>(clips: typeof pictures, make: (one: typeof pictures[number], start: number, id: number) => Clip): Clip[] => {
    at = 0
    return clips.map((one) => {
      const start = at + one.gap
      at = start + one.length
      return make(one, start, id++)
    })
  }
  const off = (isDisabled: boolean): { isDisabled?: true } => isDisabled ? { isDisabled: true } : {}
  return documentOf(
    pictureTrack(1, laid(pictures, (one, start, number) => picture(number, start, one.length, {
      takeId: takeId(one.take),
      ...one.take === 1 ? { in: one.in, sourceLength: 300, ...one.how, speed: 'isFrozen' in one.how ? 100 : one.speed } : {},
      ...off(one.isDisabled),
    }))),
    soundTrack(2, laid(sounds, (one, start, number) => sound(number, start, one.length, {
      takeId: takeId(one.take),
      in: sampleOfFrame(one.in, rate),
      sourceLength: 20 * 48_000,
      speed: one.speed,
      gainDb: one.gainDb,
      ...off(one.isDisabled),
    }))),
  )
})

function gainsOf(document: SequenceDocument): number[] {
  const clips = tracksOf(document).flatMap(track => clipsOf(track))
  return clips.flatMap(clip => 'gainDb' in clip ? Math.round(clip.gainDb * 10) / 10 : [])
}

describe('what went out comes back', () => {
  it.each([
    ['OTIO', toOtio, true],
    ['FCPXML', (list: ReturnType<typeof listOf>) => toFcpxml(list, '1.11'), true],
    ['MLT', (list: ReturnType<typeof listOf>) => toMlt(list, { assPath: null }), false],
  ] as const)('%s: the same clips of the same takes at the same places', (_, write, hasDisabled) => {
    fc.assert(fc.property(films, (film) => {
      const list = readEditList(write(listOf(film, takes)), rate)
      const back = built(list)
      const expected = hasDisabled ? film : withoutDisabled(film)
      const shown = (document: SequenceDocument) => facts(document, !hasDisabled).filter(track => (track as unknown[]).length > 0)
      expect(shown(back)).toEqual(shown(expected))
      expect(gainsOf(back)).toEqual(gainsOf(expected))
      expect([...list.left]).toEqual([])
    }), { numRuns: 150 })
  })

  it('otio: transitions and the curves of sounds, which others play as dissolves', () => {
    const transition = { kind: 'wipe', direction: 'up', softness: 0.25 } as const
    const film = documentOf(
      pictureTrack(1, [
        picture(11, 0, 40, { takeId: takeId(1), in: 12, sourceLength: 300 }),
        picture(12, 40, 30, { takeId: takeId(2), crossIn: 10, transition }),
      ]),
      soundTrack(2, [
        sound(21, 0, 40, { takeId: takeId(3), sourceLength: 20 * 48_000 }),
        sound(22, 40, 30, { takeId: takeId(3), sourceLength: 20 * 48_000, crossIn: sampleOfFrame(10, rate), crossCurve: 'linear' }),
      ]),
    )
    const [pictures, sounds] = tracksOf(built(readEditList(toOtio(listOf(film, takes)), rate))).map(track => clipsOf(track)[1])
    expect(pictures).toMatchObject({ crossIn: 10, transition })
    expect(sounds).toMatchObject({ crossIn: sampleOfFrame(10, rate), crossCurve: 'linear' })
  })

  it('otio: transitions that are centred at their cut, or end there', () => {
    const film = documentOf(
      pictureTrack(1, [
        picture(11, 0, 40, { takeId: takeId(1), in: 12, sourceLength: 300 }),
        picture(12, 40, 30, { takeId: takeId(1), in: 50, sourceLength: 300, crossIn: 10, crossBefore: 5 }),
        picture(13, 70, 30, { takeId: takeId(1), in: 3, sourceLength: 300, crossIn: 10, crossBefore: 10 }),
        picture(14, 100, 30, { takeId: takeId(1), in: 60, sourceLength: 300, isReversed: true, crossIn: 8, crossBefore: 4 }),
        picture(15, 130, 30, { takeId: takeId(2), crossIn: 8, crossBefore: 2 }),
      ]),
      soundTrack(2, [
        sound(21, 0, 40, { takeId: takeId(3), sourceLength: 20 * 48_000 }),
        sound(22, 40, 30, {
          ...{ takeId: takeId(3), in: 96_000, sourceLength: 20 * 48_000 },
          ...{ crossIn: sampleOfFrame(10, rate), crossBefore: sampleOfFrame(5, rate) },
        }),
      ]),
    )
    const back = built(readEditList(toOtio(listOf(aligned(film), takes)), rate))
    expect(facts(back)).toEqual(facts(film))
    const crosses = (document: SequenceDocument) =>
      tracksOf(document).flatMap(track => clipsOf(track).map(clip => 'crossIn' in clip && [clip.crossIn, clip.crossBefore]))
    expect(crosses(back)).toEqual(crosses(film))
  })

  it.each([
    ['EDL', toEdl],
    ['FCPXML', (list: ReturnType<typeof listOf>) => toFcpxml(list, '1.11')],
    ['MLT', (list: ReturnType<typeof listOf>) => toMlt(list, { assPath: null })],
  ] as const)('%s: a centred transition is one after the cut of a roll, a first frame that waits is held', (_, write) => {
    const film = (has: Partial<PictureClip>) => documentOf(pictureTrack(1, [
      picture(11, 0, 40, { takeId: takeId(1), in: 12, sourceLength: 300 }),
      picture(12, 40, 30, { takeId: takeId(1), in: 50, sourceLength: 300, crossIn: 10, ...has }),
    ]))
    const rolled = applyEdits(film({}), [{ do: 'roll', clipId: clipId(12), byFrames: -5 }]).document
    expect(write(listOf(aligned(film({ crossBefore: 5 })), takes))).toBe(write(listOf(rolled, takes)))
    const back = built(readEditList(write(listOf(aligned(film({ in: 2, crossBefore: 6 })), takes)), rate))
    const pictures = tracksOf(back).flatMap(track => clipsOf(track)).filter(clip => 'look' in clip)
    const seen = pictures.map(clip => [clip.start, clip.in, clip.isFrozen])
    expect(seen).toEqual(expect.arrayContaining([[34, 0, true], [38, 0, undefined]]))
  })

  it('eDL: the lowest pictures and four tracks of sound, with dissolves, what is played backwards, and held frames', () => {
    const film = documentOf(
      pictureTrack(1, [
        picture(11, 0, 40, { takeId: takeId(1), in: 12, sourceLength: 300 }),
        picture(12, 40, 30, { takeId: takeId(2), crossIn: 10 }),
        picture(13, 70, 20, { takeId: takeId(1), in: 60, sourceLength: 300, speed: 150, isReversed: true }),
        picture(14, 90, 25, { takeId: takeId(1), in: 33, sourceLength: 300, isFrozen: true }),
      ]),
      soundTrack(2, [sound(21, 5, 50, { takeId: takeId(3), in: sampleOfFrame(30, rate), sourceLength: 20 * 48_000 })]),
    )
    const back = built(readEditList(toEdl(listOf(film, takes)), rate))
    expect(facts(back).sort()).toEqual(facts(film).sort())
    const [pictures] = tracksOf(back).filter(track => track.kind === 'pictures')
    expect(pictures && clipsOf(pictures).map(clip => 'crossIn' in clip && clip.crossIn)).toEqual([0, 10, 0, 0])
  })

  it('titles keep their words, markers their colour and note, a shot and its sound their link', () => {
    const linkId = '00000000-0000-7000-8000-000000000077' as ClipId
    const film = {
      ...documentOf(
        pictureTrack(1, [picture(11, 0, 40, { takeId: takeId(1), sourceLength: 300, linkId })]),
        pictureTrack(2, [picture(12, 10, 20, { takeId: null, title: { text: 'The lighthouse', style: titleStyle } })]),
        soundTrack(3, [sound(21, 0, 40, { takeId: takeId(1), sourceLength: 10 * 48_000, linkId })]),
      ),
      markers: { m: { id: '00000000-0000-7000-8000-000000000088', at: 15, name: 'Cut', colour: 'red', note: 'Later' } },
    } as unknown as SequenceDocument
    const listed = listOf(film, takes)
    for (const text of [toOtio(listed), toFcpxml(listed, '1.8'), toMlt(listed, { assPath: null })]) {
      const back = built(readEditList(text, rate))
      const [shots, titles, sounds] = tracksOf(back).map(track => clipsOf(track)[0])
      expect(titles).toMatchObject({ title: { text: 'The lighthouse' } })
      expect(shots?.linkId).toBeTruthy()
      expect(shots?.linkId).toBe(sounds?.linkId)
      expect(Object.values(back.markers)).toMatchObject([{ at: 15, name: 'Cut' }])
    }
    expect(Object.values(built(readEditList(toOtio(listOf(film, takes)), rate)).markers)).toMatchObject([{ colour: 'red', note: 'Later' }])
  })
})

function withoutDisabled(film: SequenceDocument): SequenceDocument {
  const tracks = Object.entries(film.tracks).map(([id, track]) =>
    [id, { ...track, clips: Object.fromEntries(Object.entries(track.clips).filter(([, clip]) => !clip.isDisabled)) }])
  return { ...film, tracks: Object.fromEntries(tracks) as SequenceDocument['tracks'] }
}

describe('of other programs', () => {
  it('a CMX3600 list by hand: hours, drop-frame, both channels, a wipe, black', () => {
    const list = readEditList([
      'TITLE: ACT ONE',
      'FCM: NON-DROP FRAME',
      '001  AX       B     C        00:00:10:00 00:00:12:00 01:00:00:00 01:00:02:00',
      '* FROM CLIP NAME: harbour.mp4',
      '002  BL       V     C        00:00:00:00 00:00:01:00 01:00:02:00 01:00:03:00',
      '003  AX       V     W001 015 00:00:01:00 00:00:02:00 01:00:03:00 01:00:04:00',
      '* FROM CLIP NAME: still.png',
    ].join('\r\n'), { numerator: 25, denominator: 1 })
    expect(list).toMatchObject({ name: 'ACT ONE', rate: null })
    const [sounds, pictures] = list.tracks
    expect([sounds?.kind, pictures?.kind]).toEqual(['sound', 'pictures'])
    expect(pictures?.clips.map(({ start, length, in: from, media }) => [start, length, from, media?.name]))
      .toEqual([[0, 50, 250, 'harbour.mp4'], [75, 25, 25, 'still.png']])
    expect([...list.left]).toEqual([['generators', 1], ['transitions', 1]])
    const dropped = 'FCM: DROP FRAME\n001  AX V C 00:00:00;00 00:00:01;00 00:10:00;00 00:10:01;00'
    const drop = readEditList(dropped, { numerator: 30_000, denominator: 1001 })
    expect(drop.tracks[0]?.clips[0]?.start).toBe(17_982)
  })

  it('final Cut Pro: a spine with connected clips, a title, a transition and a compound clip', () => {
    const list = readEditList(`<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE fcpxml><fcpxml version="1.10"><resources>
      <format id="r1" frameDuration="100/2500s" width="1920" height="1080"/>
      <asset id="r2" name="harbour" start="3600s" duration="10s" hasVideo="1" hasAudio="1" format="r1">
      <media-rep kind="original-media" src="file:///Volumes/A/har%20bour.mov"/></asset>
      </resources><library><event name="E"><project name="Film"><sequence format="r1" tcStart="3600s" duration="10s"><spine>
      <asset-clip ref="r2" offset="3600s" name="harbour" start="3602s" duration="4s">
        <title offset="3603s" lane="1" name="T" duration="2s" start="0s"><text><text-style ref="ts1">Hello</text-style></text></title>
        <marker start="3604s" duration="100/2500s" value="Look" note="here"/>
      </asset-clip>
      <transition name="Cross Dissolve" offset="3603.5s" duration="1s"/>
      <asset-clip ref="r2" offset="3604s" name="again" start="3600s" duration="2s" enabled="0"/>
      <ref-clip ref="r9" offset="3606s" duration="2s" name="Compound"/>
      </spine></sequence></project></event></library></fcpxml>`, rate)
    expect(list).toMatchObject({ name: 'Film', rate: { numerator: 25, denominator: 1 }, size: { width: 1920, height: 1080 } })
    const [shots, titles, sounds] = list.tracks
    const about = shots?.clips.map(clip => [clip.start, clip.length, clip.in, clip.crossIn, clip.isDisabled, clip.media?.name])
    expect(about)
      .toEqual([[0, 100, 50, 0, false, 'har bour.mov'], [100, 50, 0, 25, true, 'har bour.mov']])
    expect(titles?.clips).toMatchObject([{ title: 'Hello', start: 25, length: 50 }])
    expect(sounds?.clips).toHaveLength(2)
    expect(list.markers).toEqual([{ at: 50, name: 'Look', colour: 'blue', note: 'here' }])
    expect([...list.left]).toEqual([['nested', 1]])
  })

  it('a dissolve that is centred at a cut, or ends there, does so here', () => {
    const clipOf = (at: string, from: string) => `<asset-clip ref="r2" offset="${at}" start="${from}" duration="2s"/>`
    const spine = (dissolve: string, from: string) => readEditList(`<?xml version="1.0"?><fcpxml version="1.10"><resources>
      <format id="r1" frameDuration="100/2500s" width="1920" height="1080"/>
      <asset id="r2" name="harbour" start="0s" duration="10s" hasVideo="1" hasAudio="1" format="r1"/></resources>
      <library><event><project name="Film"><sequence format="r1" tcStart="0s"><spine>${clipOf('0s', '0s')}
      <transition offset="${dissolve}" duration="1s"/>${clipOf('2s', from)}</spine></sequence></project></event></library></fcpxml>`, rate)
      .tracks
      .map(({ clips }) => clips.map(clip => [clip.start, clip.length, clip.in, clip.crossIn, clip.crossBefore ?? 0]))
    const [first, second] = [[0, 50, 0, 0, 0], [50, 50, 75, 25, 0]]
    expect(spine('2s', '3s')).toEqual([[first, second], [first, second]])
    const centred = [first, [50, 50, 75, 25, 12]]
    expect(spine('1.52s', '3s')).toEqual([centred, centred])
    const ended = [first, [50, 50, 75, 25, 25]]
    expect(spine('1s', '3s')).toEqual([ended, ended])
    const time = (value: number) => ({ OTIO_SCHEMA: 'RationalTime.1', rate: 25, value })
    const range = (start: number, length: number) => ({ OTIO_SCHEMA: 'TimeRange.1', start_time: time(start), duration: time(length) })
    const media = { OTIO_SCHEMA: 'ExternalReference.1', target_url: 'harbour.mp4', available_range: range(90_000, 250) }
    const clip = (start: number) => ({ OTIO_SCHEMA: 'Clip.1', source_range: range(90_000 + start, 50), media_reference: media })
    const dissolve = { OTIO_SCHEMA: 'Transition.1', in_offset: time(12), out_offset: time(13) }
    const otio = readEditList(JSON.stringify({
      ...{ OTIO_SCHEMA: 'Timeline.1', name: 'Film' },
      tracks: { OTIO_SCHEMA: 'Stack.1', children: [{ OTIO_SCHEMA: 'Track.1', kind: 'Video', children: [clip(0), dissolve, clip(75)] }] },
    }), rate)
    expect(otio.tracks[0]?.clips.map(one => [one.start, one.length, one.in, one.crossIn, one.crossBefore ?? 0])).toEqual(centred)
  })

  it('shotcut: times as clocks, a dissolve as a clip of its own, a filter', () => {
    const list = readEditList(`<?xml version="1.0"?><mlt><profile frame_rate_num="25" frame_rate_den="1" width="1280" height="720"/>
      <producer id="black"><property name="resource">black</property><property name="mlt_service">color</property></producer>
      <playlist id="background"><entry producer="black" in="0" out="100"/></playlist>
      <chain id="c0"><property name="resource">clips/harbour.mp4</property><property name="mlt_service">avformat-novalidate</property>
        <filter><property name="mlt_service">frei0r.glow</property></filter></chain>
      <chain id="c1"><property name="resource">clips/harbour.mp4</property><property name="mlt_service">avformat-novalidate</property></chain>
      <tractor id="t0"><property name="shotcut:transition">lumaMix</property>
        <track producer="c0" in="00:00:02.000" out="00:00:02.960"/><track producer="c1" in="00:00:04.000" out="00:00:04.960"/></tractor>
      <playlist id="playlist0"><property name="shotcut:video">1</property>
        <blank length="00:00:01.000"/><entry producer="c0" in="00:00:00.000" out="00:00:01.960"/>
        <entry producer="t0" in="0" out="24"/><entry producer="c1" in="00:00:05.000" out="00:00:05.960"/></playlist>
      <tractor id="main"><property name="shotcut">1</property><track producer="background"/><track producer="playlist0"/></tractor></mlt>`, rate)
    expect(list.tracks.map(({ kind }) => kind)).toEqual(['pictures', 'sound'])
    for (const { clips } of list.tracks) {
      expect(clips.map(({ start, length, in: from, crossIn }) => [start, length, from, crossIn]))
        .toEqual([[25, 50, 0, 0], [75, 50, 100, 25]])
    }
    expect([...list.left]).toContainEqual(['effects', 1])
  })
})

describe('anything else', () => {
  it('is refused as a whole, whatever it is', () => {
    const others = ['', '{}', '{"OTIO_SCHEMA":"Timeline.1"}', '<fcpxml>', '<mlt/>', '<xmeml version="5"/>', 'once upon a time', '\0\0\0']
    for (const text of others)
      expect(() => readEditList(text, rate), text).toThrow(UnreadableListError)
    const begins = fc.constantFrom('{"OTIO_SCHEMA":"Timeline.1","tracks":', '<fcpxml>', '<mlt>', '001  AX V C ')
    fc.assert(fc.property(fc.string({ maxLength: 400 }), begins, (text, begin) => {
      try {
        readEditList(begin + text, rate)
      }
      catch (error) {
        expect(error).toBeInstanceOf(UnreadableListError)
      }
    }))
  })

  it('is refused before millions of its elements are kept', () => {
    for (const begin of ['<fcpxml>', '<mlt>'])
      expect(() => readEditList(begin + '<a b="c">'.repeat(1e6), rate)).toThrow('nested too deeply')
  })

  it('expands no entity and reads no file', () => {
    const bomb = '<!DOCTYPE mlt [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]><mlt>&b;&c;</mlt>'
    expect(() => readEditList(bomb, rate)).toThrow(UnreadableListError)
  })
})
