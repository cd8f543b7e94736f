/** Rotates pictures by their EXIF orientation: ffmpeg does so itself in some versions only. */
import { readFile } from 'node:fs/promises'
import { sniff } from '../../base/magic.ts'
import { readPictureHeader } from './picture-header.ts'

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
  const header = readPictureHeader(file, sniff(file)?.mime ?? '')
  return turns[(header?.orientation ?? 1) - 1] ?? ''
}
