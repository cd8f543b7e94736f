/** Programs that the studio starts: each gets a clean environment, and only one place names what ffmpeg reads. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { childEnvironment } from '../../src-main/base/child-environment.ts'

const folder = fileURLToPath(new URL('../../src-main', import.meta.url))
const starting = /\b(?:spawn(?:Sync)?|exec(?:File)?(?:Sync)?|fork|promisify\(execFile\))\(|new Worker\(/g
const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.ts'))
const sources = names.map(name => ({ name: name.replaceAll('\\', '/'), text: readFileSync(join(folder, name), 'utf8') }))

it('only one file builds an input of ffmpeg', () => {
  const builders = sources.filter(({ text }) => /['"`]-i['"`]/.test(text)).map(({ name }) => name)
  expect(builders).toEqual(['media/ffmpeg/ffmpeg-input.ts'])
})

it('every program and thread is started with a clean environment', () => {
  const starts = sources.flatMap(({ name, text }) =>
    [...text.matchAll(starting)]
      .filter(() => /node:child_process|node:worker_threads|utilityProcess/.test(text))
      .filter(({ index }) => !text.slice(0, index).endsWith('.'))
      .map(({ index }) => ({ name, call: text.slice(index, index + 400) })))
  // The pattern must find the calls that exist, or it guards nothing.
  expect(new Set(starts.map(({ name }) => name))).toEqual(new Set([
    'base/worker-pool.ts',
    'credentials/sign-file.ts',
    'hosts/web/open-browser.ts',
    'jobs/hold-marker.ts',
    'media/ffmpeg/ffmpeg.ts',
    'media/ffmpeg/guardian.ts',
    'practice/voice/machine-voice.ts',
  ]))
  for (const { name, call } of starts)
    expect(call, name).toMatch(/env: (?:\{ \.\.\.)?childEnvironment\(/)
})

it('no key, token or address of a proxy is handed on, whatever it is called', () => {
  const secrets = {
    TAKEROOM_API_KEY: 'k',
    OPENAI_API_KEY: 'k',
    AWS_SECRET_ACCESS_KEY: 'k',
    HTTPS_PROXY: 'http://user:word@proxy',
    NODE_OPTIONS: '--require x',
    ELECTRON_RUN_AS_NODE: '1',
    FFREPORT: 'file=x',
    LC_TOKEN: 'k',
    XDG_SESSION_TOKEN: 'k',
  }
  const plain = { PATH: '/bin', HOME: '/home/a', LC_CTYPE: 'C.UTF-8', NODE_COMPILE_CACHE: '/cache' }
  expect(childEnvironment('program', { ...secrets, ...plain, DISPLAY: ':0', EMPTY: undefined })).toEqual(plain)
  expect(childEnvironment('desktop', { ...secrets, ...plain, DISPLAY: ':0', XDG_RUNTIME_DIR: '/run' }))
    .toEqual({ ...plain, DISPLAY: ':0', XDG_RUNTIME_DIR: '/run' })
  const windows = { Path: 'C:\\bin', SystemRoot: 'C:\\Windows' }
  expect(childEnvironment('program', windows)).toEqual(windows)
})
