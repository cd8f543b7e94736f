/** Rotates pictures by the orientation that they say: ffmpeg does so itself in some versions only. */
import { readFile } from 'node:fs/promises'
import { sniff } from '../../base/magic.ts'
import { readOrientation } from './picture-header.ts'

// EXIF 2.3 §4.6.4 A, orientation 1–8.
const turns: readonly string[] = [
  '',
  'hflip',
  'hflip,vflip',
  'vflip',
  'transpose=cclock_flip',
  'transpose=clock',
  'transpose=clock_flip',
  'transpose=cclock',
]

/** Filters that make the picture upright, joined by commas; empty when it is. Give `-noautorotate` to its input. */
export async function uprightFilters(picturePath: string): Promise<string> {
  const file = await readFile(picturePath)
  return turns[readOrientation(file, sniff(file)?.mime ?? '') - 1] ?? ''
}
