/** Imports real files into a real library, and hears where the beeps are. */
import type { Ffmpeg } from '../../src-main/media/ffmpeg/ffmpeg.ts'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { openImports } from '../../src-main/files/imports.ts'
import { readWavLayout } from '../../src-main/media/wav.ts'
import { openTestLibrary } from './library.ts'

export async function openComingIn() {
  const library = await openTestLibrary()
  const { root, assets, takes, clock, projects } = library
  const imports = await openImports({ folder: join(root, 'incoming'), assets, takes, clock, freeBytes: async () => 1e12, minFreeBytes: 0 })
  const { id: projectId } = await projects.create('A film')
  return {
    ...library,
    imports,
    projectId,
    bring: async (path: string) => imports.file(await imports.receive(basename(path), createReadStream(path), null), projectId),
  }
}

/** Seconds at which sound begins after at least a tenth of a second of silence, in a WAV of 48 kHz stereo, 16 bit or float. */
export async function beepsIn(path: string): Promise<number[]> {
  const { dataOffset, frames, encoding } = await readWavLayout(path)
  const bytes = await readFile(path)
  const at = encoding === 'float'
    ? (frame: number): number => Math.abs(bytes.readFloatLE(dataOffset + frame * 8))
    : (frame: number): number => Math.abs(bytes.readInt16LE(dataOffset + frame * 4)) / 32768
  const found: number[] = []
  let last = -Infinity
  for (let frame = 0; frame < frames; frame++) {
    if (at(frame) < 0.1)
      continue
    if (frame - last > 4800)
      found.push(frame / 48_000)
    last = frame
  }
  return found
}

/** The sound of any file as `beepsIn` reads it, on the clock of the file. */
export async function beepsOfFile(ffmpeg: Ffmpeg, path: string, wav: string): Promise<number[]> {
  await ffmpeg.run(['-y', '-i', path, '-map', '0:a:0', '-ac', '2', '-ar', '48000', '-c:a', 'pcm_s16le', '-f', 'wav', wav])
  return beepsIn(wav)
}

/** A tenth of a second of tone at each whole second. */
export function beeps(seconds: number): string[] {
  return ['-f', 'lavfi', '-i', `aevalsrc=exprs='if(lt(mod(t,1),0.1),0.5*sin(2*PI*1000*t),0)':s=48000:d=${seconds}`]
}
