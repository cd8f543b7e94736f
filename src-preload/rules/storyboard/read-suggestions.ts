/**
 * Reads what a chat model proposes for pictures: JSON, alone or among other words, also when it was cut off; else a numbered list.
 */

export interface SuggestedPicture {
  /** The number of the line, as it was sent. */
  readonly line: number
  readonly prompt: string
  readonly motion: string
}

/** In the order of the answer, each line once: the first counts. Empty when nothing in it can be read. */
export function readSuggestions(answer: string): SuggestedPicture[] {
  const spoken = answer.replace(/<think>[\s\S]*?(?:<\/think>|$)/, '')
  const found = fromJson(spoken)
  const read = found.length > 0 ? found : fromList(spoken)
  const seen = new Set<number>()
  return read.filter(({ line, prompt }) => prompt !== '' && !seen.has(line) && seen.add(line))
}

const lineNames = ['line', 'number', 'lineNumber', 'line_number', 'id', 'no', 'index']
const promptNames = ['prompt', 'imagePrompt', 'image_prompt', 'image', 'picture', 'description', 'visual', 'text']
const motionNames = ['motion', 'motionPrompt', 'motion_prompt', 'movement', 'camera', 'animation', 'video']

type Members = Readonly<Record<string, unknown>>

function fromJson(text: string): SuggestedPicture[] {
  return jsonObjectsIn(text).flatMap(members => suggestionsIn(members))
}

/**
 * The outermost objects of the text; of one that was cut off, or is no JSON, the innermost that are whole. Each character is parsed
 * at most twice.
 */
function jsonObjectsIn(text: string): Members[] {
  const found: Members[] = []
  const opened: { at: number, before: number, isFlat: boolean }[] = []
  let isInside = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (isInside) {
      at += character === '\\' ? 1 : 0
      isInside = character !== '"'
    }
    else if (character === '"') {
      isInside = opened.length > 0
    }
    else if (character === '{') {
      const outer = opened.at(-1)
      if (outer)
        outer.isFlat = false
      opened.push({ at, before: found.length, isFlat: true })
    }
    else if (character === '}') {
      const object = opened.pop()
      const members = object && (object.isFlat || opened.length === 0) ? membersOf(text.slice(object.at, at + 1)) : null
      if (object && members)
        found.splice(object.before, found.length, members)
    }
  }
  return found
}

function membersOf(text: string): Members | null {
  // A comma before the end is a habit of models, and no JSON.
  for (const written of [text, text.replaceAll(/,(\s*[}\]])/g, '$1')]) {
    try {
      return JSON.parse(written) as Members // text in braces is an object
    }
    catch {
      // The other way of writing it is tried; then it is no object.
    }
  }
  return null
}

/** Objects with a line and a prompt, however deep; or one whose names are the lines: `{ "12": "a prompt", "line 13": { "prompt": … } }`. */
function suggestionsIn(members: Members): SuggestedPicture[] {
  const found: SuggestedPicture[] = []
  const open: { value: unknown, name: string }[] = [{ value: members, name: '' }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, name } = next
    const own = isMembers(value) ? numberAt(value, lineNames) : null
    const line = own ?? numberIn(name)
    if (typeof value === 'string' && line !== null)
      found.push({ line, prompt: tidy(value), motion: '' })
    else if (isMembers(value) && line !== null && wordsAt(value, promptNames) !== '')
      found.push({ line, prompt: wordsAt(value, promptNames), motion: wordsAt(value, motionNames) })
    else if (Array.isArray(value))
      open.push(...value.filter(isMembers).map(each => ({ value: each, name: '' })).reverse())
    else if (isMembers(value))
      open.push(...Object.entries(value).map(([inner, each]) => ({ value: each as unknown, name: inner })).reverse())
  }
  return found
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function numberAt(members: Members, names: readonly string[]): number | null {
  const value = names.map(name => members[name]).find(each => each !== undefined)
  return typeof value === 'number' ? asLine(value) : typeof value === 'string' ? numberIn(value) : null
}

function numberIn(text: string): number | null {
  const digits = /^\D{0,12}(\d{1,5})\D{0,3}$/.exec(text.trim())?.[1]
  return digits === undefined ? null : asLine(Number(digits))
}

function asLine(value: number): number | null {
  return Number.isInteger(value) && value > 0 ? value : null
}

function wordsAt(members: Members, names: readonly string[]): string {
  const value = names.map(name => members[name]).find(each => typeof each === 'string')
  return typeof value === 'string' ? tidy(value) : ''
}

const numbered = /^[\s#>*_-]{0,12}(?:line|picture|shot|行|第)?\s{0,3}(\d{1,5})\s{0,3}(?:行|句)?(?:\*\*)?\s?[.):：—–、-]{1,3}(?![.):：—–、-])(.*)$/iu
const moving = /^[\s*_>-]{0,12}(?:motion|movement|camera|动作|运动|镜头)[^:：]{0,20}[:：][\s*_]{0,4}(.*)$/iu
const movingInside = /[\s(*_—-]{1,6}(?:motion|movement|动作|运动)\s?[:：][\s*_]{0,4}/iu
const prompting = /^[\s*_>-]{0,12}(?:image |picture )?(?:prompt|画面|提示词)\s?[:：][\s*_]{0,4}/iu

/** `12. A prompt`, also over several rows, with `Motion: …` at its end or in its own row. */
function fromList(text: string): SuggestedPicture[] {
  const found: { line: number, prompt: string, motion: string }[] = []
  let isMotion = false
  for (const row of text.split(/\r\n?|\n/)) {
    const begun = numbered.exec(row)
    const last = found.at(-1)
    if (begun) {
      isMotion = false
      const [prompt = '', ...motion] = (begun[2] ?? '').split(movingInside)
      found.push({ line: Number(begun[1]), prompt, motion: motion.join(' ') })
    }
    else if (row.trim() === '' || /^\s*(?:`{3}|-{3,})/.test(row) || !last) {
      isMotion = false
    }
    else {
      const moved = moving.exec(row)
      isMotion ||= moved !== null
      if (isMotion)
        last.motion += ` ${moved?.[1] ?? row}`
      else
        last.prompt += ` ${row}`
    }
  }
  return found
    .map(({ line, prompt, motion }) => ({ line, prompt: tidy(prompt.replace(prompting, '')), motion: tidy(motion) }))
    .filter(({ line }) => line > 0)
}

function tidy(words: string): string {
  return words.replaceAll(/\*\*|__/g, '').replaceAll(/\s+/g, ' ').replace(/^["“「]([^"“”「」]*)["”」]$/u, '$1').trim()
}
