/** The sound of an image sequence, as a file next to it: what is in the film that the pictures are taken from, without a change. */
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts'
import type { RenderPlan } from '../plan/render-plan.ts'
import { basename, dirname } from 'node:path'
import { ownInput } from '../ffmpeg/ffmpeg-input.ts'
import { markFile } from '../mark/mark-file.ts'
import { muxerArgs } from '../sound/sound-encoders.ts'
import { placeArgs } from './place-in-time.ts'

/** `path` is in the folder of the film. Throws FfmpegError, `signal.reason`. */
export async function writeFramesSound(
  plan: RenderPlan,
  film: string,
  path: string,
  { ffmpeg, signal }: { readonly ffmpeg: Ffmpeg, readonly signal: AbortSignal },
): Promise<void> {
  const { metadata, mark } = plan
  const alone = { ...plan, encoding: { ...plan.encoding, format: 'wav', video: null } } as const
  const tags = Object.entries(metadata).flatMap(([key, value]) => ['-metadata', `${key}=${value}`])
  const output = ['-map', '0:a:0', '-c:a', 'copy', '-map_metadata', '-1', ...tags, ...placeArgs(alone), ...muxerArgs('wav'), basename(path)]
  await ffmpeg.run(['-y', ...ownInput(basename(film), 'mov'), ...output], { cwd: dirname(film), signal })
  if (mark)
    await markFile(path, 'wav', mark)
}
