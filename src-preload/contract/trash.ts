/** The trash: everything that was thrown away, of every kind, in one place. Only from here anything is deleted for good. */
import { z } from 'zod'
import { procedure } from './define.ts'
import { Instant } from './words.ts'

export const TrashKind = z.enum(['take', 'project', 'line', 'voice', 'conversation', 'delivery', 'model'])
export type TrashKind = z.infer<typeof TrashKind>

/** The kind and the id that it has among its own. */
export const TrashRef = z.object({ kind: TrashKind, id: z.string().min(1).max(200) })
export type TrashRef = z.infer<typeof TrashRef>

export const TrashItem = TrashRef.extend({
  title: z.string(),
  /** The project it belongs to, by name; empty where there is none. */
  place: z.string(),
  trashedAt: Instant,
  /** Of its own files; they may be shared with what is kept. */
  sizeBytes: z.number(),
  /** A take, voice, model or project that something outside the trash names or needs: the trash never empties it by itself. */
  isUsed: z.boolean(),
})
export type TrashItem = z.infer<typeof TrashItem>

/**
 * A place that names takes, voices, models or projects which are about to go, and how many of them: a project's script, timeline,
 * earlier versions or casting (a file in it, or the voice or model of a speaker), a conversation, a job that has not ended or can be sent
 * again,
 * or a take that was made from them.
 */
export const TrashUse = z.object({
  kind: z.enum(['script', 'timeline', 'version', 'casting', 'speaker', 'conversation', 'job', 'source']),
  /** The name of the project or conversation, or the title of the job or take. */
  place: z.string(),
  /** That place is in the trash itself, but stays. */
  isTrashed: z.boolean(),
  things: z.int(),
})
export type TrashUse = z.infer<typeof TrashUse>

const Weight = z.object({
  count: z.int(),
  sizeBytes: z.number(),
  /** How many takes, voices, models and projects something else still names or needs, and where: at most twenty places of all. */
  used: z.int(),
  uses: z.array(TrashUse),
  places: z.int(),
  /** Delivered files that are forgotten and stay where they were delivered: how many in which folder, and the names of the first five. */
  films: z.array(z.object({ folder: z.string(), count: z.int(), names: z.array(z.string()) })),
})
export type TrashWeight = z.infer<typeof Weight>

const Chosen = z.array(TrashRef).max(20_000)

export const trash = {
  /** What lies in the trash, newest first. */
  list: procedure({ effect: 'reads', input: z.object({}), output: z.object({ items: z.array(TrashItem) }) }),
  /** How many of these would really go, how many bytes of the disk with them, and what still needs them. */
  weigh: procedure({ effect: 'reads', input: z.object({ items: Chosen }), output: Weight }),
  /** Puts things back where they were. */
  restore: procedure({
    effect: 'writes',
    input: z.object({ items: Chosen }),
    output: z.object({ count: z.int() }),
    faults: ['library-read-only'],
  }),
  /**
   * Deletes for good what is in the trash, and files that nothing else uses. Earlier versions hold nothing back from it. Of a project its
   * takes and conversations stay;
   * of a delivery its rendered files stay where they were delivered; the clip of a voice that is kept stays.
   */
  purge: procedure({
    effect: 'writes',
    input: z.object({ items: Chosen }),
    output: z.object({ count: z.int(), sizeBytes: z.number() }),
    faults: ['library-read-only'],
  }),
}
