/** Decodes a transcription answer: plain text or JSON with any of the known names, with times if there are any. */
import type { RawTimedText, TimedText } from './timed-text.ts'
import { readFile, stat } from 'node:fs/promises'
import { looksLikeText } from './answer-format.ts'
import { readCaptions } from './caption-text.ts'
import { firstNumber, firstText, isObject, memberOf, parseJson } from './json.ts'
import { undecodable } from './service-error.ts'
import { cleanText, joinTexts, punctuate, putInOrder, sentencesOf } from './timed-text.ts'

export interface DecodedTranscript {
  /** Empty when nobody speaks, which is a valid result. */
  readonly text: string
  /** As the service writes it: a code or a name. */
  readonly language: string | null
  readonly durationSeconds: number | null
  /** Empty when the service sends no times. */
  readonly segments: readonly TimedText[]
}

const mostBytes = 64 * 2 ** 20
const headBytes = 4096

/** Throws ServiceError `undecodable` for an answer that is not a transcript: HTML, an image, JSON without text or cut off. */
export async function decodeTranscript(partPath: string, contentType: string): Promise<DecodedTranscript> {
  if ((await stat(partPath)).size > mostBytes)
    throw undecodable('The answer is longer than any transcript')
  return readTranscript(await readFile(partPath), contentType)
}

/**
 * The text of an answer: UTF-8 wherever it is that, else in the charset that its type names, and for plain text without one in
 * that of old servers (windows-1252). Null for bytes that are no text.
 */
export function textOf(bytes: Uint8Array, contentType: string): string | null {
  if (bytes.length === 0 || looksLikeText(bytes.subarray(0, headBytes)))
    return new TextDecoder().decode(bytes)
  const named = /charset="?([\w.:-]{1,40})/i.exec(contentType)?.[1] ?? (/^text\/(?!html)/i.test(contentType) ? 'windows-1252' : null)
  if (named === null)
    return null
  try {
    const text = new TextDecoder(named, { fatal: true }).decode(bytes)
    // Media have control characters right at the beginning, in any charset.
    return looksLikeText(Buffer.from(text.slice(0, headBytes))) ? text : null
  }
  catch {
    return null
  }
}

/** The same for an answer's bytes. */
export function readTranscript(bytes: Uint8Array, contentType: string): DecodedTranscript {
  const decoded = textOf(bytes, contentType)
  if (decoded === null)
    throw undecodable(`The answer is no text (${contentType || 'of no type'})`)
  const text = decoded.trim()
  const isJson = /json/i.test(contentType)
  const json = parseJson(text)
  if (typeof json === 'object' && json !== null)
    return readJson(json)
  if (typeof json === 'string')
    return textOnly(json)
  if (json !== undefined && isJson)
    throw undecodable('The answer holds no words')
  return readPlain(text, contentType)
}

