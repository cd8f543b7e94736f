/** The files that clips of OpenTimelineIO play. */
import type { ListedMedia } from './list.ts'
import { z } from 'zod'
import { AssetId } from '#contract/words.ts'
import { fileNameOf } from './list.ts'

export const Time = z.object({ rate: z.number().positive(), value: z.number() })
export const Range = z.object({ start_time: Time, duration: Time })

export const Reference = z.object({
  OTIO_SCHEMA: z.string(),
  name: z.string().nullish(),
  target_url: z.string().nullish(),
  available_range: Range.nullish().catch(null),
  metadata: z.unknown().optional(),
})
/** What only Takeroom writes. */
const OwnTake = z.object({ takeroom: z.object({ take: z.string().max(100), hash: AssetId.optional().catch(undefined) }) })

interface Playing {
  readonly name?: string | null | undefined
  readonly media_reference?: z.infer<typeof Reference> | null | undefined
  readonly media_references?: Readonly<Record<string, z.infer<typeof Reference> | null | undefined>> | null | undefined
  readonly active_media_reference_key?: string | null | undefined
}

export function chosenMedia(item: Playing): z.infer<typeof Reference> | null {
  return item.media_references?.[item.active_media_reference_key ?? 'DEFAULT_MEDIA'] ?? item.media_reference ?? null
}

export function mediaOf(item: Playing): ListedMedia | null {
  const reference = chosenMedia(item)
  // Media that the other program misses too, or that are many files, are known by their names.
  const isNamed = !reference || /^(?:MissingReference|ImageSequenceReference)\./.test(reference.OTIO_SCHEMA)
  const name = reference?.name || item.name || ''
  if (isNamed && name !== '')
    return { name, takeId: null, seconds: null }
  if (!reference?.OTIO_SCHEMA.startsWith('ExternalReference'))
    return null
  const { available_range: range } = reference
  const own = OwnTake.safeParse(reference.metadata).data?.takeroom
  return {
    name: fileNameOf(reference.target_url ?? '') || reference.name || item.name || '',
    takeId: own?.take ?? null,
    hash: own?.hash ?? null,
    seconds: range ? range.duration.value / range.duration.rate : null,
  }
}
