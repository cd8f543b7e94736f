/**
 * Hostile words in tags, captions, names of files and arguments of scripts arrive as they were: 100 cases, 2,000 in `npm run test:long`.
 */
import type { Cue } from '#rules/captions/cues.ts'
import type { MediaKit } from '../../../kit/media.ts'
import { execFile } from 'node:child_process'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { toSrt } from '#rules/captions/write-file.ts'
import { fileInput } from '../../../../src-main/media/ffmpeg/ffmpeg-input.ts'
import { quoted } from '../../../../src-main/media/render/plan-scripts.ts'
import { isLong } from '../../../kit/how-long.ts'
import { openMediaKit } from '../../../kit/media.ts'

const count = isLong ? 2000 : 100
const pieces = [
  ...['\'', '"', '\\', ':', ',', ';', '=', '[', ']', '{', '}', '(', ')', '<', '>', '%', '%03d', '#', '$', '$(x)', '`', '&', '|', '*'],
  ...['?', '!', '~', '\n', '\t', ' ', '-', '--', '-->', '/', '.', '..', '@', '+', '^', '<b>', '{\\b1}', '\\N', '\\h', 'a', 'B', '7'],
  ...['pipe:', 'file:', 'é', 'e\u0301', '灯塔', '🎬', '👩‍👩‍👧', '\u202E'],
]
const words = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 12 }).map(parts => parts.join(''))
const seeded = { numRuns: count, seed: 12 }

let kit: MediaKit
beforeAll(async () => {
  kit = await openMediaKit()
})
afterAll(() => kit.close())

it('arguments of a script', async () => {
  const all = fc.sample(words, seeded)
  const script = kit.file('say.sh')
  await writeFile(script, `printf '%s\\0' ${all.map(quoted).join(' ')}\n`)
  const { stdout } = await promisify(execFile)('sh', [script])
  expect(stdout.split('\0').slice(0, -1)).toEqual(all)
})

it('tags', async () => {
  const all = fc.sample(words, seeded)
  const tags = all.flatMap((text, at) => ['-metadata', `tag${at}=${text}`])
  const { stdout } = await kit.ffmpeg.run(['-f', 'lavfi', '-i', 'anullsrc', '-t', '0.01', ...tags, '-f', 'ffmetadata', '-'])
  // Only what it must, ffmpeg marks by a backslash: `=`, `;`, `#`, the backslash and the end of a line.
  const said = [...stdout.toString().matchAll(/^tag(\d+)=((?:\\[\s\S]|[^\\\n])*)$/gm)]
    .map(([, at, text = '']) => [Number(at), text.replaceAll(/\\([\s\S])/g, '$1')])
  expect(new Map(said as [number, string][])).toEqual(new Map(all.map((text, at) => [at, text])))
})

it('captions that are embedded', async () => {
  const rate = { numerator: 25, denominator: 1 }
  const cues = fc.sample(words, seeded).map((text, at): Cue => ({
    ...{ start: at * 25, length: 20, speaker: '' },
    lines: text.replaceAll(/[\t\u202E]/g, ' ').split('\n').map(line => line.trim()).filter(line => line !== '').concat('.'),
  }))
  await writeFile(kit.file('captions.srt'), toSrt(cues, rate))
  const embedded = await kit.make('captions.mp4', ['-f', 'srt', '-i', kit.file('captions.srt'), '-c:s', 'mov_text'])
  const { stdout } = await kit.ffmpeg.run(['-i', embedded, '-f', 'srt', '-'])
  // What looks like markup is written in other brackets, or with a space.
  const plain = (lines: readonly string[]): string[] => lines.map(line =>
    line.replaceAll('-->', '→').replaceAll('‹', '<').replaceAll('›', '>').replaceAll(' ', '').replace(/\{$/, '('))
  const found = stdout.toString().replaceAll('\r\n', '\n').trimEnd().split(/\n\n(?=\d+\n)/).map(cue => plain(cue.split('\n').slice(2)))
  expect(found).toEqual(cues.map(cue => plain(cue.lines)))
})

it('names of files', async () => {
  const folder = kit.file('it\'s [a] {folder}: 100%, "so" 🎬')
  await mkdir(folder)
  const tone = await kit.tone('tone.wav', { seconds: 0.02 })
  const names = fc.sample(words, { numRuns: Math.min(count / 2, 500), seed: 12 }).map((name, at) => `${at}${name.replaceAll('/', '')}`)
  for (const name of names)
    await copyFile(tone, join(folder, name))
  for (let at = 0; at < names.length; at += 50) {
    const inputs = await Promise.all(names.slice(at, at + 50).map(name => fileInput(join(folder, name))))
    const all = inputs.map((_, input) => ['-map', `${input}:a`]).flat()
    const { stdout } = await kit.ffmpeg.run([...inputs.flat(), ...all, '-f', 'streamhash', '-'])
    const hashes = stdout.toString().trim().split('\n').map(line => line.split('=').at(-1))
    expect([hashes.length, new Set(hashes).size]).toEqual([inputs.length, 1])
  }
})
