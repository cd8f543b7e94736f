/** The stored document of a transcript: what the studio read in the service's answer, and that answer unchanged. */
import { z } from 'zod'

const Timed = z.object({ startSeconds: z.number(), endSeconds: z.number(), text: z.string(), speaker: z.string().optional() })

export const TranscriptDocument = z.object({
  text: z.string(),
  language: z.string().nullable(),
  durationSeconds: z.number().nullable(),
  /** In order and without overlap; empty when the service gave no times. */
  segments: z.array(Timed),
  /** The unchanged answer, so that nothing in it is lost. */
  answer: z.object({ contentType: z.string(), body: z.string() }),
})
export type TranscriptDocument = z.infer<typeof TranscriptDocument>

export const transcriptFile = { mime: 'application/json', extension: 'json' } as const

/** The transcript as the user corrected it. */
export const Correction = TranscriptDocument.pick({ text: true, segments: true })
export type Correction = z.infer<typeof Correction>
