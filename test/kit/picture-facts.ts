/** What is known of the files of a plan's pictures, as the render reads it before it begins. */
import type { Ffmpeg } from '../../src-main/media/ffmpeg/ffmpeg.ts'
import type { SourceFacts } from '../../src-main/media/picture/layer.ts'
import type { RenderPlan } from '../../src-main/media/plan/render-plan.ts'
import { readSource } from '../../src-main/media/picture/picture-source.ts'

export async function pictureFacts({ pictures }: RenderPlan, ffmpeg: Ffmpeg): Promise<(path: string) => SourceFacts> {
  const facts = new Map<string, SourceFacts>()
  for (const { file } of pictures) {
    if (file && !facts.has(file.path))
      facts.set(file.path, await readSource(file, { ffmpeg, signal: new AbortController().signal }))
  }
  return path => facts.get(path)!
}
