/** Where a picture is, as Takeroom adds it to a clip of OTIO: by frames from its start, in pixels of the sequence. */
import type { Size } from '../sequence/placement.ts'
import type { Key, ListedMoves } from './list.ts'
import { z } from 'zod'

/** The middle and the size of the whole picture, opacity, and degrees where they change. */
export const OwnPlaces = z.array(z.object({
  ...{ at: z.number(), x: z.number(), y: z.number(), width: z.number().min(0), height: z.number().min(0) },
  ...{ opacity: z.number(), rotation: z.number().optional() },
})).max(10_000)
type OwnPlaces = z.infer<typeof OwnPlaces>

/** `rotation` is that of the clip where it does not change. */
export function movesOf(places: OwnPlaces, rotation: number, { width, height }: Size): ListedMoves {
  const by = (value: (place: OwnPlaces[number]) => number): Key[] => places.map(place => ({ at: place.at, value: value(place) }))
  return {
    ...{ x: by(place => place.x / width - 0.5), y: by(place => place.y / height - 0.5), box: places },
    ...{ rotation: by(place => place.rotation ?? rotation), opacity: by(place => place.opacity) },
  }
}
