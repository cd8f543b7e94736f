/** Reads a media file with ffprobe, independently of the studio's own probing. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { z } from 'zod'

const run = promisify(execFile)
const Found = z.object({
  format: z.object({ duration: z.coerce.number() }),
  chapters: z.array(z.object({ tags: z.object({ title: z.string() }) })).default([]),
  streams: z.array(z.object({
    codec_type: z.string(),
    codec_name: z.string(),
    width: z.number().optional(),
    height: z.number().optional(),
    avg_frame_rate: z.string().optional(),
    duration: z.coerce.number().optional(),
  })),
})

export async function probeFile(path: string): Promise<{
  seconds: number
  kinds: string[]
  codecs: string[]
  width: number | undefined
  height: number | undefined
  /** As a fraction: `25/1`. */
  frameRate: string | undefined
  streamSeconds: number[]
  /** Their titles. */
  chapters: string[]
}> {
  const { stdout } = await run('ffprobe', ['-v', 'error', '-of', 'json', '-show_format', '-show_streams', '-show_chapters', path])
  const { format, streams, chapters } = Found.parse(JSON.parse(stdout))
  const picture = streams.find(stream => stream.codec_type === 'video')
  return {
    seconds: format.duration,
    kinds: streams.map(stream => stream.codec_type),
    codecs: streams.map(stream => stream.codec_name),
    width: picture?.width,
    height: picture?.height,
    frameRate: picture?.avg_frame_rate,
    streamSeconds: streams.flatMap(stream => stream.duration ?? []),
    chapters: chapters.map(({ tags }) => tags.title),
  }
}
