/** Captions whose spoken word is shown otherwise: which word is spoken when, and what is drawn of it. */
import type { WordStyle } from '#contract/text-style.ts'
import type { Caption, Cue } from '#rules/captions/cues.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { toAss } from '#rules/captions/ass.ts'
import { lettersIn } from '#rules/captions/by-words.ts'
import { cuesOf } from '#rules/captions/cues.ts'
import { spokenRows } from '#rules/captions/spoken-words.ts'
import { captionStyle } from '#rules/captions/style.ts'
import { toVtt } from '#rules/captions/write-file.ts'
import { cuesWithin } from '#rules/sequence/range.ts'
import { captioned, clips } from './arbitrary.ts'

const rate = { numerator: 25, denominator: 1 }
const screen = { width: 1280, height: 720, rate }

/** Words that are said in these frames after the start of the caption. */
function marked(text: string, ...at: number[]): Caption {
  const words = [...text.matchAll(/\S+/g)].map(({ index }, word) => ({ lettersBefore: lettersIn(text.slice(0, index)), at: at[word]! }))
  return { start: 100, length: 50, speaker: '', text, words: words.filter(word => word.at !== undefined) }
}
function heardIn(cue: Cue): [word: string, start: number][] {
  return spokenRows(cue).flatMap(({ text, words }) => words.map(({ from, to, start }): [string, number] => [text.slice(from, to), start]))
}
function events(captions: readonly Caption[], words?: WordStyle, style = captionStyle, speakerColours = {}): string[][] {
  const cues = cuesOf(captions, rate)
  const ass = toAss(screen, { captions: { cues, style, speakerColours, ...words && { words } } })
  return [...ass.matchAll(/^Dialogue: (\d+),([\d:.]+),([\d:.]+),Caption,,0,0,\d+,,(.*)$/gm)].map(([, ...parts]) => parts)
}

it('are said when they were heard; a word that was not shares the time between its neighbours by its width', () => {
  const [cue] = cuesOf([marked('The lamp is lit tonight', 2, 6, 12, 20, 30)], rate)
  expect(heardIn(cue!)).toEqual([['The', 102], ['lamp', 106], ['is', 112], ['lit', 120], ['tonight', 130]])
  const [partly] = cuesOf([{ ...marked('One two six ten', 0), words: [{ lettersBefore: 9, at: 30 }] }], rate)
  expect(heardIn(partly!)).toEqual([['One', 100], ['two', 110], ['six', 120], ['ten', 130]])
  const [evenly] = cuesOf([{ start: 0, length: 40, speaker: '', text: 'One two six ten' }], rate)
  expect(heardIn(evenly!)).toEqual([['One', 0], ['two', 10], ['six', 20], ['ten', 30]])
})

it('keep signs with their word, leave the name of the speaker out, and are words in Chinese, too', () => {
  const cue = (text: string, speaker = ''): Cue => cuesOf([{ start: 0, length: 100, speaker, text }], rate, { names: true })[0]!
  expect(heardIn(cue('– Who goes there ? – Me.')).map(([word]) => word)).toEqual(['– Who', 'goes', 'there ? –', 'Me.'])
  expect(heardIn(cue('Hello there.', 'ANNA BELL'))).toEqual([['Hello', 0], ['there.', 45]])
  expect(heardIn(cue('清晨的阳光，很暖。')).map(([word]) => word)).toEqual(['清晨', '的', '阳光，', '很', '暖。'])
})

it('of a caption in pieces begin the piece in which they are', () => {
  const text = 'The road is gone, and the river has taken the bridge with it, so we shall have to wait here until somebody comes to look for us.'
  const at = text.split(' ').map((_, word) => word * 8)
  const cues = cuesOf([{ ...marked(text, ...at), length: 250 }], rate)
  expect(cues.length).toBeGreaterThan(1)
  expect(cues.flatMap(heardIn)).toEqual(text.split(' ').map((word, index) => [word, 100 + index * 8]))
  expect(cues.map(cue => cue.start)).toEqual(cues.map(cue => heardIn(cue)[0]![1]))
})

it('are in order and within their cue, whatever was heard', () => {
  const marks = fc.array(fc.record({ lettersBefore: fc.nat(60), at: fc.integer({ min: -50, max: 200 }) }), { maxLength: 12 })
  fc.assert(fc.property(clips.map(captioned), marks, (captions, words) => {
    for (const cue of cuesOf(captions.map(caption => ({ ...caption, words })), rate)) {
      const starts = heardIn(cue).map(([, start]) => start)
      expect(starts).toEqual(starts.toSorted((a, b) => a - b))
      expect(starts.every(start => start >= cue.start && start <= cue.start + cue.length)).toBe(true)
      expect(spokenRows(cue).map(({ text }) => lettersIn(text)).join()).toBe(cue.lines.map(lettersIn).join())
    }
  }))
})

