/** Whether there is a choice of what is heard of a file: several sound tracks, or two sides of one. */
import type { Asset } from '#contract/takes.ts'

/** `track` is the sound that is heard; null for the file's default. A mono sound has no sides. */
export function mayChooseSound(
  { sounds = [], channels }: Pick<Asset, 'sounds' | 'channels'>,
  track: number | null = null,
): { track: boolean, channel: boolean } {
  const chosen = track === null ? undefined : sounds[track]
  return { track: sounds.length > 1, channel: ((chosen ? chosen.channels : channels) ?? 0) > 1 }
}
