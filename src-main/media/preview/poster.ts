/** Posters: small JPEGs that represent images and videos in lists; over a checkerboard where one can see through them. */
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts'
import type { Probe } from '../probe/probe-types.ts'
import { rm, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { placeFile } from '../../base/atomic-file.ts'
import { newId } from '../../base/ids.ts'
import { fileInput } from '../ffmpeg/ffmpeg-input.ts'
import { exactly, filmColours, readColours } from '../probe/colour.ts'
import { uprightFilters } from '../probe/orient.ts'
import { seeksToKeyFrame } from '../probe/seeking.ts'
import { toneMapFilters } from '../probe/tone-map.ts'
import { overCheckerboard, readTransparency } from '../probe/transparency.ts'
import { UnreadableMediaError } from '../unreadable.ts'

export const posterSide = 640

/** Writes `outPath` completely or not at all; never larger than the source. Throws UnreadableMediaError without a picture. */
export async function makePoster(
  path: string,
  outPath: string,
  { ffmpeg, probe, signal }: { readonly ffmpeg: Ffmpeg, readonly probe: Probe, readonly signal?: AbortSignal },
): Promise<void> {
  if (probe.medium !== 'picture' && probe.medium !== 'video')
    throw new UnreadableMediaError('damaged', `no picture in ${probe.mime}`)
  const isPicture = probe.medium === 'picture'
  // A unique name: an ffmpeg process that outlived a killed studio may still be writing to its own file.
  const part = `${resolve(outPath)}.${newId()}.part`
  // Clips often begin with black, so the poster is taken one second in.
  const at = ['-ss', String(Math.min(1, (probe.durationSeconds ?? 0) / 2))]
  const seeks = !isPicture && seeksToKeyFrame(probe.container)
  const colours = await readColours(path, probe, ffmpeg)
  const { hasAlpha, decoder } = await readTransparency(path, probe, { ffmpeg, ...signal && { signal } })
  const options = [...decoder === null ? [] : ['-c:v', decoder], ...isPicture ? ['-noautorotate'] : []]
  const isClear = hasAlpha && colours.hdr === null
  const size = `w='min(${posterSide},iw)':h='min(${posterSide},ih)':force_original_aspect_ratio=decrease`
  const form = isClear ? 'gbrap' : 'gbrp'
  const filters = [
    isPicture ? await uprightFilters(path) : '',
    `scale=w='trunc(iw*sar)':h=ih`,
    'setsar=1',
    // Made small first: mapping tones takes long.
    ...colours.hdr ? [`scale=${size}`, ...toneMapFilters(colours.hdr)] : [],
    ...filmColours(colours, form, colours.hdr ? {} : { size }),
    ...isClear ? [overCheckerboard(16)] : [],
    // A JPEG is BT.601 in full range. Halved, strong colours would be a code more off.
    `scale=out_color_matrix=bt601:out_range=pc:${exactly}`,
    'format=yuvj444p',
  ].filter(Boolean).join(',')
  const write = async (inputOptions: readonly string[], outputOptions: readonly string[] = []): Promise<unknown> => ffmpeg.run([
    ...['-y', ...await fileInput(path, [...options, ...inputOptions]), '-map', '[poster]', '-frames:v', '1', ...outputOptions],
    ...['-filter_complex', `[${isPicture ? '0:v:0' : '0:V:0'}]${filters}[poster]`, '-c:v', 'mjpeg', '-q:v', '2', '-f', 'mjpeg', part],
  ], signal ? { signal } : {})
  try {
    await (isPicture ? write([]) : seeks ? write(at) : write([], at))
    // The last frame may have begun before that time, and is seen until the end.
    if (!isPicture && !await hasBytes(part))
      await write([])
    await placeFile(part, outPath)
  }
  catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

async function hasBytes(path: string): Promise<boolean> {
  return await stat(path).then(file => file.size > 0, () => false)
}
