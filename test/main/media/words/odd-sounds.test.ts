/** What the sound of speech shows: its pauses, and edges within a word. */
import { expect, it } from 'vitest'
import { speechShape } from '../../../../src-main/media/words/odd-sounds.ts'

const rate = 16_000
/** A voice of many overtones that swells as syllables do, or silence. */
function sound(...parts: readonly (readonly ['voice' | 'silence', number])[]): Float32Array {
  return Float32Array.from(parts.flatMap(([kind, seconds]) => Array.from({ length: Math.round(seconds * rate) }, (_, at) => {
    if (kind === 'silence')
      return 1e-4 * Math.sin(at * 7.3)
    const [t, edge] = [at / rate, Math.min(at, seconds * rate - at) / (0.05 * rate)]
    const tone = [1, 2, 3, 5, 8].reduce((sum, n) => sum + Math.sin(2 * Math.PI * 140 * n * t) / n, 0)
    return 0.2 * tone * Math.min(1, edge)
  })))
}

it('pauses between words, and where speech begins and ends', () => {
  const spoken = sound(['silence', 0.3], ['voice', 1], ['silence', 1.8], ['voice', 1], ['silence', 0.3])
  const { pauses, speech, isCutAtStart, isCutAtEnd } = speechShape(spoken, rate)
  expect(pauses).toHaveLength(1)
  expect(pauses[0]!.start).toBeCloseTo(1.3, 1)
  expect(pauses[0]!.end).toBeCloseTo(3.1, 1)
  expect(speech.start).toBeCloseTo(0.3, 1)
  expect(speech.end).toBeCloseTo(4.1, 1)
  expect([isCutAtStart, isCutAtEnd]).toEqual([false, false])
})

it('a beginning and an end within a word are cut', () => {
  const whole = sound(['silence', 0.2], ['voice', 2], ['silence', 0.2])
  expect(speechShape(whole.subarray(rate), rate)).toMatchObject({ isCutAtStart: true, isCutAtEnd: false })
  expect(speechShape(whole.subarray(0, rate), rate)).toMatchObject({ isCutAtStart: false, isCutAtEnd: true })
})

it('silence has neither speech nor pauses', () => {
  expect(speechShape(new Float32Array(rate), rate)).toEqual({
    ...{ pauses: [], speech: { start: 0, end: 0 }, isCutAtStart: false, isCutAtEnd: false },
  })
})
