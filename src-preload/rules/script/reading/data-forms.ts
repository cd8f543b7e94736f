/** Scripts as data: lists of lines in JSON, and SSML. */
import { columnsOf } from '../table-heads.ts'

/** Rows of JSON that become a table: more are no script. */
const mostRows = 100_000

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  }
  catch {
    return null
  }
}

/** The first list of objects with a column of words: of the text itself, or one of its fields, as transcripts have their segments. */
function linesIn(value: unknown, depth = 0): Record<string, unknown>[] | null {
  if (Array.isArray(value)) {
    const lines = value.filter(isRecord)
    return lines.length > 0 && lines.length === value.length && columnsOf(Object.keys(lines[0] ?? {})) !== null ? lines : null
  }
  if (!isRecord(value) || depth > 2)
    return null
  for (const each of Object.values(value)) {
    const found = linesIn(each, depth + 1)
    if (found)
      return found
  }
  return null
}

const cell = (value: unknown): string => `"${(typeof value === 'string' ? value : '').replaceAll('"', '""')}"`

/** As a table with heads, of the fields that are words; null where it is no JSON with lines. */
export function tableOfJson(text: string): string | null {
  const start = text.trimStart()
  if (!start.startsWith('[') && !start.startsWith('{'))
    return null
  const rows = text.split('\n').filter(row => row.trim() !== '')
  const areObjects = rows.length > 1 && rows.every(row => row.startsWith('{') && row.trimEnd().endsWith('}'))
  const lines = linesIn(areObjects ? rows.map(parsed) : parsed(text))
  if (!lines || lines.length > mostRows)
    return null
  const keys = [...new Set(lines.slice(0, 50).flatMap(line => Object.keys(line).filter(key => typeof line[key] === 'string')))]
  return [keys, ...lines.map(line => keys.map(key => line[key]))].map(row => row.map(cell).join(',')).join('\n')
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: '\'' }

/** What says how words sound is left out; a pause stays in the words, as models read it. Null where it is no SSML. */
export function textOfSsml(text: string): string | null {
  if (!/<speak[\s>]/.test(text) || !text.includes('</speak>'))
    return null
  return text
    .replaceAll(/<\?xml[^<>]{0,200}\?>|<\/?(?:speak|mark|audio|metadata)(?:\s[^<>]{0,500})?>/g, '\n\n')
    .replaceAll(/<voice\s[^<>]{0,200}?\bname="([^"<>]{1,80})"[^<>]{0,200}>/g, '\n\n**$1:** ')
    .replaceAll(/<\/?(?:p|s|voice|paragraph|sentence)(?:\s[^<>]{0,500})?>/g, '\n\n')
    .replaceAll(/<\/?(?:emphasis|prosody|lang|say-as|sub|phoneme|w|amazon:[a-z-]{1,30}|mstts:[a-z-]{1,30}|google:[a-z-]{1,30})(?:\s[^<>]{0,500})?>/g, '')
    .replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name] ?? ' ')
}
