/** A request as a command: a real shell gives curl exactly the texts of the request, whatever is in them. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { curlOf } from '#rules/requests/curl.ts'

const url = 'https://service.example/api/v1/generate'

/** What curl would get: its arguments, and its input. */
function given(command: string): { args: string[], input: string } {
  const out = execFileSync('sh', {
    // As it is typed or pasted: an argument of the shell itself would have a limit.
    input: `curl() { printf '%s\\0' "$@"; case "$*" in *@-*) cat;; esac; }\n${command}\n`,
    env: { PATH: '/usr/bin:/bin', TAKEROOM_KEY: 'the key' },
    encoding: 'utf8',
    maxBuffer: 10_000_000,
  })
  const args = out.split('\0')
  return { input: args.pop() ?? '', args }
}

// No program can be given a NUL, and no service sends one; lone surrogates are no UTF-8.
const aText = fc.string({ unit: 'grapheme', maxLength: 60 }).filter(text => !text.includes('\0'))
const aValue = fc.oneof(aText, fc.integer(), fc.boolean(), fc.array(aText, { maxLength: 3 }), fc.record({ b: aText, c: fc.constant(null) }))
const someFields = fc.uniqueArray(fc.tuple(fc.stringMatching(/^[a-z][a-z.]{0,8}$/), aValue), { selector: ([name]) => name, maxLength: 5 })

it('json comes as it is, and the key from the variable', () => {
  fc.assert(fc.property(someFields, (parts) => {
    const { args } = given(curlOf({ url, encoding: 'json', parts, files: {} })!)
    const headers = ['-H', 'Authorization: Bearer the key', '-H', 'Content-Type: application/json']
    expect(args.slice(0, -1)).toEqual(['-X', 'POST', url, ...headers, '--data-raw'])
    expect(args.at(-1)).toBe(JSON.stringify(Object.fromEntries(parts)))
  }), { numRuns: 40 })
})

it('each field of a form is a text that nothing is read into', () => {
  fc.assert(fc.property(someFields, (parts) => {
    const { args } = given(curlOf({ url, encoding: 'multipart', parts, files: {} })!)
    const texts = args.filter((_, at) => args[at - 1] === '--form-string')
    expect(texts).toEqual(parts.map(([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : value}`))
  }), { numRuns: 40 })
})

it('files of a form are named in the quotes of curl, several of one field in order', () => {
  const file = { path: '/a "b"/c\\d.png', name: 'sea; type=text.png', mime: 'image/png' }
  const parts = [['images', [{ assetId: 'one' }, { assetId: 'one' }]]] as const
  const { args } = given(curlOf({ url, encoding: 'multipart', parts, files: { one: file } })!)
  const form = String.raw`images=@"/a \"b\"/c\\d.png";type=image/png;filename="sea; type=text.png"`
  expect(args.slice(-4)).toEqual(['-F', form, '-F', form])
  expect(curlOf({ url, encoding: 'multipart', parts, files: {} })).toBeNull()
})

it('a file inside of JSON is written as base64 where it belongs, and a text that no argument can have is input', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'takeroom-curl-')), 'it\'s.png')
  writeFileSync(path, Buffer.from(Array.from({ length: 300 }, (_, at) => at % 256)))
  const files = { one: { path, name: 'it', mime: 'image/png' } }
  const parts = [['messages', [{ text: 'it\'s', url: { dataUrlOf: 'one' } }, { more: undefined, at: [undefined, 1] }]]] as const
  const { input } = given(curlOf({ url, encoding: 'json', parts, files })!)
  const bytes = Buffer.from(Array.from({ length: 300 }, (_, at) => at % 256)).toString('base64')
  expect(JSON.parse(input)).toEqual({ messages: [{ text: 'it\'s', url: `data:image/png;base64,${bytes}` }, { at: [null, 1] }] })
  expect(curlOf({ url, encoding: 'json', parts, files: {} })).toBeNull()

  const long = 'ä\'"'.repeat(60_000)
  expect(JSON.parse(given(curlOf({ url, encoding: 'json', parts: [['text', long]], files: {} })!).input)).toEqual({ text: long })
  expect(curlOf({ url, encoding: 'multipart', parts: [['text', long]], files: {} })).toBeNull()
})
