/** Reads captions in an answer: SubRip and WebVTT, which services send for the formats `srt` and `vtt`. */
import type { RawTimedText } from './timed-text.ts'

const time = String.raw`(?:(\d{1,3}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})`
const timing = new RegExp(String.raw`^\s*${time}[ \t]{1,10}-->[ \t]{1,10}${time}(?:[ \t].{0,200})?$`)

/** Null for a text that is no captions. */
export function readCaptions(text: string): RawTimedText[] | null {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
  const isVtt = /^WEBVTT(?:[ \t].*)?$/.test(lines[0] ?? '')
  // Without their head they begin with a number and a time, or with the time.
  if (!isVtt && !lines.slice(0, 2).some(line => timing.test(line)))
    return null
  const captions: RawTimedText[] = []
  for (const block of blocksOf(lines)) {
    const at = block.findIndex(line => timing.test(line))
    const found = timing.exec(block[at] ?? '')
    if (!found)
      continue
    const [start, end] = [secondsOf(found.slice(1, 5)), secondsOf(found.slice(5, 9))]
    const words = block.slice(at + 1).join('\n')
    const speaker = /<v(?:\.[^\s>]{1,50})?[ \t]([^>]{1,100})>/.exec(words)?.[1]?.trim()
    const said = plain(words)
    if (said !== '')
      captions.push({ start, end, text: said, ...speaker !== undefined && { speaker } })
  }
  return captions
}

/** Between empty lines. */
function blocksOf(lines: readonly string[]): string[][] {
  const blocks: string[][] = [[]]
  for (const line of lines) {
    if (line.trim() === '')
      blocks.push([])
    else
      blocks.at(-1)?.push(line)
  }
  return blocks
}

function secondsOf([hours = '0', minutes = '0', seconds = '0', fraction = '0']: readonly (string | undefined)[]): number {
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(fraction.padEnd(3, '0')) / 1000
}

const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&nbsp;': ' ', '&lrm;': '', '&rlm;': '' }

function plain(words: string): string {
  // A caption is broken into lines for the screen only.
  const bare = words.replaceAll('\n', ' ').replaceAll(/<[^<>]{0,200}>|\{\\[^{}]{0,100}\}/g, '')
  return bare.replaceAll(/&(?:amp|lt|gt|nbsp|lrm|rlm);/g, found => entities[found] ?? found).trim()
}
