/** What is heard of a take: one of its sounds, one side or both, and through which chain of filters. */
import type { Asset } from '#contract/takes.ts'
import type { HeardSound } from '#contract/words.ts'
import { chainOfKey } from '../tone/tone-key.ts'

/** Tells choices apart: empty for the default sound as it is, `1-left`, `default-right`, `default-both-t1_h80`. The end of a name of a file. */
export function heardKey(choice: HeardSound | undefined): string {
  const chain = choice?.chain ?? ''
  if (!choice || (choice.track === null && choice.channel === 'both' && chain === ''))
    return ''
  return `${choice.track ?? 'default'}-${choice.channel}${chain === '' ? '' : `-${chain}`}`
}

/** The choice of a key; undefined for anything that `heardKey` does not write. */
export function heardOfKey(key: string): HeardSound | undefined {
  const [, track, channel, chain] = /^(default|\d{1,3})-(both|left|right)(?:-([a-z0-9._]{1,160}))?$/.exec(key) ?? []
  if (chain !== undefined && chainOfKey(chain) === null)
    return undefined
  return channel === 'both' || channel === 'left' || channel === 'right'
    ? { track: track === 'default' ? null : Number(track), channel, ...chain !== undefined && { chain } }
    : undefined
}

/** Whether a program that reads the whole file may use another sound than the one that is heard. */
export function hasOtherSounds({ sounds = [], heard }: Pick<Asset, 'sounds' | 'heard'>): boolean {
  return sounds.length > 1 || heardKey(heard) !== ''
}
