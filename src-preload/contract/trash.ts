/** The trash: all deleted items of every kind. Only items in the trash are ever deleted permanently. */
import { z } from 'zod'
import { procedure } from './define.ts'
import { Instant } from './words.ts'

export const TrashKind = z.enum(['take', 'project', 'line', 'sequence', 'voice', 'conversation', 'delivery', 'model'])
export type TrashKind = z.infer<typeof TrashKind>

/** A kind, and an id among the items of that kind. */
export const TrashRef = z.object({ kind: TrashKind, id: z.string().min(1).max(200) })
export type TrashRef = z.infer<typeof TrashRef>

export const TrashItem = TrashRef.extend({
  title: z.string(),
  /** The name of its project; empty where there is none. */
  place: z.string(),
  trashedAt: Instant,
  /** Of its own files, which other items may share. */
  sizeBytes: z.number(),
  /** A take, sequence, voice, model or project that something outside the trash refers to or needs. Emptying by age never deletes it. */
  isUsed: z.boolean(),
})
export type TrashItem = z.infer<typeof TrashItem>

/**
 * A place that refers to takes, sequences, voices, models or projects which would be deleted, and how many: a project's script,
 * timeline, bin, snapshots or casting (its files, voices and models), a conversation, a job that has not ended or can be sent
 * again, or a take that was made from them.
 */
export const TrashUse = z.object({
  kind: z.enum(['script', 'timeline', 'bin', 'version', 'casting', 'speaker', 'conversation', 'job', 'source']),
  /** The name of the project or conversation, or the title of the job or take. */
  place: z.string(),
  /** The place is in the trash itself, but would be kept. */
  isTrashed: z.boolean(),
  things: z.int(),
})
export type TrashUse = z.infer<typeof TrashUse>

const Weight = z.object({
  /** The chosen items that are in the trash, by kind: also those that are kept. */
  chosen: z.partialRecord(TrashKind, z.int()),
  count: z.int(),
  sizeBytes: z.number(),
  /** How many of them something else still refers to or needs, and where: at most twenty places in total. */
  used: z.int(),
  uses: z.array(TrashUse),
  places: z.int(),
  /** Delivered files that stay where they are when their delivery is deleted: how many in each folder, and the first five names. */
  films: z.array(z.object({ folder: z.string(), count: z.int(), names: z.array(z.string()) })),
})
export type TrashWeight = z.infer<typeof Weight>

/** As many as one answer lists, and as one choice names. */
export const mostListed = 5000

/** By words in the title and the name of the project, and by kind. */
export const TrashFound = z.object({ words: z.string().max(500).optional(), kind: TrashKind.optional() })
export type TrashFound = z.infer<typeof TrashFound>

export const TrashOrder = z.enum(['newest', 'oldest', 'largest'])
export type TrashOrder = z.infer<typeof TrashOrder>

const ActKey = z.string().max(400)

/** What was deleted in one act, of one kind and place: one item or many. */
export const TrashAct = z.object({
  key: ActKey,
  count: z.int(),
  sizeBytes: z.number(),
  /** Whether any of its items is. */
  isUsed: z.boolean(),
  /** The first items of it. */
  first: z.array(TrashItem),
})
export type TrashAct = z.infer<typeof TrashAct>

/**
 * Any number of items: all that is found, or nothing of it, turned round for these acts, and again for these items. What came into the
 * trash after `upTo` is not among them: nobody has seen it.
 */
export const TrashChoice = TrashFound.extend({
  upTo: Instant,
  isAll: z.boolean(),
  acts: z.array(ActKey).max(20_000),
  items: z.array(TrashRef).max(20_000),
})
export type TrashChoice = z.infer<typeof TrashChoice>

const Chosen = z.object({ items: z.array(TrashRef).max(20_000), choice: TrashChoice.optional() })

export const trash = {
  /** The items that are found, newest first, from one on; of one act where its key is given. At most `mostListed`. */
  list: procedure({
    effect: 'reads',
    input: TrashFound.extend({ act: ActKey.optional(), from: z.int().min(0).optional() }),
    output: z.object({ items: z.array(TrashItem) }),
  }),
  /** What is found, by acts. `count` and `sizeBytes` are of all that is found, `total` and `kinds` of all that is in the trash. */
  acts: procedure({
    effect: 'reads',
    input: TrashFound.extend({ order: TrashOrder, most: z.int().min(1) }),
    output: z.object({
      acts: z.array(TrashAct),
      more: z.int(),
      count: z.int(),
      sizeBytes: z.number(),
      total: z.int(),
      kinds: z.array(TrashKind),
      /** When the newest item came here. */
      upTo: Instant,
    }),
  }),
  /** How many of these would be deleted, how many bytes that would free, and what still needs them. */
  weigh: procedure({ effect: 'reads', input: Chosen, output: Weight }),
  /** Restores items to where they were, with projects in the trash that they belong to: `projects` names those that were not chosen. */
  restore: procedure({
    effect: 'writes',
    input: Chosen,
    output: z.object({ count: z.int(), projects: z.array(z.string()) }),
    faults: ['library-read-only'],
  }),
  /**
   * Permanently deletes items in the trash, and files that nothing else uses. Snapshots do not prevent this. The takes and
   * conversations of a project, the rendered files of a delivery, and the clip of a voice that is kept all stay.
   */
  purge: procedure({
    effect: 'writes',
    input: Chosen,
    output: z.object({ count: z.int(), sizeBytes: z.number() }),
    faults: ['library-read-only'],
  }),
}
