/** What was chosen for the deliveries of one project: each project has its own, wherever it is opened. */
import { z } from 'zod'
import { BesideFile, CaptionFile, KitPart } from './delivery-options.ts'
import { CaptionMode } from './presets.ts'
import { SoundTags } from './sound-tags.ts'
import { TakeId } from './words.ts'

export const DeliveryChoices = z.object({
  /** Empty while none is chosen: then it follows the shape of the sequence. */
  presetId: z.string().max(50),
  /** Of the last film that was chosen: what a sequence is laid out for. */
  filmSize: z.object({ width: z.int().min(2).max(8192), height: z.int().min(2).max(8192) }),
  /** Null is the preset's usual form. */
  captionMode: CaptionMode.nullable(),
  levelsLines: z.boolean(),
  levelsToShop: z.boolean(),
  beside: z.array(BesideFile).max(4),
  captionFiles: z.array(CaptionFile).max(3),
  isAlsoEmbedded: z.boolean(),
  kit: z.array(KitPart).max(KitPart.options.length),
  tags: SoundTags,
  coverTakeId: TakeId.nullable(),
})
export type DeliveryChoices = z.infer<typeof DeliveryChoices>

export const usualChoices: DeliveryChoices = {
  presetId: '',
  filmSize: { width: 1280, height: 720 },
  captionMode: null,
  levelsLines: true,
  levelsToShop: true,
  beside: [],
  captionFiles: [],
  isAlsoEmbedded: false,
  kit: ['master', 'captions', 'stems', 'edit-lists', 'media'],
  tags: { title: '', artist: '', album: '', track: '', year: '', comment: '' },
  coverTakeId: null,
}

/** The choices that change, and of the tags those that change; the others stay. */
export const ChangedChoices = DeliveryChoices.extend({ tags: SoundTags.partial() }).partial()
export type ChangedChoices = z.infer<typeof ChangedChoices>

/** The choices with the change carried out: main on what it keeps, the page on what it shows until main has answered. */
export function changeChoices(now: DeliveryChoices, changed: ChangedChoices): DeliveryChoices {
  return DeliveryChoices.parse({ ...now, ...defined(changed), tags: { ...now.tags, ...defined(changed.tags ?? {}) } })
}

function defined(changed: object): object {
  return Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined))
}

/** `revision` is the number of changes that led to them. */
export const ChoicesNow = z.object({ choices: DeliveryChoices, revision: z.int().min(0) })
export type ChoicesNow = z.infer<typeof ChoicesNow>
