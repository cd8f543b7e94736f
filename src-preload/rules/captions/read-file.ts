/** Reads SubRip and WebVTT as they are found: with or without indexes, hours, marks and blank lines, in any order. */
import type { Caption } from './cues.ts'

/** Times in milliseconds. */
export interface CaptionFile {
  readonly format: 'srt' | 'vtt'
  /** In order of time; they may overlap. */
  readonly captions: readonly Caption[]
  /** Cues without words, with more than a caption can have, or that end before they begin. */
  readonly skipped: number
}

const clock = String.raw`(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})(?:[.,:](\d{1,3}))?`
const timing = new RegExp(`^[ \\t]{0,9}${clock}[ \\t]{0,9}--?>[ \\t]{0,9}${clock}(?![\\d:])`)
const styling = /<\/?(?:[biuscvp]|font|lang|ruby|rt|rp|span|em|strong)(?:[\s.][^<>]{0,300})?>|<\d[\d:.]{0,15}>|\{\\[^{}]{0,300}\}|\{\/?[biu]\}/gi
const voice = /^<v(?:\.[^\s<>]{0,100})?[ \t]([^<>]{1,300})>/i

/** As `CaptionClip` allows. */
const mostCharacters = 5000

interface Open { startMs: number, endMs: number, rows: string[], speaker: string }

/** How many cues a file claims to have, also those that would be skipped: far sooner than they are read. */
export function countCues(source: string): number {
  return source.split(/\r\n?|\n/).reduce((count, row) => row.includes('>') && timing.test(row) ? count + 1 : count, 0)
}

/** Null when it has no cue at all: it is another kind of file. */
export function readCaptionFile(source: string): CaptionFile | null {
  const rows = source.replace(/^\uFEFF/, '').split(/\r\n?|\n/)
  const isVtt = /^WEBVTT(?:[ \t]|$)/.test(rows[0] ?? '')
  const cues: Open[] = []
  let isOpen = false
  for (const row of rows) {
    const times = row.includes('>') ? timing.exec(row) : null
    if (times) {
      if (isOpen && !isVtt)
        dropIndex(cues.at(-1)?.rows ?? [], cues.length + 1)
      cues.push({ startMs: millisecondsOf(times, 1), endMs: millisecondsOf(times, 5), rows: [], speaker: '' })
      isOpen = true
    }
    // A blank row ends a cue of WebVTT; what follows until the next times is its name, a note or a style.
    else if (isVtt && row === '') {
      isOpen = false
    }
    else if (isOpen) {
      cues.at(-1)?.rows.push(row)
    }
  }
  if (cues.length === 0)
    return null
  const captions = cues.flatMap(cue => captionOf(cue, isVtt)).sort((a, b) => a.start - b.start)
  return { format: isVtt ? 'vtt' : 'srt', captions, skipped: cues.length - captions.length }
}

/** The number of the next cue stands behind the text of this one. */
function dropIndex(rows: string[], next: number): void {
  while (rows.at(-1)?.trim() === '')
    rows.pop()
  const last = rows.at(-1)?.trim() ?? ''
  if (/^\d{1,7}$/.test(last) && (rows.at(-2)?.trim() === '' || Number(last) === next || rows.length === 1))
    rows.pop()
}

function captionOf({ startMs, endMs, rows }: Open, isVtt: boolean): Caption[] {
  const speaker = voice.exec(rows[0] ?? '')?.[1] ?? ''
  const text = rows.flatMap(row => plain(row, isVtt)).filter(row => row !== '').join('\n')
  if (text === '' || text.length > mostCharacters || endMs <= startMs)
    return []
  return [{ start: startMs, length: endMs - startMs, speaker: (isVtt ? unescaped(speaker) : speaker).trim(), text }]
}

function plain(row: string, isVtt: boolean): string[] {
  return row.split(/<br ?\/?>|\\N/i).map((part) => {
    const text = part.replaceAll(styling, '')
    // The joiner is how `<b>` is kept as text in SubRip.
    return (isVtt ? unescaped(text) : text).replaceAll('\u2060', '').trim()
  })
}

const entities: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: '\'' },
  ...{ nbsp: '\u00A0', lrm: '\u200E', rlm: '\u200F' },
}

function unescaped(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|([a-z]{2,4}));/g, (whole, code: string | undefined, name: string | undefined) => {
    if (name !== undefined)
      return entities[name] ?? whole
    const point = Number(code)
    return point > 31 && point <= 0x10FFFF && (point < 0xD800 || point > 0xDFFF) ? String.fromCodePoint(point) : whole
  })
}

function millisecondsOf(times: RegExpExecArray, from: number): number {
  const [hours, minutes, seconds] = [0, 1, 2].map(at => Number(times[from + at] ?? 0)) as [number, number, number]
  return (hours * 3600 + minutes * 60 + seconds) * 1000 + Number((times[from + 3] ?? '').padEnd(3, '0'))
}