function readPlain(text: string, contentType: string): DecodedTranscript {
  if (text === '' && !/^text\/plain\b/i.test(contentType))
    throw undecodable('The answer is empty')
  // Speech may begin with a bracket, but not like JSON.
  if (/^(?:\{\s*["}]|\[\s*["{[])/.test(text))
    throw undecodable('The answer broke off')
  if (/^<(?:!doctype|html|head|body|\?xml)\b/i.test(text))
    throw undecodable('The answer is a page, not a transcript')
  const captions = readCaptions(text)
  if (captions !== null) {
    const segments = putInOrder(captions, null)
    return { text: joinTexts(captions.map(caption => caption.text)), language: null, durationSeconds: null, segments }
  }
  return textOnly(text)
}

function textOnly(text: string): DecodedTranscript {
  return { text: cleanText(text), language: null, durationSeconds: null, segments: [] }
}

const textNames = ['text', 'transcription', 'transcript']
const innerNames = ['result', 'data', 'output', 'transcription', 'transcript']
const listNames = ['segments', 'chunks', 'utterances', 'results', 'result', 'data', 'output', 'transcripts']

/** The text may be in the answer itself or one level deeper. */
function readJson(json: object): DecodedTranscript {
  const holders: readonly unknown[] = [json, ...innerNames.map(name => memberOf(json, name)).filter(isObject)]
  const listed = Array.isArray(json) ? json : listIn(holders, listNames)
  const segments = (listed ?? []).flatMap(segmentsIn)
  const words = (listIn(holders, ['words']) ?? segments.flatMap(segment => segment.words)).flatMap(segmentsIn)
  const said = firstOf(holders, holder => firstText(holder, ...textNames, ...innerNames))
  if (said === null && segments.length === 0 && words.length === 0 && listed === null && !isSilent(holders))
    throw undecodable('The answer holds no words')
  const text = cleanText(said ?? joinTexts((segments.length > 0 ? segments : words).map(segment => segment.text)))
  const durationSeconds = firstOf(holders, holder => durationOf(holder))
  const timed = putInOrder(segments, durationSeconds)
  return {
    text,
    language: firstOf(holders, holder => firstText(holder, 'language', 'detected_language', 'language_code', 'lang'))?.slice(0, 100)
      ?? null,
    durationSeconds,
    segments: timed.length > 0 ? timed : putInOrder(sentencesOf(punctuate(words, text)), durationSeconds),
  }
}

function firstOf<T>(holders: readonly unknown[], read: (holder: unknown) => T | null): T | null {
  for (const holder of holders) {
    const found = read(holder)
    if (found !== null)
      return found
  }
  return null
}

/** The first non-empty list under these names, otherwise an empty one, otherwise null. */
function listIn(holders: readonly unknown[], names: readonly string[]): readonly unknown[] | null {
  const lists = holders.flatMap(holder => names.map(name => memberOf(holder, name))).filter(Array.isArray)
  return lists.find(list => list.length > 0) ?? lists[0] ?? null
}

/** Whether nobody spoke: there is a member for the text, and it is empty. An answer without any member may be unfinished. */
function isSilent(holders: readonly unknown[]): boolean {
  const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === ''
  return holders.some(holder => textNames.some(name => memberOf(holder, name) === null)
    || [...textNames, ...innerNames].some(name => isBlank(memberOf(holder, name))))
}

function durationOf(holder: unknown): number | null {
  const seconds = firstNumber(holder, 'duration', 'duration_seconds', 'audio_duration')
  return seconds !== null && seconds >= 0 && seconds < 1_000_000 ? seconds : null
}

interface Segment extends RawTimedText { readonly words: readonly unknown[] }

function segmentsIn(value: unknown): Segment[] {
  if (typeof value === 'string')
    return [{ text: value, start: null, end: null, words: [] }]
  const [best] = [memberOf(value, 'alternatives')].flat()
  const members = memberOf(value, 'words')
  const words = Array.isArray(members) ? members : []
  const text = firstText(value, 'text', 'word', 'transcript', 'transcription') ?? firstText(best, 'transcript', 'text')
    ?? joinTexts(words.flatMap(word => firstText(word, 'word', 'text') ?? []))
  return text === '' ? [] : [{ text, ...timesOf(value), words, speaker: speakerOf(value) }]
}

const speakerNames = ['speaker', 'speaker_label', 'speaker_id', 'speakerLabel', 'speakerId']

/** A name, or a number as a name; an empty one is none. */
function speakerOf(value: unknown): string | undefined {
  const named = firstText(value, ...speakerNames)
  const number = named === null ? firstNumber(value, ...speakerNames) : null
  return (named === null ? number === null ? '' : `Speaker ${number}` : cleanText(named).replaceAll(/\s+/g, ' ')).slice(0, 100) || undefined
}

function timesOf(value: unknown): { start: number | null, end: number | null } {
  // Transformers sends pairs, of which the last may have no end.
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
