/** A document as melt renders its MLT file, and as the studio delivers it. */
import type { SequenceDocument } from '#contract/sequence-document.ts'
import type { InnerOf } from '#rules/sequence/nested/flat.ts'
import type { EditList } from '../../../src-main/interchange/edit-list.ts'
import type { MediaKit } from '../media.ts'
import type { TruthTake } from './media.ts'
import { writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { flat } from '#rules/sequence/nested/flat.ts'
import { toMlt } from '../../../src-main/interchange/mlt.ts'
import { probe } from '../../../src-main/media/probe/probe.ts'
import { aTake } from '../../seam/sequence/arbitrary.ts'
import { listOf } from '../edit-files.ts'
import { renderWithMelt } from '../melt.ts'
import { takeId } from '../sequence.ts'
import { levelsOf, likeness } from './compare.ts'
import { deliver } from './deliver.ts'

export const meltedSize = { width: 320, height: 180 }

/** A shot of ten seconds, a still and twenty seconds of noise, as the takes 1 to 3. */
export async function patternedTakes(media: MediaKit): Promise<TruthTake[]> {
  const tagged = ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709']
  const moving = 'gradients=s=320x180:r=30:d=10:c0=0x204080:c1=0xd08030:speed=0.01:seed=4,drawgrid=w=40:h=36:t=3:c=white@0.6,gblur=sigma=1'
  const encoding = ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '10', '-pix_fmt', 'yuv420p']
  const shot = ['-f', 'lavfi', '-i', `${moving},scroll=h=0.006`, ...encoding]
  const still = 'gradients=s=400x300:r=1:c0=0x905020:c1=0x40a0e0:seed=9,drawgrid=w=50:h=30:t=4:c=black@0.7,gblur=sigma=1'
  const files = [
    ['shot.mp4', 'video', [...shot, ...tagged]],
    ['still.png', 'picture', ['-f', 'lavfi', '-i', still, '-frames:v', '1', '-update', '1']],
    ['noise.wav', 'audio', ['-f', 'lavfi', '-i', 'aevalsrc=exprs=0.5*random(0)-0.25|0.5*random(1)-0.25:s=48000:d=20', '-c:a', 'pcm_s16le']],
  ] as const
  return Promise.all(files.map(async ([name, medium, args], index) => {
    const path = await media.make(name, args)
    const { mime, durationSeconds, width, height, framesPerSecond, sampleRate, channels } = await probe(path, media)
    const asset = { mime, durationSeconds, width, height, framesPerSecond, sampleRate, channels }
    return { take: aTake(100 + index, { id: takeId(index + 1), medium, asset }), path }
  }))
}

export interface Compared {
  readonly list: EditList
  /** Of melt and of the studio. */
  readonly frames: readonly [number, number]
  /** Frames that look different. */
  readonly other: readonly object[]
  /** Quarters of seconds that are louder or quieter. */
  readonly otherLevels: readonly number[]
}

/** `document` is as large as `meltedSize`. */
export async function meltedAndDelivered(
  document: SequenceDocument,
  { takes, media, moments, innerOf }: {
    readonly takes: readonly TruthTake[]
    readonly media: MediaKit
    /** Frames of the sequence to look at, a hundred at most: a filter has no room for more numbers. */
    readonly moments: readonly number[]
    readonly innerOf?: InnerOf
  },
): Promise<Compared> {
  const list = listOf(document, takes.map(({ take }) => take), {
    pathOf: take => basename(takes.find(each => each.take.id === take.id)!.path),
    ...innerOf && { innerOf },
  })
  await writeFile(media.file('film.mlt'), toMlt(list, { assPath: null }))
  await renderWithMelt(media.file('film.mlt'), media.file('film.mkv'))
  const delivered = await deliver(innerOf ? flat(document, innerOf) : document, { takes: [...takes], luts: {} }, media)
  const toRgb = ['-vf', 'scale=in_color_matrix=bt709:flags=bicubic+accurate_rnd+full_chroma_int', '-pix_fmt', 'rgb24']
  const { stdout } = await media.ffmpeg.run(['-i', media.file('film.mkv'), ...toRgb, '-f', 'rawvideo', '-'])
  const bytes = meltedSize.width * meltedSize.height * 3
  const wanted = await delivered.pictures(moments)
  const shown = (at: number) => ({ ...meltedSize, pixels: stdout.subarray(at * bytes, (at + 1) * bytes) })
  const alike = moments.map((frame, at) => ({ frame, ...likeness(shown(frame - delivered.startFrame), wanted[at]!) }))
  const played = await media.ffmpeg.run(['-i', media.file('film.mkv'), '-f', 'f32le', '-'])
  const [ours, theirs] = [levelsOf((await delivered.sound()).samples), levelsOf(new Float32Array(new Uint8Array(played.stdout).buffer))]
  return {
    list,
    frames: [stdout.length / bytes, delivered.frames],
    other: alike.filter(({ whole, colour }) => whole < 0.97 || colour > 12),
    otherLevels: ours.filter((db, at) => db > -40 && Math.abs(db - (theirs[at] ?? -90)) > 1.5),
  }
}
