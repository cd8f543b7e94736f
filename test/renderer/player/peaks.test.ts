/** Peak files are read correctly, and a waveform of any width shows the loudest moment. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parsePeaks, pickPeaks } from '../../../src-renderer/player/peaks.ts'

/** Writes an audiowaveform version 2 file with 8-bit values. */
function datFile(pairs: readonly (readonly [number, number])[], more: { channels?: number, claimed?: number } = {}): ArrayBuffer {
  const { channels = 1 } = more
  const bytes = new ArrayBuffer(24 + pairs.length * 2)
  const view = new DataView(bytes)
  const header = [2, 1, 48_000, 480, more.claimed ?? pairs.length / channels, channels]
  header.forEach((value, index) => view.setInt32(index * 4, value, true))
  pairs.forEach(([low, high], index) => {
    view.setInt8(24 + index * 2, low)
    view.setInt8(24 + index * 2 + 1, high)
  })
  return bytes
}

const pair = fc.tuple(fc.integer({ min: -128, max: 0 }), fc.integer({ min: 0, max: 127 }))

describe('parsePeaks', () => {
  it('returns the written peaks with their duration', () => {
    const peaks = parsePeaks(datFile([[-64, 64], [-128, 127]]))
    expect(peaks?.perSecond).toBe(100)
    expect(peaks?.durationSeconds).toBeCloseTo(0.02)
    expect([...peaks!.pairs]).toEqual([-0.5, 0.5, -1, 127 / 128])
  })

  it('shows the loudest channel of a stereo file', () => {
    const peaks = parsePeaks(datFile([[-10, 20], [-64, 5]], { channels: 2 }))
    expect([...peaks!.pairs]).toEqual([-0.5, 20 / 128])
  })

  it('reads as much as a truncated file has', () => {
    const peaks = parsePeaks(datFile([[-1, 1], [-2, 2]], { claimed: 500 }))
    expect(peaks?.pairs.length).toBe(4)
  })

  it('returns null for anything else', () => {
    expect(parsePeaks(new ArrayBuffer(0))).toBeNull()
    expect(parsePeaks(new TextEncoder().encode('RIFF this is no peaks file').buffer)).toBeNull()
  })
})

describe('pickPeaks', () => {
  it('never loses the loudest moment, at any width', () => {
    fc.assert(fc.property(fc.array(pair, { minLength: 1, maxLength: 200 }), fc.integer({ min: 1, max: 400 }), (pairs, columns) => {
      const peaks = parsePeaks(datFile(pairs))!
      const picked = pickPeaks(peaks, columns)
      expect(picked.length).toBe(columns * 2)
      expect(Math.max(...picked)).toBeCloseTo(Math.max(...peaks.pairs, 0), 5)
      expect(Math.min(...picked)).toBeCloseTo(Math.min(...peaks.pairs, 0), 5)
    }))
  })

  it('shows silence outside the audio', () => {
    const peaks = parsePeaks(datFile([[-128, 127]]))!
    expect([...pickPeaks(peaks, 3, 1, 2)]).toEqual([0, 0, 0, 0, 0, 0])
  })
})
