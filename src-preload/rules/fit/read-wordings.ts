/** Reads the wordings that a chat model proposes: JSON, alone or among other words; else a list; else what is in quotation marks. */
import { parsedJson } from '../plain-data.ts'

const mostWordings = 3
/** Longer answers are cut: nobody asked for so much. */
const longestAnswer = 40_000
/** A wording may be this many times as long as its line, or this long. */
const mostTimes = 5
const usualMost = 300

/** At most three, in the order of the answer, each once; none that says what the line says. Empty where nothing can be read. */
export function readWordings(answer: string, line: string): string[] {
  const spoken = answer.slice(0, longestAnswer).replace(/<think>[\s\S]*?(?:<\/think>|$)/, '')
  const ways = [fromJson, fromList, fromQuotes]
  for (const way of ways) {
    const seen = new Set([keyOf(line)])
    const found = way(spoken).map(tidy).filter(text => mayBe(text, line) && !seen.has(keyOf(text)) && seen.add(keyOf(text)))
    if (found.length > 0)
      return found.slice(0, mostWordings)
  }
  return []
}

const listNames = [
  ...['wordings', 'options', 'variants', 'versions', 'alternatives'],
  ...['proposals', 'suggestions', 'lines', 'rewrites', 'results'],
]
const textNames = ['text', 'wording', 'line', 'version', 'option', 'content', 'rewrite', 'value']

function fromJson(text: string): string[] {
  for (const start of jsonStarts(text)) {
    const found = wordingsIn(wholeJsonAt(text, start))
    if (found.length > 0)
      return found
  }
  return stringsOfCut(text)
}

/** Where an object or a list begins; few are tried. */
function jsonStarts(text: string): number[] {
  return Array.from(text.matchAll(/[{[]/g), match => match.index).slice(0, 20)
}

/** What begins here, up to the bracket that closes it. */
function wholeJsonAt(text: string, start: number): unknown {
  let [depth, isInside] = [0, false]
  for (let at = start; at < text.length; at += 1) {
    const character = text[at]!
    if (isInside) {
      at += character === '\\' ? 1 : 0
      isInside = character !== '"'
    }
    else if (character === '"') {
      isInside = true
    }
    else if ('{['.includes(character)) {
      depth += 1
    }
    else if ('}]'.includes(character)) {
      depth -= 1
      if (depth === 0) {
        const written = text.slice(start, at + 1)
        // A comma before the end is a habit of models, and no JSON.
        return parsedJson(written) ?? parsedJson(written.replaceAll(/,(\s*[}\]])/g, '$1'))
      }
    }
  }
  return undefined
}

function isMembers(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function wordingsIn(value: unknown): string[] {
  if (Array.isArray(value))
    return value.slice(0, 20).flatMap(each => typeof each === 'string' ? [each] : textIn(each))
  if (!isMembers(value))
    return []
  const list = listNames.map(name => value[name]).find(each => Array.isArray(each) || isMembers(each))
  if (list !== undefined)
    return wordingsIn(list)
  // `{"1": "…", "2": "…"}`, `{"option_1": "…"}`, and one wording alone.
  const numbered = Object.entries(value).filter(([name]) => /\d$/.test(name)).map(([, each]) => each)
  return numbered.length > 0 ? wordingsIn(numbered) : textIn(value)
}

function textIn(value: unknown): string[] {
  const text = isMembers(value) ? textNames.map(name => value[name]).find(each => typeof each === 'string') : undefined
  return typeof text === 'string' ? [text] : []
}

const longestCut = 8000

/** The whole strings of a list of wordings that was cut off. */
function stringsOfCut(text: string): string[] {
  const list = /"wordings"\s{0,10}:\s{0,10}\[/.exec(text)
  if (!list)
    return []
  const start = list.index + list[0].length
  return Array.from(text.slice(start, start + longestCut).matchAll(/"(?:[^"\\]|\\.)*"/g), ([written]) => parsedJson(written))
    .filter(each => typeof each === 'string')
    .slice(0, mostWordings)
}

const mark = String.raw`(?:\*\*)?`
const label = String.raw`(?:(?:option|version|wording|选项|写法|方案)\s{0,3})?`
/** `1. …`, `**2)** …`, `Option 3: …`, `- …`. */
const listed = new RegExp(
  String.raw`^\s{0,12}(?:>\s?)?(?:[-*•]\s|${mark}${label}[(（]?[\d①②③一二三]{1,2}[)）]?${mark}\s{0,3}[.):：、）](?!\d)${mark})\s{0,5}(\S.*)$`,
  'iu',
)

function fromList(text: string): string[] {
  return text.split(/\r\n?|\n/).flatMap(row => listed.exec(row.slice(0, 4000))?.[1] ?? [])
}

function fromQuotes(text: string): string[] {
  return text.split(/\r\n?|\n/).flatMap(row => /^\s{0,12}["“「]([^"“”「」]+)["”」]\s{0,12}$/u.exec(row.slice(0, 4000))?.[1] ?? [])
}

const inside = String.raw`[^()[\]（）【】]`
const unit = String.raw`(?:[s秒字词]|secs?|seconds|words|characters|chars|letters)`
/** How long it is, in brackets: (≈ 2.4 s, 7 words). */
const lengthAtEnd = new RegExp(String.raw`\s?[([（【]${inside}{0,30}\d${inside}{0,10}${unit}${inside}{0,20}[)\]）】]$`, 'iu')

/** Without what models add: emphasis, quotation marks around all of it, how long it is, which one it is. */
function tidy(text: string): string {
  return text.slice(0, 20_000)
    .replaceAll(/\*\*|__|`/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(lengthAtEnd, '')
    .replace(/^["“「]([^"“”「」]*)["”」]$/u, '$1')
    .trim()
}

function keyOf(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim().toLowerCase()
}

/** Whether somebody could say it in place of the line. */
function mayBe(text: string, line: string): boolean {
  const isShort = text.length <= Math.max(usualMost, line.length * mostTimes)
  const hasMarkup = /<\/?[a-z][^>]{0,200}>/i.test(text) && !/<\/?[a-z]/i.test(line)
  return isShort && /[\p{L}\p{N}]/u.test(text) && !hasMarkup && isOfOneScript(text, line)
}

const scripts = [
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
  ...['Latin', 'Cyrillic', 'Greek', 'Arabic', 'Hebrew', 'Devanagari', 'Thai', 'Hangul'].map(name => new RegExp(`\\p{Script=${name}}`, 'u')),
]

/** Another script is another language: the answer translates the line. */
function isOfOneScript(text: string, line: string): boolean {
  const shared = scripts.filter(script => script.test(line))
  return shared.length === 0 || shared.some(script => script.test(text))
}
