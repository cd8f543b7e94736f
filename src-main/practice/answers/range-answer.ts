/** Serves a file whole or in part (RFC 9110 §14): Range, If-Range, and the content's hash as ETag. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Answer } from './answer.ts'
import { hashOf } from '../seed.ts'
import { Refusal } from './answer.ts'

export function rangeAnswer(bytes: Buffer, contentType: string, headers: IncomingHttpHeaders): Answer {
  const etag = `"${hashOf(bytes).slice(0, 32)}"`
  const common = { 'content-type': contentType, 'accept-ranges': 'bytes', etag }
  const condition = headers['if-range']
  const range = condition === undefined || condition === etag ? readRange(headers.range, bytes.length) : null
  if (!range)
    return { status: 200, headers: common, body: bytes }
  if (range.start > range.end) {
    throw new Refusal(416, 'Range Not Satisfiable', {
      ...common,
      'content-type': 'application/json',
      'content-range': `bytes */${bytes.length}`,
    })
  }
  const part = bytes.subarray(range.start, range.end + 1)
  return { status: 206, headers: { ...common, 'content-range': `bytes ${range.start}-${range.end}/${bytes.length}` }, body: part }
}

/** Null without a range, for several and for a malformed one: then the whole file is sent. A start beyond the end is unsatisfiable. */
function readRange(header: string | undefined, size: number): { start: number, end: number } | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  const [first, last] = [match?.[1] ?? '', match?.[2] ?? '']
  if (!match || (first === '' && last === ''))
    return null
  if (first === '')
    return Number(last) === 0 ? { start: 1, end: 0 } : { start: Math.max(0, size - Number(last)), end: size - 1 }
  if (last !== '' && Number(last) < Number(first))
    return null
  return { start: Number(first), end: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
}
