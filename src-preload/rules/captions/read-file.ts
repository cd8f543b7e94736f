/**
 * Reads SubRip and WebVTT as they are found: with or without indexes, hours, marks and blank lines, in any order. Every row is part of a
 * caption, understood as something else of the file, or told.
 */
import type { FrameRate } from '#contract/sequence-document.ts'
import type { Caption } from './cues.ts'
import type { CueTimes } from './timing.ts'
import { unescaped } from './entities.ts'
import { mostCharacters, shortCaptions } from './short-captions.ts'
import { isTiming, looksLikeTimes, timesIn } from './timing.ts'
import { unroll } from './unroll.ts'

/** A row that belongs to no caption. */
export interface StrayRow {
  /** From 1. */
  readonly row: number
  /** At most 200 characters of it. */
  readonly text: string
}

/** Times in milliseconds. */
export interface CaptionFile {
  readonly format: 'srt' | 'vtt'
  /** In order of time; they may overlap. */
  readonly captions: readonly Caption[]
  /** Cues without words, with more than a caption can have in too short a time, or that end before they begin. */
  readonly skipped: number
  /** Captions of a roll that only repeated what was there. */
  readonly repeats: number
  /** Rows that are not understood, in their order: at most `mostStray` of `strayCount`. */
  readonly stray: readonly StrayRow[]
  readonly strayCount: number
  /** Some times have frames instead of a fraction. */
  readonly isInFrames: boolean
}

const mostStray = 500
/** Of a speaker, as the contract has them. */
const mostOfName = 200

const styling = /<\/?(?:[biuscvp]|font|lang|ruby|rt|rp|span|em|strong)(?:[\s.][^<>]{0,300})?>|<\d[\d:.]{0,15}>|\{\\[^{}]{0,300}\}|\{\/?[biu]\}/gi
const voice = /^<v(?:\.[^\s<>]{0,100})?[ \t]([^<>]{1,300})>/i
/** What a block of WebVTT is that is no cue. */
const asideOf = /^(?:NOTE|STYLE|REGION)(?:[ \t]|$)|^Style:/

interface Row { readonly at: number, readonly text: string }
/** A cue, or what is where one should; `times` null: they are not understood, or there are none. */
interface Block { readonly times: CueTimes | null, readonly head: Row | null, rows: Row[] }

const rowsIn = (source: string): string[] => source.replace(/^\uFEFF/, '').split(/\r\n?|\n/)

/** How many cues a file claims to have, also those that would be skipped: far sooner than they are read. */
export function countCues(source: string): number {
  return rowsIn(source).reduce((count, row) => isTiming(row) ? count + 1 : count, 0)
}

/** Frames in its times are those of `rate`. Null when it has no cue at all: it is another kind of file. */
export function readCaptionFile(source: string, rate: FrameRate | null = null): CaptionFile | null {
  const rows = rowsIn(source)
  const isVtt = /^WEBVTT(?:[ \t]|$)/.test(rows[0] ?? '')
  const blocks = isVtt ? blocksOfVtt(rows, rate) : blocksOfSrt(rows, rate)
  const cues = blocks.filter(block => block.times !== null)
  if (cues.length === 0)
    return null
  const lost: Row[] = []
  let skipped = 0
  const captions = blocks.flatMap((block) => {
    const caption = captionOf(block, isVtt)
    const parts = caption ? shortCaptions(caption) : []
    if (parts.length > 0 && parts.every(({ text }) => text.length <= mostCharacters))
      return parts
    skipped += block.times === null ? 0 : 1
    // Without words there is nothing to lose.
    if (block.times === null || block.rows.some(row => row.text.trim() !== '') || block.times.rest !== '')
      lost.push(...block.head ? [block.head] : [], ...block.rows)
    return []
  }).sort((a, b) => a.start - b.start)
  const stray = lost.filter(row => row.text.trim() !== '')
  const { captions: unrolled, repeats } = unroll(captions)
  return {
    format: isVtt ? 'vtt' : 'srt',
    captions: unrolled,
    skipped,
    repeats,
    stray: stray.slice(0, mostStray).map(({ at, text }) => ({ row: at + 1, text: text.slice(0, 200) })),
    strayCount: stray.length,
    isInFrames: cues.some(({ times }) => times?.isInFrames),
  }
}

/** The block that a row begins; null for a row that only continues one. */
function begun(text: string, at: number, rate: FrameRate | null): Block | null {
  const times = timesIn(text, rate)
  return times || looksLikeTimes(text) ? { times, head: { at, text }, rows: [] } : null
}

function blocksOfSrt(rows: readonly string[], rate: FrameRate | null): Block[] {
  const blocks: Block[] = [{ times: null, head: null, rows: [] }]
  for (const [at, text] of rows.entries()) {
    const block: Block | null = begun(text, at, rate)
    if (block) {
      dropIndex(blocks.at(-1)?.rows ?? [], blocks.length)
      blocks.push(block)
    }
    else {
      blocks.at(-1)?.rows.push({ at, text })
    }
  }
  return blocks
}

/** A blank row ends each block. One row before the times is the name of the cue. */
function blocksOfVtt(rows: readonly string[], rate: FrameRate | null): Block[] {
  const blocks: Block[] = []
  let open: Block | null = null
  let aside: 'head' | 'note' | null = 'head'
  for (const [at, text] of rows.entries()) {
    const isInCue = open !== null && open.times !== null
    if (text === '' || (!isInCue && text.trim() === '')) {
      open = null
      aside = null
      continue
    }
    const block: Block | null = aside === 'note' ? null : begun(text, at, rate)
    if (block) {
      if (open && open.head)
        dropIndex(open.rows, blocks.length + 1)
      else
        open?.rows.pop()
      blocks.push(block)
      open = block
      aside = null
    }
    else if (aside === null) {
      aside = open === null && asideOf.test(text) ? 'note' : null
      if (aside === null && open === null)
        blocks.push(open = { times: null, head: null, rows: [] })
      if (aside === null)
        open?.rows.push({ at, text })
    }
  }
  return blocks
}

/** The number of the next cue is behind the text of this one. */
function dropIndex(rows: Row[], next: number): void {
  while (rows.at(-1)?.text.trim() === '')
    rows.pop()
  const last = rows.at(-1)?.text.trim() ?? ''
  if (/^\d{1,7}$/.test(last) && (rows.at(-2)?.text.trim() === '' || Number(last) === next || rows.length === 1))
    rows.pop()
}

function captionOf({ times, rows }: Block, isVtt: boolean): Caption | null {
  if (!times)
    return null
  const { startMs, endMs, rest } = times
  const texts = [...rest === '' ? [] : [rest], ...rows.map(row => row.text)]
  const speaker = voice.exec(texts[0] ?? '')?.[1] ?? ''
  const text = texts.flatMap(plain).filter(row => row !== '').join('\n')
  if (text === '' || endMs <= startMs)
    return null
  const name = (isVtt ? unescaped(speaker) : speaker).trim()
  // What is longer than a name can be is words.
  const isName = name.length <= mostOfName
  return { start: startMs, length: endMs - startMs, speaker: isName ? name : '', text: isName ? text : `${name}: ${text}` }
}

function plain(row: string): string[] {
  // The joiner is how earlier versions kept `<b>` as text in SubRip.
  return row.split(/<br ?\/?>|\\N/i).map(part => unescaped(part.replaceAll(styling, '')).replaceAll('\u2060', '').trim())
}
