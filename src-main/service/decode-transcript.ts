/** Finds what was said in a transcription answer: as bare text or under any of its names, with times where there are any. */
import type { SaidText, TimedText } from './timed-text.ts'
import { readFile, stat } from 'node:fs/promises'
import { firstNumber, firstText, isObject, memberOf, parseJson } from './json.ts'
import { looksLikeText } from './magic.ts'
import { undecodable } from './service-error.ts'
import { cleanText, joinTexts, punctuate, putInOrder, sentencesOf } from './timed-text.ts'

export interface DecodedTranscript {
  /** Empty when nobody speaks: that is a result. */
  readonly text: string
  /** In the service's own spelling: a code or a name. */
  readonly language: string | null
  readonly durationSeconds: number | null
  /** Empty when the service gave no times. */
  readonly segments: readonly TimedText[]
}

const mostBytes = 64 * 2 ** 20
const headBytes = 4096

/** Throws ServiceError `undecodable` for an answer that is no transcript: a page, a picture, JSON without words or cut off. */
export async function decodeTranscript(partPath: string, contentType: string): Promise<DecodedTranscript> {
  if ((await stat(partPath)).size > mostBytes)
    throw undecodable('The answer is longer than any transcript')
  return readTranscript(await readFile(partPath), contentType)
}

/** The same for an answer's bytes. */
export function readTranscript(bytes: Uint8Array, contentType: string): DecodedTranscript {
  if (bytes.length > 0 && !looksLikeText(bytes.subarray(0, headBytes)))
    throw undecodable(`The answer is no text (${contentType || 'of no type'})`)
  const text = new TextDecoder().decode(bytes).trim()
  const isJson = /json/i.test(contentType)
  const json = parseJson(text)
  if (typeof json === 'object' && json !== null)
    return read(json)
  if (typeof json === 'string')
    return bare(json)
  if (json !== undefined && isJson)
    throw undecodable('The answer holds no words')
  return readPlain(text, contentType)
}

function readPlain(text: string, contentType: string): DecodedTranscript {
  if (text === '' && !/^text\/plain\b/i.test(contentType))
    throw undecodable('The answer is empty')
  // Speech may well begin with a bracket, but not with these.
  if (/^(?:\{\s*["}]|\[\s*["{[])/.test(text))
    throw undecodable('The answer broke off')
  if (/^<(?:!doctype|html|head|body|\?xml)\b/i.test(text))
    throw undecodable('The answer is a page, not a transcript')
  return bare(text)
}

function bare(text: string): DecodedTranscript {
  return { text: cleanText(text), language: null, durationSeconds: null, segments: [] }
}

const textNames = ['text', 'transcription', 'transcript']
const innerNames = ['result', 'data', 'output', 'transcription', 'transcript']
const listNames = ['segments', 'chunks', 'utterances', 'results', 'result', 'data', 'output', 'transcripts']

/** The words may lie in the answer itself or one level deeper. */
function read(json: object): DecodedTranscript {
  const holders: readonly unknown[] = [json, ...innerNames.map(name => memberOf(json, name)).filter(isObject)]
  const listed = Array.isArray(json) ? json : listIn(holders, listNames)
  const pieces = (listed ?? []).flatMap(pieceOf)
  const words = (listIn(holders, ['words']) ?? pieces.flatMap(piece => piece.words)).flatMap(pieceOf)
  const said = firstOf(holders, holder => firstText(holder, ...textNames, ...innerNames))
  if (said === null && pieces.length === 0 && words.length === 0 && listed === null && !isSilent(holders))
    throw undecodable('The answer holds no words')
  const text = cleanText(said ?? joinTexts((pieces.length > 0 ? pieces : words).map(piece => piece.text)))
  const durationSeconds = firstOf(holders, holder => durationOf(holder))
  const timed = putInOrder(pieces, durationSeconds)
  return {
    text,
    language: firstOf(holders, holder => firstText(holder, 'language', 'detected_language', 'language_code', 'lang'))?.slice(0, 100) ?? null,
    durationSeconds,
    segments: timed.length > 0 ? timed : putInOrder(sentencesOf(punctuate(words, text)), durationSeconds),
  }
}

function firstOf<T>(holders: readonly unknown[], ask: (holder: unknown) => T | null): T | null {
  for (const holder of holders) {
    const found = ask(holder)
    if (found !== null)
      return found
  }
  return null
}

/** The first of these lists with anything in it, else an empty one where there is one. */
function listIn(holders: readonly unknown[], names: readonly string[]): readonly unknown[] | null {
  const lists = holders.flatMap(holder => names.map(name => memberOf(holder, name))).filter(Array.isArray)
  return lists.find(list => list.length > 0) ?? lists[0] ?? null
}

/** Nobody spoke: there is a place for the words, and nothing in it. A result of nothing at all is rather one that is yet to come. */
function isSilent(holders: readonly unknown[]): boolean {
  const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === ''
  return holders.some(holder => textNames.some(name => memberOf(holder, name) === null) || [...textNames, ...innerNames].some(name => isBlank(memberOf(holder, name))))
}

function durationOf(holder: unknown): number | null {
  const seconds = firstNumber(holder, 'duration', 'duration_seconds', 'audio_duration')
  return seconds !== null && seconds >= 0 && seconds < 1_000_000 ? seconds : null
}

interface Piece extends SaidText { readonly words: readonly unknown[] }

function pieceOf(value: unknown): Piece[] {
  if (typeof value === 'string')
    return [{ text: value, start: null, end: null, words: [] }]
  const [best] = [memberOf(value, 'alternatives')].flat()
  const members = memberOf(value, 'words')
  const words = Array.isArray(members) ? members : []
  const text = firstText(value, 'text', 'word', 'transcript', 'transcription') ?? firstText(best, 'transcript', 'text')
    ?? joinTexts(words.flatMap(word => firstText(word, 'word', 'text') ?? []))
  return text === '' ? [] : [{ text, ...timesOf(value), words }]
}

function timesOf(value: unknown): { start: number | null, end: number | null } {
  // Transformers gives pairs, of which the last one may have no end.
  const pair = memberOf(value, 'timestamp') ?? memberOf(value, 'timestamps')
  const [from, to] = Array.isArray(pair) ? pair : []
  const start = numberOf(from) ?? firstNumber(value, 'start', 'start_time', 'startTime', 'start_seconds', 'begin', 'from')
  const end = numberOf(to) ?? firstNumber(value, 'end', 'end_time', 'endTime', 'end_seconds', 'to')
  const seconds = firstNumber(value, 'duration')
  return { start, end: end ?? (start !== null && seconds !== null ? start + seconds : null) }
}

function numberOf(value: unknown): number | null {
  return firstNumber({ value }, 'value')
}
