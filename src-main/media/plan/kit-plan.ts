/** The frozen plan of a kit, as kept in the job of its render: texts, files and sounds by their paths in the kit. */
import { z } from 'zod'
import { DeliveryFile } from '#contract/deliveries.ts'
import { KitPart } from '#contract/delivery-options.ts'
import { PictureClip } from '#contract/sequence-document.ts'
import { KitPath, PlainName } from './plain-name.ts'

const role = DeliveryFile.shape.role

/** Paths are relative, with slashes, and each is there once. */
export const KitPlan = z.object({
  parts: z.array(KitPart).min(1),
  texts: z.array(z.object({ path: KitPath, role, text: z.string() })),
  /** Files of the studio, by their absolute paths when the kit was asked for. */
  media: z.array(z.object({ path: KitPath, from: z.string() })),
  /** Titles as pictures of the size of the film. */
  titles: z.array(z.object({ path: KitPath, title: PictureClip.shape.title.unwrap() })),
  /** `sounds` are places in the plan's. */
  stems: z.array(z.object({ path: KitPath, sounds: z.array(z.int()) })),
  /** An audiobook for shops: its chapters, then its sample. */
  book: z.object({
    /** `file` is a name in the folder `folder`. */
    folder: z.string().refine(name => /^[a-z]+$/.test(name)),
    files: z.array(z.object({ file: PlainName, title: z.string(), startFrame: z.int().min(0), frames: z.int().min(1) })).min(1),
    /** Whether the last of the files is the sample. */
    hasSample: z.boolean(),
    isLevelled: z.boolean(),
    channels: z.literal([1, 2]),
    cover: z.object({ width: z.int(), height: z.int() }).nullable(),
  }).optional(),
  /** What is known of the kit before its files are made. */
  manifest: z.record(z.string(), z.unknown()),
})
export type KitPlan = z.infer<typeof KitPlan>
