/** Lists of CMX3600 as other programs write them: rows of all kinds, time codes of all kinds, and nothing left out without a word. */
import type { FrameRate } from '#contract/sequence-document.ts'
import type { ListedClip } from '#rules/interchange/list.ts'
import { describe, expect, it } from 'vitest'
import { readEditList } from '#rules/interchange/read-list.ts'

const pal: FrameRate = { numerator: 25, denominator: 1 }
const ntsc: FrameRate = { numerator: 30_000, denominator: 1001 }
const row = (reel: string, how: string, source: string, record: string, number = '001') => `${number}  ${reel}  ${how}  ${source} ${record}`
const [source, record] = ['00:00:00:00 00:00:02:00', '01:00:00:00 01:00:02:00']
const next = '01:00:02:00 01:00:04:00'
const gone = '00:00:02:00 00:00:02:00 01:00:02:00 01:00:02:00'

function read(rows: readonly string[], rate = pal) {
  const list = readEditList(rows.join('\r\n'), rate)
  const shown = ({ start, length, in: from, media }: ListedClip): unknown[] => [start, length, from, media?.name]
  return { ...list, shown: list.tracks.map(({ kind, clips }) => [kind, ...clips.map(shown)]), left: Object.fromEntries(list.left) }
}

describe('channels', () => {
  it('both channels of a sound are one clip, in one event or in two', () => {
    expect(read([row('AX', 'AA/V  C', source, record)]).shown).toEqual([['sound', [0, 50, 0, 'AX']], ['pictures', [0, 50, 0, 'AX']]])
    expect(read([row('AX', 'A  C', source, record), row('AX', 'A2  C', source, record)]).shown).toEqual([['sound', [0, 50, 0, 'AX']]])
    expect(read([row('AX', 'A  C', source, record), row('BX', 'A2  C', source, record)]).shown).toHaveLength(2)
  })

  it('the third and fourth sound, further pictures, and none', () => {
    expect(read([row('AX', 'NONE  C', source, record), 'AUD   3     4']).shown).toEqual([['sound', [0, 50, 0, 'AX']]])
    expect(read([row('AX', 'V  C', source, record), row('BX', 'V2  C', source, record)]).shown)
      .toEqual([['pictures', [0, 50, 0, 'AX']], ['pictures', [0, 50, 0, 'BX']]])
    expect(read([row('AX', 'NONE  C', source, record)]).left).toEqual({ tracks: 1 })
  })

  it('a key is over its background', () => {
    const list = read([row('AX', 'V  K B', source, record), row('BX', 'V  K    000', source, record)])
    expect(list.shown).toEqual([['pictures', [0, 50, 0, 'AX']], ['pictures', [0, 50, 0, 'BX']]])
    expect(list.left).toEqual({ transitions: 1 })
  })
})

describe('time codes', () => {
  it('a film with dropped numbers begins at its hour; only rates that drop numbers do', () => {
    const dropped = ['FCM: DROP FRAME', row('AX', 'V  C', '00:00:00;00 00:00:02;00', '01:00:00;00 01:00:02;00')]
    expect(read(dropped, ntsc).shown).toEqual([['pictures', [0, 60, 0, 'AX']]])
    const minutes = ['FCM: DROP FRAME', row('AX', 'V  C', '00:02:00:00 00:02:02:00', record)]
    expect(read(minutes).shown).toEqual([['pictures', [0, 50, 3000, 'AX']]])
  })

  it('continue after midnight', () => {
    const list = read([
      row('AX', 'V  C', '23:59:59:00 00:00:01:00', '23:59:58:00 00:00:00:00'),
      row('BX', 'V  C', source, '00:00:00:00 00:00:02:00'),
    ])
    expect(list.shown).toEqual([['pictures', [0, 50, 2_159_975, 'AX'], [50, 50, 0, 'BX']]])
    expect(list.left).toEqual({})
  })

  it('a leader before the hour is the beginning', () => {
    const list = read([row('LEADER', 'V  C', source, '09:59:50:00 09:59:52:00'), row('AX', 'V  C', source, '10:00:00:00 10:00:02:00')])
    expect(list.shown).toEqual([['pictures', [0, 50, 0, 'LEADER'], [250, 50, 0, 'AX']]])
  })
})

