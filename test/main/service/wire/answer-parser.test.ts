/** Reading an HTTP answer: what browsers accept is accepted, in whatever pieces it comes. */
import type { AnswerHead } from '../../../../src-main/service/wire/answer-parser.ts'
import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AnswerError, createAnswerParser } from '../../../../src-main/service/wire/answer-parser.ts'

interface Read { head: AnswerHead | null, body: string, isWhole: boolean, error: string | null }

/** Feeds the answer in pieces of these lengths, which are repeated, and closes the connection. */
function read(raw: string, lengths: readonly number[] = [raw.length || 1]): Read {
  const bytes = Buffer.from(raw, 'latin1')
  const found: Read = { head: null, body: '', isWhole: false, error: null }
  const parser = createAnswerParser({
    onHead: head => found.head = head,
    onBody: chunk => found.body += Buffer.from(chunk).toString('latin1'),
    onEnd: () => found.isWhole = true,
  })
  try {
    for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
      const length = lengths[turn % lengths.length] ?? 1
      parser.feed(bytes.subarray(at, at + length))
      at += length
    }
    parser.close()
  }
  catch (error) {
    if (!(error instanceof AnswerError))
      throw error
    found.error = error.code
  }
  return found
}

const body = '{"ok":1}'
const ok = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n'
const sized = `${ok}content-length: 8\r\n`
const chunked = `${ok}transfer-encoding: chunked\r\n\r\n`

describe('a whole answer', () => {
  const forms: Record<string, string> = {
    'with a length': `${sized}\r\n${body}`,
    'until the connection closes': `${ok}\r\n${body}`,
    'in chunks': `${chunked}3\r\n{"o\r\n5\r\nk":1}\r\n0\r\n\r\n`,
    'after 100': `HTTP/1.1 100 Continue\r\n\r\n${sized}\r\n${body}`,
    'after 100, 102 and 103 with headers': `HTTP/1.1 100\r\n\r\nHTTP/1.1 102 Processing\r\nx: y\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </a>\r\nlink: </b>\r\ncontent-length: 3\r\n\r\n${sized}\r\n${body}`,
    'with a head of 250 kB': `${ok}x-long: ${'a'.repeat(250_000)}\r\ncontent-length: 8\r\n\r\n${body}`,
    'with thousands of cookies': `${ok}${'set-cookie: a=b\r\n'.repeat(10_000)}content-length: 8\r\n\r\n${body}`,
    'with the same length twice': `${sized}Content-Length: 8\r\n\r\n${body}`,
    'with the same length twice in one field': `${ok}content-length: 8, 08\r\n\r\n${body}`,
    'with a length beside chunks': `${ok}content-length: 3\r\ntransfer-encoding: Chunked\r\n\r\n8\r\n${body}\r\n0\r\n\r\n`,
    'with a length that is no number': `${ok}content-length: eight\r\n\r\n${body}`,
    'with bare line feeds': `${sized}\r\n`.replaceAll('\r', '') + body,
    'with bare line feeds between chunks': `${chunked}3\r\n{"o\r\n5\r\nk":1}\r\n0\r\n\r\n`.replaceAll('\r', ''),
    'with folded headers': `HTTP/1.1 200 OK\r\ncontent-type:\r\n application/json\r\nx: a\r\n\t b\r\ncontent-length: 8\r\n\r\n${body}`,
    'with spaces before colons': `HTTP/1.1 200 OK\r\nContent-Type : application/json\r\nContent-Length\t: 8\r\n\r\n${body}`,
    'with odd cases and no spaces': `http/1.1 200 ok\r\nCONTENT-TYPE:application/json\r\nContent-LENGTH:8\r\n\r\n${body}`,
    'with empty values and lines that are no fields': `${sized}x-empty:\r\nnonsense\r\n: nothing\r\n\r\n${body}`,
    'with bytes that are no ASCII': `${sized}x-name: M\xFCller\xFF\r\n\r\n${body}`,
    'with control characters in a value': `${sized}x-odd: a\x01b\0c\r\n\r\n${body}`,
    'with a field named like a member of objects': `${sized}__proto__: x\r\nconstructor: y\r\n\r\n${body}`,
    'with no reason': `HTTP/1.1 200\r\ncontent-type: application/json\r\ncontent-length: 8\r\n\r\n${body}`,
    'of HTTP/1.0': `${sized.replace('1.1', '1.0')}\r\n${body}`,
    'of a version that is wrong': `${sized.replace('1.1', '2.0')}\r\n${body}`,
    'after empty lines': `\r\n\r\n${sized}\r\n${body}`,
    'with extensions of chunks': `${chunked}8 ; name="a;b"\r\n${body}\r\n0;last\r\n\r\n`,
    'with a chunk length in capitals with zeros': `${chunked}0008\r\n${body}\r\n000\r\n\r\n`,
    'with trailers': `${chunked}8\r\n${body}\r\n0\r\nx-sum: 1\r\n\r\n`,
    'without the line after the last chunk': `${chunked}8\r\n${body}\r\n0\r\n`,
    'with more bytes behind it': `${sized}\r\n${body}HTTP/1.1 500 No\r\n\r\n`,
    'with an upgrade that nobody asked for': `${sized}connection: upgrade\r\nupgrade: h2c\r\n\r\n${body}`,
    'of a status that means something else': `${sized.replace('200 OK', '204 No Content')}\r\n${body}`,
  }

  it.each(Object.entries(forms))('%s', (_name, raw) => {
    expect(read(raw)).toMatchObject({ head: { headers: { 'content-type': 'application/json' } }, body, isWhole: true, error: null })
  })

  it('is the same in any pieces', () => {
    fc.assert(fc.property(
      fc.constantFrom(...Object.values(forms).filter(raw => raw.length < 2000)),
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 }),
      (raw, lengths) => {
        expect(read(raw, lengths)).toEqual(read(raw))
      },
    ), { numRuns: 1000 })
    expect(read(forms['with a head of 250 kB'] ?? '', [1])).toMatchObject({ body, isWhole: true })
  })

  it('keeps all values of a field, and joins lists', () => {
    const { head } = read('HTTP/1.1 200 OK\r\nset-cookie: a\r\nset-cookie: b\r\ncontent-encoding: gzip\r\ncontent-encoding: br\r\n\r\n')
    expect(head?.headers).toEqual({ 'set-cookie': ['a', 'b'], 'content-encoding': 'gzip, br' })
  })

  it.each([204, 304])('without content: %i ends with its head', (status) => {
    expect(read(`HTTP/1.1 ${status} Nothing\r\n\r\n`)).toMatchObject({ head: { status }, body: '', isWhole: true })
    expect(read(`HTTP/1.1 ${status} Nothing\r\ncontent-length: 8\r\n\r\n`)).toMatchObject({ body: '', isWhole: true, error: null })
  })
})

