/** The document that a transcript take keeps: what the studio reads in the service's answer, and that answer as it came. */
import { z } from 'zod'

const Timed = z.object({ startSeconds: z.number(), endSeconds: z.number(), text: z.string() })

export const TranscriptDocument = z.object({
  text: z.string(),
  language: z.string().nullable(),
  durationSeconds: z.number().nullable(),
  /** In order and apart from each other; empty when the service gave no times. */
  segments: z.array(Timed),
  /** As it came, so that nothing the service said is lost. */
  answer: z.object({ contentType: z.string(), body: z.string() }),
})
export type TranscriptDocument = z.infer<typeof TranscriptDocument>

export const transcriptFile = { mime: 'application/json', extension: 'json' } as const

/** What a person made of it. */
export const Correction = TranscriptDocument.pick({ text: true, segments: true })
export type Correction = z.infer<typeof Correction>

/** Undefined for text that is no such document. */
export function readDocument<Shape>(schema: z.ZodType<Shape>, text: string): Shape | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data
  }
  catch {
    return undefined // JSON.parse has no other way to say no.
  }
}