describe('transitions and speeds', () => {
  it('what comes by a wipe is the second clip, and the wipe is one where it is alike', () => {
    const wiped = (code: string) => read([
      row('AX', 'V  C', source, record),
      row('AX', 'V  C', '00:00:02:00 00:00:02:00', '01:00:02:00 01:00:02:00', '002'),
      row('BX', `V  ${code} 025`, source, next, '002'),
      ...['* FROM CLIP NAME: a.mov', '* TO CLIP NAME: b.mov'],
    ])
    expect(wiped('W001').tracks[0]?.clips[1])
      .toMatchObject({ crossIn: 25, media: { name: 'b.mov' }, transition: { kind: 'wipe', direction: 'right' } })
    expect(wiped('W001').left).toEqual({})
    expect(wiped('W045').tracks[0]?.clips[1]).toMatchObject({ crossIn: 0, media: { name: 'b.mov' } })
    expect(wiped('W045').left).toEqual({ transitions: 1 })
  })

  it('dissolves from black and to black are fades', () => {
    const list = read([
      row('BL', 'V  C', '00:00:00:00 00:00:00:00', '01:00:00:00 01:00:00:00'),
      row('AX', 'V  D 025', source, record),
      row('AX', 'V  C', '00:00:02:00 00:00:02:00', '01:00:02:00 01:00:02:00', '002'),
      row('BL', 'V  D 020', source, next, '002'),
    ])
    expect(list.tracks[0]?.clips).toMatchObject([{ start: 0, length: 70, crossIn: 0, fadeIn: 25, fadeOut: 20 }])
  })

  it('the speed of the clip that goes is not that of the one that comes', () => {
    const list = read([
      row('ONE', 'V  C', source, record),
      ...['M2   ONE   +050.0', `002  ONE  V  C  ${gone}`, row('TWO', 'V  D 012', source, next, '002')],
      'M2   ONE   050.0   00:00:02:00',
    ])
    expect(list.tracks[0]?.clips.map(({ speed }) => speed)).toEqual([200, 100])
  })
})

describe('rows', () => {
  it('locators and markers of Resolve are markers', () => {
    const list = read([
      row('AX', 'V  C', source, record),
      '* LOC: 01:00:01:00 RED     Fix this',
      row('001', 'V  C', '01:00:01:10 01:00:01:11', '01:00:01:10 01:00:01:11', '002'),
      ' |C:ResolveColorGreen |M:Marker 1 |D:1',
    ])
    expect(list.shown).toEqual([['pictures', [0, 50, 0, 'AX']]])
    expect(list.markers).toMatchObject([{ at: 25, name: 'Fix this', colour: 'red' }, { at: 35, name: 'Marker 1', colour: 'green' }])
  })

  it('names of reels and files have spaces and number signs', () => {
    const list = read([row('SCENE 04 #2.MOV', 'V  C', source, record), row('AX', 'V  C', source, next), '* SOURCE FILE: /A/take #3.mov'])
    expect(list.shown).toEqual([['pictures', [0, 50, 0, 'SCENE 04 #2.MOV'], [50, 50, 0, 'take #3.mov']]])
  })

  it('those that are not understood, and clips that end before they begin, are told', () => {
    const whole = row('AX', 'V  C', source, record)
    expect(read([whole, '002  AX  V  C  00:00:00:00 00:00:02:00 01:00:02:00']).left).toEqual({ rows: 1 })
    expect(read([whole, row('BX', 'V  C', source, '01:00:05:00 01:00:04:00')]).left).toEqual({ rows: 1 })
  })
})
