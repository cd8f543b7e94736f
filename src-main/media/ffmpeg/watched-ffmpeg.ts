/** The ffmpeg of a render: it works in the render's folder, where a stray one is found, and is given up when it hangs. */
import type { Ffmpeg } from './ffmpeg.ts'

/** Where a film is written anew with its index in front, and on a slow volume, it is quiet for minutes. */
const usualPatienceMs = 600_000

export function watched(ffmpeg: Ffmpeg, folder: string, patienceMs = usualPatienceMs): Ffmpeg {
  return {
    ...ffmpeg,
    run: (args, options) => ffmpeg.run(args, {
      cwd: folder,
      // Asked for its progress, it says something four times a second for as long as it works.
      onProgress: () => {},
      patienceMs,
      ...options,
    }),
  }
}