describe('what is not whole is delivered as far as it came, and said to be cut', () => {
  it.each([
    ['before any byte', '', '', 'ERR_ANSWER_CUT'],
    ['in its head', 'HTTP/1.1 200 OK\r\ncontent-type: a', '', 'ERR_ANSWER_CUT'],
    ['after an interim answer', 'HTTP/1.1 100 Continue\r\n\r\n', '', 'ERR_ANSWER_CUT'],
    ['before its length', `${ok}content-length: 9\r\n\r\n${body}`, body, 'ERR_ANSWER_CUT'],
    ['before the last chunk', `${chunked}8\r\n${body}\r\n`, body, 'ERR_ANSWER_CUT'],
    ['within a chunk', `${chunked}9\r\n${body}`, body, 'ERR_ANSWER_CUT'],
    ['at a chunk without a length', `${chunked}8\r\n${body}\r\nzz\r\n`, body, 'ERR_ANSWER_FORM'],
    ['at a chunk that is longer than it says', `${chunked}7\r\n${body}\r\n0\r\n\r\n`, body.slice(0, 7), 'ERR_ANSWER_FORM'],
    ['at lengths that contradict each other', `${sized}content-length: 9\r\n\r\n${body}!`, `${body}!`, 'ERR_ANSWER_FORM'],
    ['before the longer of two lengths', `${sized}content-length: 9\r\n\r\n${body}`, body, 'ERR_ANSWER_CUT'],
    ['at a change of protocol', 'HTTP/1.1 101 Switching\r\nupgrade: x\r\n\r\nabc', '', 'ERR_ANSWER_FORM'],
    ['at a head that is too long', `${ok}x: ${'a'.repeat(300_000)}\r\n\r\n`, '', 'ERR_ANSWER_FORM'],
    ['at a trailing line without an end', `${chunked}${'1'.repeat(300_000)}`, '', 'ERR_ANSWER_FORM'],
    ['as no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n', '', 'ERR_NOT_HTTP'],
    ['as TLS', '\x15\x03\x03\x00\x02\x02\x28', '', 'ERR_NOT_HTTP'],
    ['without a status', 'HTTP/1.1 OK\r\n\r\n', '', 'ERR_NOT_HTTP'],
  ])('%s', (_name, raw, came, code) => {
    expect(read(raw)).toMatchObject({ body: came, isWhole: false, error: code })
    expect(read(raw, [1])).toMatchObject({ body: came, isWhole: false, error: code })
  })

  it('another protocol is noticed at its first bytes: it often says nothing more', () => {
    const parser = createAnswerParser({ onHead: () => {}, onBody: () => {}, onEnd: () => {} })
    expect(() => parser.feed(Buffer.from('220 m'))).toThrow(/no HTTP service/)
  })

  it('any bytes whatever', () => {
    const pieces = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1 })
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), pieces, (bytes, lengths) => {
      const raw = `HTTP/1.1 200 OK\r\n${Buffer.from(bytes).toString('latin1')}`
      expect(read(raw, lengths)).toEqual(read(raw))
    }), { numRuns: 2000 })
  })
})
