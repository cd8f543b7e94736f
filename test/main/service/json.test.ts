/** Untrusted JSON: what a number cannot contain is kept as it was written. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readTask, readVoiceId } from '../../../src-main/service/decode.ts'
import { readErrorBody } from '../../../src-main/service/error-body.ts'
import { parseJson } from '../../../src-main/service/json.ts'
import { readVideoStatus } from '../../../src-main/service/poll.ts'
import { referencesIn } from '../../../src-main/service/references.ts'

const long = '1234567890123456789'

it('integers that no number holds are texts, wherever they are; all else is as ever', () => {
  expect(parseJson(`{"a":${long},"b":[-${long}, 9007199254740991, 9007199254740992],"c":"${long}","d":1.5,"e":${long}.5,"f":1e300}`))
    .toEqual({ a: long, b: [`-${long}`, 9007199254740991, '9007199254740992'], c: long, d: 1.5, e: Number(`${long}.5`), f: 1e300 })
  expect(parseJson(long)).toBe(long)
})

it('any integer comes out with the digits with which it went in', () => {
  fc.assert(fc.property(fc.bigInt(), fc.constantFrom('', ' ', '\n'), (id, space) => {
    expect(readTask(`{"data":{"task_id":${space}${id}${space}}}`)?.taskId).toBe(`${id}`)
    expect(readVoiceId(`[0,{}]`)).toBeNull()
    expect(readVoiceId(`{"voice_id":${space}${id}}`)).toBe(`${id}`)
  }), { numRuns: 1000 })
})

it('a byte order mark changes nothing', () => {
  fc.assert(fc.property(fc.json(), (text) => {
    expect(parseJson(`\uFEFF${text}`)).toEqual(parseJson(text))
  }))
  expect(readTask('\uFEFF{"task_id":"t"}')?.taskId).toBe('t')
  expect(readErrorBody('\uFEFF{"detail":"No"}', []).said).toBe('No')
  expect(readVideoStatus('\uFEFF{"status":"completed"}', [])?.state).toBe('completed')
  expect(referencesIn('\uFEFF{"url":"https://e.com/a.mp4"}', 'video')).toEqual([{ address: 'https://e.com/a.mp4' }])
})

it('ids are up to 64 kB long', () => {
  expect(readTask(JSON.stringify({ task_id: 'x'.repeat(65_536) }))?.taskId).toHaveLength(65_536)
  expect(readTask(JSON.stringify({ task_id: 'x'.repeat(65_537) }))).toBeNull()
  expect(readVoiceId(JSON.stringify({ voice_id: 'x'.repeat(65_536) }))).toHaveLength(65_536)
})

it.each([
  ['a.mp4', 'video_url'],
  ['files/a.mp4', 'url'],
  ['./a.mp4?x=1', 'video_path'],
  ['../out/3f2', 'video_url'],
  ['files/3f2', 'output_url'],
  ['//cdn.example/a.mp4', 'url'],
  ['/files/3f2', 'url'],
])('%s as %s is an address', (address, name) => {
  expect(referencesIn(JSON.stringify({ [name]: address }), 'video')).toEqual([{ address }])
})

it.each([
  ['weights/model-7', 'model_path'],
  ['s3://bucket/a.mp4', 'video_url'],
  ['not a file', 'url'],
  ['pending', 'url'],
  ['a.mp4', 'filename'],
  ['images/in.png', 'input_url'],
])('%s as %s is none', (text, name) => {
  expect(referencesIn(JSON.stringify({ [name]: text }), 'video')).toEqual([])
})
