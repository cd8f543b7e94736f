/** The `practice` command: runs the practice service alone, so that other programs can be tried on it. */
import type { PracticeService } from '../practice/index.ts'
import { createFfmpegFinder } from '../media/ffmpeg/ffmpeg.ts'
import { openPracticeService } from '../practice/index.ts'

/** Resolves once it listens; the caller closes it. */
export async function openPractice(options: { port?: number, resourcesPath: string | null }): Promise<PracticeService> {
  const { resourcesPath } = options
  const finder = createFfmpegFinder()
  return openPracticeService({ ffmpeg: () => finder.find({ resourcesPath }), ...(options.port !== undefined && { port: options.port }) })
}
