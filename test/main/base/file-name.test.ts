import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { freeFileBase, safeFileBase } from '../../../src-main/base/file-name.ts'

const wild = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.array(fc.constantFrom(
    '..',
    '/',
    '\\',
    ':',
    'con',
    '.',
    ' ',
    '\0',
    '\u202E',
    'a',
    '文',
    '👩‍👩‍👧',
    '~',
    '-',
  ), { maxLength: 300 }).map(parts => parts.join('')),
)

describe('the name of a delivery', () => {
  it('is valid on every system, whatever the user typed', () => {
    fc.assert(fc.property(wild, (name) => {
      const base = safeFileBase(name)
      expect(base).not.toMatch(/[<>:"/\\|?*\p{Cc}\p{Cs}\u202A-\u202E]/u)
      expect(base).not.toMatch(/^[\s.~-]|[\s.]$/u)
      expect(base).not.toMatch(/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i)
      expect(base.length).toBeGreaterThan(0)
      expect(Buffer.byteLength(base)).toBeLessThanOrEqual(181)
      expect(safeFileBase(base)).toBe(base)
    }), { numRuns: 500 })
  })

  it('keeps what the user typed where possible', () => {
    expect(safeFileBase('Morning light: part 1/2')).toBe('Morning light part 1 2')
    expect(safeFileBase('晨光 (第一集)')).toBe('晨光 (第一集)')
    expect(safeFileBase('CON.final')).toBe('_CON.final')
    expect(safeFileBase('../../.ssh')).toBe('ssh')
    expect(safeFileBase('???')).toBe('Delivery')
    expect(safeFileBase('-1 take')).toBe('1 take')
    expect(safeFileBase('Take -1')).toBe('Take -1')
  })

  it('is never a device of Windows, which ignores spaces before the dot', () => {
    expect(['aux.wav', 'con .wav', 'COM¹', 'nul ', 'lpt1  .a.b'].map(safeFileBase))
      .toEqual(['_aux.wav', '_con .wav', '_COM¹', '_nul', '_lpt1 .a.b'])
    expect(['Contact', 'aux in', 'Com 1'].map(safeFileBase)).toEqual(['Contact', 'aux in', 'Com 1'])
  })

  it('is cut between letters as people see them, and leaves room for an extension', () => {
    for (const letter of ['👩‍👩‍👧', '🇩🇪', 'é', '文'])
      expect(safeFileBase(`${letter}. `.repeat(120)).replaceAll(/[. ]/g, '').replaceAll(letter.normalize('NFC'), '')).toBe('')
    expect(Buffer.byteLength(safeFileBase('👩‍👩‍👧'.repeat(90)))).toBeLessThanOrEqual(180)
  })

  it('is never that of an existing file, whatever its extension and case', () => {
    expect(freeFileBase('Film', [])).toBe('Film')
    expect(freeFileBase('Film', ['film.MP4', 'Film (2).srt', 'Films.mp4'])).toBe('Film (3)')
    fc.assert(fc.property(fc.array(fc.constantFrom('Film.mp4', 'FILM (2).mp4', 'film (3)', 'Film (4).en.srt')), (taken) => {
      const base = freeFileBase('Film', taken).toLowerCase()
      expect(taken.some(name => name.toLowerCase() === base || name.toLowerCase().startsWith(`${base}.`))).toBe(false)
    }))
  })
})
