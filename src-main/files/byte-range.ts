/** Resolves an HTTP byte range (RFC 9110 §14) to a status and the bytes to send. */

export type RangeAnswer
  = | { status: 200, start: number, end: number }
    | { status: 206, start: number, end: number }
    | { status: 416 }

/**
 * `end` is inclusive. Several ranges at once, or a header that cannot be read, are answered with the whole file,
 * as §14.2 allows; an `If-Range` that no longer fits turns the range off (§13.1.5).
 */
export function rangeOf(range: string | null, sizeBytes: number, validator: { ifRange: string | null, etag: string }): RangeAnswer {
  const whole = { status: 200, start: 0, end: sizeBytes - 1 } as const
  const match = /^bytes=(\d*)-(\d*)$/.exec(range?.trim() ?? '')
  if (!match || (match[1] === '' && match[2] === ''))
    return whole
  if (validator.ifRange !== null && validator.ifRange !== validator.etag)
    return whole
  const [first, last] = [match[1] ?? '', match[2] ?? '']
  const start = first === '' ? Math.max(0, sizeBytes - Number(last)) : Number(first)
  const end = first === '' || last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1)
  if (start > end || start >= sizeBytes)
    return { status: 416 }
  return { status: 206, start, end }
}