it('show one text after another for as long as the caption is shown, with every style', () => {
  const how = fc.constantFrom('colour' as const, 'box' as const, 'alone' as const)
  fc.assert(fc.property(clips.map(captioned), how, (captions, how) => {
    const shown = events(captions, { how, colour: '#ff0000' })
    const whole = events(captions)
    const spans = (all: string[][]): string => {
      let joined = ''
      let last = ''
      for (const [, start = '', end = ''] of all) {
        joined += start === last ? '' : `${last} | ${start} – `
        last = end
      }
      return joined + last
    }
    expect(spans(shown)).toBe(spans(whole))
  }))
})

const lamp = marked('The lamp', 10, 20)

it('have another colour while they are said, in the colour of their speaker before and behind', () => {
  const at = '{\\q2\\an2\\pos(640,677)\\c'
  const [red, white] = ['&H000000FF', '&H00FFFFFF']
  expect(events([lamp], { how: 'colour', colour: '#ff0000' })).toEqual([
    ['0', '0:00:03.99', '0:00:04.39', `${at}${white}}The lamp`],
    ['0', '0:00:04.39', '0:00:04.79', `${at}${white}}{\\c${red}}The{\\c${white}} lamp`],
    ['0', '0:00:04.79', '0:00:05.99', `${at}${white}}The {\\c${red}}lamp`],
  ])
  const [, second] = events([{ ...lamp, speaker: 'ANN' }], { how: 'colour', colour: '#ff0000' }, captionStyle, { ANN: '#00ff00' })
  expect(second![3]).toBe(`${at}&H0000FF00}{\\c${red}}The{\\c&H0000FF00} lamp`)
})

it('are alone from the beginning of the caption, without what is not said', () => {
  expect(events([lamp], { how: 'alone', colour: '#ffffff' }).map(([, start, end, text]) => [start, end, text?.replace(/^\{.*\}/, '')]))
    .toEqual([['0:00:03.99', '0:00:04.79', 'The'], ['0:00:04.79', '0:00:05.99', 'lamp']])
})

it('grow over the others, which keep their places', () => {
  const shown = events([lamp], { how: 'pop', colour: '#ff0000' })
  expect(shown.map(([layer]) => layer)).toEqual(['0', '0', '1', '0', '1'])
  expect(shown[3]![3]).toContain('The {\\1a&HFF&\\3a&HFF&}lamp')
  expect(shown[4]![3]).toMatch(/\\1a&HFF&\\3a&HFF&\}The \{\\1a&H00&\\3a&H00&\\c&H000000FF\\t\(0,90,\\fscx110\\fscy110\)\}lamp$/)
  // The box behind all of them is drawn once.
  const inBox = events([lamp], { how: 'pop', colour: '#ff0000' }, { ...captionStyle, box: { colour: '#000000', opacity: 0.5 } })
  expect(inBox.map(([, , , text]) => text?.includes('\\4a&HFF&'))).toEqual([false, false, true, false, true])
})

it('are said in a part of the sequence when they are said in the whole', () => {
  const spans = fc.record({ startFrame: fc.nat(200), frames: fc.integer({ min: 1, max: 200 }) })
  fc.assert(fc.property(clips.map(captioned), spans, (captions, part) => {
    const cues = cuesOf(captions, rate)
    const shownAt = (all: readonly Cue[], frame: number): string[] => all
      .filter(cue => cue.start <= frame && frame < cue.start + cue.length)
      .flatMap(cue => heardIn(cue).filter(([, start]) => start <= frame).map(([word]) => word))
    const within = cuesWithin(cues, part)
    for (let frame = 0; frame < part.frames; frame++)
      expect(shownAt(within, frame)).toEqual(shownAt(cues, frame + part.startFrame))
  }), { numRuns: 40 })
})

it('keep their times in a part of the sequence, and have them in WebVTT', () => {
  const part = cuesWithin(cuesOf([lamp], rate), { startFrame: 90, frames: 100 })
  expect(heardIn(part[0]!)).toEqual([['The', 20], ['lamp', 30]])
  expect(toVtt(part, rate)).toContain('00:00:00.400 --> 00:00:02.400\n<00:00:00.800>The <00:00:01.200>lamp\n')
  expect(toVtt(cuesOf([{ ...lamp, words: undefined }], rate), rate)).toContain('\nThe lamp\n')
})
