/** What is heard of a take: one of its sounds, and one side or both. */
import type { Asset } from '#contract/takes.ts'
import type { SoundChoice } from '#contract/words.ts'

/** Tells choices apart: empty for the default sound as it is, `1-left`, `default-right`. The end of a name of a file. */
export function heardKey(choice: SoundChoice | undefined): string {
  if (!choice || (choice.track === null && choice.channel === 'both'))
    return ''
  return `${choice.track ?? 'default'}-${choice.channel}`
}

/** The choice of a key; undefined for anything that `heardKey` does not write. */
export function heardOfKey(key: string): SoundChoice | undefined {
  const [, track, channel] = /^(default|\d{1,3})-(both|left|right)$/.exec(key) ?? []
  return channel === 'both' || channel === 'left' || channel === 'right'
    ? { track: track === 'default' ? null : Number(track), channel }
    : undefined
}

/** Whether a program that reads the whole file may use another sound than the one that is heard. */
export function hasOtherSounds({ sounds = [], heard }: Pick<Asset, 'sounds' | 'heard'>): boolean {
  return sounds.length > 1 || heardKey(heard) !== ''
}
