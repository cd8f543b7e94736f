/** The question to a chat model for prompts of pictures. The page prices the text that main sends. */
import type { Line } from '#contract/script.ts'
import type { Suggestion } from '#contract/storyboard.ts'
import type { LineId } from '#contract/words.ts'

type Spoken = Pick<Line, 'id' | 'position' | 'speaker' | 'text'>

/** Lines of a long script that are sent before and after those that are asked for. */
const around = 30

/** `lines` are in order; `wanted` are those to illustrate. */
export function pictureQuestion(lines: readonly Spoken[], wanted: ReadonlySet<LineId>, style: string): string {
  const places = lines.flatMap((line, place) => wanted.has(line.id) ? [place] : [])
  const near = new Set(places.flatMap(place => Array.from({ length: 2 * around + 1 }, (_, offset) => place - around + offset)))
  const script = lines.filter((_, place) => near.has(place))
    .map(line => `${numberOf(line)}. ${line.speaker === '' ? '' : `${line.speaker}: `}${line.text.replaceAll(/\s+/g, ' ').trim()}`)
  return [
    'You are planning the storyboard of a film. Write one image prompt for each of the lines listed below: what is seen while the line '
    + 'is spoken. Describe subject, place, light and framing in one or two sentences. Keep people and places the same from picture to '
    + 'picture, and describe them again each time, because the image model sees only one prompt. No text in the pictures.',
    'For each, also write how the picture moves as a shot of five seconds: the motion of the subject and of the camera, in one sentence.',
    ...(style.trim() === '' ? [] : [`This style is added to every prompt by itself; do not repeat it: ${style.trim()}`]),
    `Lines to illustrate: ${places.map(place => numberOf(lines[place]!)).join(', ')}`,
    'Answer with a JSON array and nothing else: [{"line": 1, "prompt": "…", "motion": "…"}]. Write in the language of the script.',
    `The script:\n${script.join('\n')}`,
  ].join('\n\n')
}

/** By which number each wanted line is sent. */
export function numbersOf(lines: readonly Spoken[], wanted: ReadonlySet<LineId>): Suggestion['lines'] {
  return lines.filter(line => wanted.has(line.id)).map(line => ({ number: numberOf(line), lineId: line.id }))
}

function numberOf(line: Spoken): number {
  return line.position + 1
}
