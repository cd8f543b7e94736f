/** Names of saved files: from a template, valid on every system, and all different. */
import type { NamedFile } from '../../../src-main/files/saved-names.ts'
import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createSavedNames, savedNames } from '../../../src-main/files/saved-names.ts'

const empty: NamedFile['parts'] = { title: '', speaker: '', line: '', voice: '', model: '', kind: '', project: '', date: '2026-05-01' }
function file(title: string, more: Partial<NamedFile['parts']> = {}, extension = 'wav'): NamedFile {
  return { parts: { ...empty, title, ...more }, extension }
}

it.each([
  ['{title}', [file('The light was out')], ['The light was out.wav']],
  ['{number} {speaker} – {title}', [file('Who?', { speaker: 'ANNA' }), file('Fog.')], ['1 ANNA – Who.wav', '2 – Fog.wav']],
  ['{project}/{line} {title}', [file('窗边 🎙️', { project: 'Harbour', line: '12' })], ['Harbour 12 窗边 🎙️.wav']],
  ['{nothing} {title}', [file('a')], ['{nothing} a.wav']],
  ['{speaker}', [file('falls back')], ['falls back.wav']],
  ...['Take__2', 'A--B', '2024--05', '_internal_', 'a - b –'].map(title => ['{title}', [file(title)], [`${title}.wav`]] as const),
  ['{number} {title}', [file('-5 dB hum')], ['1 -5 dB hum.wav']],
  ['{project} – {line} – {title}', [file('_a--b_', { project: 'P--' })], ['P-- – _a--b_.wav']],
  ['{speaker}_{line}_{title}', [file('a', { speaker: 'ANNA', line: ' ' })], ['ANNA_a.wav']],
  ['{speaker} – {line} - {title} · {voice}', [file('a')], ['a.wav']],
  ['{number}{line}{title}', [file('a')], ['1a.wav']],
  ['scene {line} – {title} -- {voice}', [file('a'), file('b', { line: '4', voice: 'Ada' })], ['scene – a.wav', 'scene 4 – b -- Ada.wav']],
  [' – {line}', [file('a')], ['a.wav']],
  ['{title}', [file('CON'), file('nul.tar'), file('..')], ['_CON.wav', '_nul.tar.wav', 'Delivery.wav']],
  ['{title}', [file('a\u202Egpj.exe', {}, 'png')], ['a gpj.exe.png']],
  ['{title}', [file('Same'), file('same'), file('SAME')], ['Same.wav', 'same (2).wav', 'SAME (3).wav']],
  ['{title}', [file('same'), file('same', {}, 'mp4')], ['same.wav', 'same.mp4']],
] as const)('%s', (template, files, names) => {
  expect(savedNames(template, files)).toEqual(names)
})

it('continue from part to part, with as many digits as all of them need', () => {
  const names = createSavedNames('{number} {title}', { total: 1000 })
  expect([...names([file('a'), file('a')]), ...names([file('b')])]).toEqual(['0001 a.wav', '0002 a.wav', '0003 b.wav'])
  const equal = createSavedNames('{title}', { total: 3 })
  expect([...equal([file('a'), file('A')]), ...equal([file('a')])]).toEqual(['a.wav', 'A (2).wav', 'a (3).wav'])
})

it('never uses a name that is taken', () => {
  expect(savedNames('{title}', [file('a'), file('a')], ['A.WAV', 'a (2).wav'])).toEqual(['a (3).wav', 'a (4).wav'])
})

it('numbers a thousand equal titles at once', () => {
  const names = savedNames('{title}', Array.from({ length: 1000 }, () => file('Take')))
  expect(new Set(names).size).toBe(1000)
  expect(names.at(-1)).toBe('Take (1000).wav')
})

it('is a name on every system, whatever the title and the template are', () => {
  fc.assert(fc.property(
    fc.string({ unit: 'binary', maxLength: 120 }),
    fc.array(fc.string({ unit: 'grapheme', maxLength: 120 }), { minLength: 1, maxLength: 6 }),
    fc.string({ maxLength: 12 }),
    (template, titles, extension) => {
      const names = savedNames(template, titles.map(title => file(title, {}, extension)))
      expect(new Set(names.map(name => name.normalize('NFC').toLowerCase())).size).toBe(names.length)
      for (const name of names) {
        expect(name).not.toMatch(/[<>:"/\\|?*\p{Cc}]|^[\s.]|[\s.]$/u)
        expect(name).not.toMatch(/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i)
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
      }
    },
  ), { numRuns: 60 })
})
