/** Writes cues as SubRip and WebVTT. */
import type { FrameRate } from '#contract/sequence-document.ts'
import type { Cue } from './cues.ts'
import { millisecondsOfFrame } from '../sequence/frames.ts'
import { spokenRows } from './spoken-words.ts'

/** SubRip. */
export function toSrt(cues: readonly Cue[], rate: FrameRate): string {
  return cues.map((cue, index) =>
    `${index + 1}\n${times(cue, rate, ',')}\n${cue.lines.map(withoutArrow).map(withoutTags).join('\n')}\n`).join('\n')
}

/** WebVTT, with each speaker as a voice, and times of words where they were heard. */
export function toVtt(cues: readonly Cue[], rate: FrameRate): string {
  const body = cues.map((cue) => {
    const voice = cue.speaker === '' ? '' : `<v ${escapeVtt(cue.speaker)}>`
    return `${times(cue, rate, '.')}\n${voice}${vttRows(cue, rate).join('\n')}\n`
  })
  return ['WEBVTT\n', ...body].join('\n')
}

function vttRows(cue: Cue, rate: FrameRate): string[] {
  if (!cue.words)
    return cue.lines.map(escapeVtt)
  let last = cue.start
  return spokenRows(cue).map(({ text, words }) => {
    let [row, from] = ['', 0]
    for (const { from: at, start, isHeard } of words) {
      if (!isHeard || start <= last || start >= cue.start + cue.length)
        continue
      row += `${escapeVtt(text.slice(from, at))}<${clockOf(millisecondsOfFrame(start, rate), '.')}>`
      from = at
      last = start
    }
    return row + escapeVtt(text.slice(from))
  })
}

/** `HH:MM:SS` and milliseconds behind the point. */
export function clockOf(ms: number, point: ',' | '.'): string {
  const two = (value: number) => String(Math.floor(value) % 60).padStart(2, '0')
  return `${String(Math.floor(ms / 3_600_000)).padStart(2, '0')}:${two(ms / 60_000)}:${two(ms / 1000)}${point}${String(ms % 1000).padStart(3, '0')}`
}

function times({ start, length }: Cue, rate: FrameRate, point: ',' | '.'): string {
  const [from, to] = [start, start + length].map(frame => clockOf(millisecondsOfFrame(frame, rate), point))
  return `${from} --> ${to}`
}

// SubRip cannot escape its arrow.
function withoutArrow(line: string): string {
  return line.replaceAll('-->', '→')
}

/**
 * Nor can it escape `<b>`, `{\an8}`, `\N` and `&amp;`, which players take for something else. What a reader sees is nearly the same:
 * other brackets, or
 * a space. Nothing invisible is written, which some players draw as a box.
 */
function withoutTags(line: string): string {
  return line
    .replaceAll(/<(\s*[/a-z\d!][^<>]*)(>?)/gi, (_, inside: string, end: string) => `‹${inside}${end && '›'}`)
    .replaceAll(/\{(?=\\|[cfopsy]:)/gi, '{ ')
    // Before the end of a row it becomes `{\N` for some, and their spaces there are cut off.
    .replace(/\{\s*$/, '(')
    .replaceAll(/\\(?=[nh{}])/gi, '\\ ')
    .replaceAll(/&(?=#?[a-z\d]{1,8};)/gi, '& ')
}

function escapeVtt(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
