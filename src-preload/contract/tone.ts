/** Level and tone: the filters through which takes are heard: those of a speaker, of a clip, of a track. The takes stay as they are. */
import { z } from 'zod'
import { Label, ProjectId } from './words.ts'

const isOn = z.boolean()
/** Half decibels. */
const decibels = (least: number, most: number): z.ZodNumber => z.number().min(least).max(most).multipleOf(0.5)
const hertz = (least: number, most: number): z.ZodNumber => z.int().min(least).max(most)
const shelf = z.object({ hz: hertz(20, 16_000), gainDb: decibels(-18, 18) })
const bell = shelf.extend({ q: z.number().min(0.3).max(8).multipleOf(0.1) })

function chainShape() {
  return z.object({
    /** Off: heard as it was made. */
    isOn,
    /** Takes away what is lower, 12 dB an octave. */
    highPass: z.object({ isOn, hz: hertz(20, 400) }),
    /** Lowers hiss and hum that are quieter than `floorDb`. */
    denoise: z.object({ isOn, reductionDb: z.int().min(1).max(40), floorDb: z.int().min(-80).max(-20) }),
    /** Lowers sharp S sounds: the more the higher the percentage. */
    deEss: z.object({ isOn, percent: z.int().min(1).max(100) }),
    compressor: z.object({
      isOn,
      thresholdDb: z.int().min(-60).max(0),
      ratio: z.number().min(1).max(20).multipleOf(0.5),
      attackMs: z.int().min(1).max(200),
      releaseMs: z.int().min(10).max(2000),
      makeupDb: decibels(0, 24),
    }),
    /** Two shelves with two bells between them. */
    equalizer: z.object({ isOn, low: shelf, lowMid: bell, highMid: bell, high: shelf }),
    /** After all filters, before the limiter. */
    outputDb: decibels(-24, 24),
  })
}
/** By its name, TypeScript writes the type of the contract in fewer letters: it refuses one that is too long. */
export interface ToneChainShape extends ReturnType<typeof chainShape> {}
/** In the order in which a sound passes through them. A filter that is off keeps its settings. */
export const ToneChain: ToneChainShape = chainShape()
export type ToneChain = z.infer<typeof ToneChain>

export const SpeakerTone = z.object({ speaker: Label.max(100), chain: ToneChain })
export type SpeakerTone = z.infer<typeof SpeakerTone>

/** Also of speakers who have no line any more; others are heard as they were made. */
export const ProjectTones = z.object({
  /** The project's id. */
  id: ProjectId,
  tones: z.array(SpeakerTone),
})
export type ProjectTones = z.infer<typeof ProjectTones>
