/** A person's own titles to begin with: what is kept of a title, without its place in time. */
import { z } from 'zod'
import { Look } from './sequence-document.ts'
import { TitleWords } from './text-style.ts'
import { Label } from './words.ts'

const seconds = z.number().min(0).max(3600)

export const OwnTitle = z.object({
  id: z.string().min(1).max(60),
  name: Label.max(80),
  ...TitleWords.shape,
  look: Look,
  seconds: seconds.min(0.01),
  fadeInSeconds: seconds,
  fadeOutSeconds: seconds,
})
export type OwnTitle = z.infer<typeof OwnTitle>

/** Changes in the list, by id: others in the list stay as they are. */
export const OwnTitleChanges = z.object({
  /** Replaces the title with the same id, or adds it under a name that is free. */
  put: z.array(OwnTitle).max(50),
  /** Where titles are added; at the end when it is left out. */
  at: z.int().min(0).max(50).optional(),
  remove: z.array(OwnTitle.shape.id).max(50),
})
export type OwnTitleChanges = z.infer<typeof OwnTitleChanges>
