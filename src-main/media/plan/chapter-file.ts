/** Chapters as ffmpeg reads them, and as comments. */
import type { RenderPlan } from './render-plan.ts'
import { millisecondsOfFrame } from '#rules/sequence/frames.ts'

/** https://ffmpeg.org/ffmpeg-formats.html#Metadata-2 */
export function chapterFile({ chapters, durationFrames, rate }: Pick<RenderPlan, 'chapters' | 'durationFrames' | 'rate'>): string {
  const at = (frame: number): number => Math.round(millisecondsOfFrame(frame, rate))
  const written = chapters.map(({ startFrame, title }, index) => [
    ...['[CHAPTER]', 'TIMEBASE=1/1000', `START=${at(startFrame)}`, `END=${at(chapters[index + 1]?.startFrame ?? durationFrames)}`],
    `title=${escapedTag(title)}`,
  ].join('\n'))
  return `;FFMETADATA1\n${written.join('\n')}\n`
}

/** https://wiki.xiph.org/Chapter_Extension, for Opus and FLAC. */
export function chapterComments({ chapters, rate }: Pick<RenderPlan, 'chapters' | 'rate'>): [name: string, value: string][] {
  return chapters.slice(0, 1000).flatMap(({ startFrame, title }, index): [string, string][] => {
    const name = `CHAPTER${String(index).padStart(3, '0')}`
    const ms = Math.round(millisecondsOfFrame(startFrame, rate))
    const part = (value: number, digits: number): string => String(Math.floor(value)).padStart(digits, '0')
    const time = `${part(ms / 3_600_000, 2)}:${part(ms / 60_000 % 60, 2)}:${part(ms / 1000 % 60, 2)}.${part(ms % 1000, 3)}`
    return [[name, time], [`${name}NAME`, title]]
  })
}

export function escapedTag(text: string): string {
  return text.replaceAll(/[=;#\\\n]/g, special => `\\${special}`)
}
