/** The ffmpeg of a render: it works in the render's folder, where a stray one is found, and is given up when it hangs. */
import type { Ffmpeg } from './ffmpeg.ts'

/** Moving the index to the front on a slow volume takes minutes without output. */
const usualStallTimeoutMs = 600_000

export function watched(ffmpeg: Ffmpeg, folder: string, stallTimeoutMs = usualStallTimeoutMs): Ffmpeg {
  return {
    ...ffmpeg,
    run: (args, options) => ffmpeg.run(args, {
      cwd: folder,
      // Asked for its progress, it says something four times a second for as long as it works.
      onProgress: () => {},
      stallTimeoutMs,
      ...options,
    }),
  }
}
