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
})
export type TrashItem = z.infer<typeof TrashItem>

const Chosen = z.array(TrashRef).max(5000)

export const trash = {
  /** What lies in the trash, newest first. */
  list: procedure({ effect: 'reads', input: z.object({}), output: z.object({ items: z.array(TrashItem) }) }),
  /** How many of these would really go, and how many bytes of the disk with them. */
  weigh: procedure({ effect: 'reads', input: z.object({ items: Chosen }), output: z.object({ count: z.int(), sizeBytes: z.number() }) }),
  /** Puts things back where they were. */
  restore: procedure({ effect: 'writes', input: z.object({ items: Chosen }), output: z.object({ count: z.int() }), faults: ['library-read-only'] }),
  /**
   * Deletes for good what is in the trash, and files that nothing else uses. Of a project its takes and conversations stay;
   * of a delivery its rendered files stay where they are; the clip of a voice that is kept stays.
   */
  purge: procedure({ effect: 'writes', input: z.object({ items: Chosen }), output: z.object({ count: z.int(), sizeBytes: z.number() }), faults: ['library-read-only'] }),
}
