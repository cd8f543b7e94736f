/** A small formant synthesizer: a voiced source and noise pass through three resonators that follow the mouth shapes. */
import type { Random } from '../seed.ts'
import type { MouthShape } from './mouth-shapes.ts'
import type { Utterance } from './utterance.ts'
import { createRandom } from '../seed.ts'
import { mouthShapesOf } from './mouth-shapes.ts'

/** Audible speech of about natural length; it cannot be understood. */
export function speakWithFormants({ text, character, language }: Utterance, sampleRate: number): Int16Array {
  const random = createRandom(`${language} ${text}`)
  const shapes = mouthShapesOf(text)
  const head = (character.isLow ? 0.92 : 1.08) * (0.94 + 0.12 * character.timbre)
  const basePitch = (character.isLow ? 85 : 165) * (1 + 0.5 * character.pitch)
  const contour = pitchContour(random, shapes, { basePitch, liveliness: character.liveliness, isQuestion: /[?？]\s*$/.test(text) })
  const mouth = createMouth(sampleRate, random)
  const parts = shapes.map((shape, i) => {
    const length = Math.max(1, Math.round(shape.seconds / character.pace * sampleRate))
    return mouth.say(shape, { length, head, pitch: contour[i] ?? basePitch })
  })
  const samples = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    samples.set(part, at)
    at += part.length
  }
  return samples
}

/** A pitch for each shape: it falls over the text, varies with liveliness, and rises at the end of a question. */
function pitchContour(
  random: Random,
  shapes: readonly MouthShape[],
  style: { basePitch: number, liveliness: number, isQuestion: boolean },
): readonly number[] {
  let waver = 0
  return shapes.map((_, i) => {
    const done = i / Math.max(1, shapes.length)
    waver = waver * 0.7 + (random.next() - 0.5) * style.liveliness * 0.35
    const rise = style.isQuestion && done > 0.85 ? 1 + (done - 0.85) * 3 : 1
    return style.basePitch * (1.08 - 0.18 * done + waver) * rise
  })
}

interface ShapeOptions {
  readonly length: number
  readonly head: number
  readonly pitch: number
}

/** Keeps its state between shapes, so that the sound has no discontinuities. */
function createMouth(sampleRate: number, random: Random) {
  const resonators = [createResonator(sampleRate, 80), createResonator(sampleRate, 100), createResonator(sampleRate, 140)]
  const gains = [1, 0.9, 0.6]
  const now = { formants: [500, 1500, 2500], buzz: 0, hiss: 0, pitch: 120, phase: 0, lastNoise: 0, lastFlow: 0 }
  const approach = 1 - Math.exp(-1 / (0.012 * sampleRate))

  function sample(shape: MouthShape, { head, pitch }: ShapeOptions): number {
    now.buzz += (shape.buzz - now.buzz) * approach
    now.hiss += (shape.hiss - now.hiss) * approach
    now.pitch += (pitch - now.pitch) * approach * 0.3
    now.phase = (now.phase + now.pitch / sampleRate) % 1
    const white = random.next() * 2 - 1
    const bright = white - now.lastNoise
    now.lastNoise = white
    const flow = glottis(now.phase)
    // The lips radiate the change of the flow, not the flow.
    const pressure = (flow - now.lastFlow) * 8
    now.lastFlow = flow
    const source = pressure * now.buzz + white * 0.06 * (now.buzz + now.hiss)
    const voiced = resonators.reduce(
      (sum, resonator, i) => sum + (gains[i] ?? 0) * resonator.pass(source, (now.formants[i] ?? 500) * head),
      0,
    )
    return voiced + bright * now.hiss * 0.1
  }

  return {
    say(shape: MouthShape, options: ShapeOptions): Int16Array {
      const samples = new Int16Array(options.length)
      for (let i = 0; i < samples.length; i++) {
        // Formants are updated less often than samples: each update computes sines.
        if (i % 48 === 0)
          now.formants = now.formants.map((formant, f) => formant + ((shape.formants[f] ?? formant) - formant) * 0.2)
        samples[i] = Math.max(-1, Math.min(1, sample(shape, options) * 0.35)) * 32_000
      }
      return samples
    },
  }
}

/** One cycle of the vocal folds: a slow opening and a sudden closure. */
function glottis(phase: number): number {
  return phase < 0.6 ? Math.sin(Math.PI * phase / 0.6) * (phase / 0.6) : 0
}

/** A two-pole band-pass with a variable centre; its coefficients are computed again only when the centre changes. */
function createResonator(sampleRate: number, bandwidth: number) {
  const radius = Math.exp(-Math.PI * bandwidth / sampleRate)
  const b2 = -radius * radius
  let frequency = 0
  let b1 = 0
  let gain = 0
  let y1 = 0
  let y2 = 0
  return {
    pass(x: number, centre: number): number {
      if (centre !== frequency) {
        frequency = centre
        const angle = 2 * Math.PI * Math.min(centre, sampleRate * 0.45) / sampleRate
        b1 = 2 * radius * Math.cos(angle)
        gain = (1 - radius) * Math.sqrt(1 - 2 * radius * Math.cos(2 * angle) + radius * radius) * 3
      }
      const y = gain * x + b1 * y1 + b2 * y2
      y2 = y1
      y1 = y
      return y
    },
  }
}
