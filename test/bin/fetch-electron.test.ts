/**
 * Fetching Electron over lines that break, hang, are and are looked into. Electron's own installer runs in it, with a small archive in
 * place of the real one: GitHub is not asked.
 *
 * @module-tag all
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { downloadZip } from 'client-zip'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { makeSelfSigned } from '../../src-main/hosts/web/self-signed.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const ours = (name: string): string => pathToFileURL(join(root, 'bin', name)).href
const run = promisify(execFile)
const file = randomBytes(300_000)
const etag = '"whole"'
let folder: string
let part: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'takeroom-fetch-'))
  part = join(folder, 'caches', 'electron.part')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

type Serve = (request: IncomingMessage, response: ServerResponse, nth: number) => void

async function listen(server: Server): Promise<number> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port // It listens at a port.
}

async function open(serve: Serve): Promise<{ url: string, asked: (string | undefined)[] }> {
  const asked: (string | undefined)[] = []
  const port = await listen(createServer((request, response) => {
    asked.push(request.headers.range)
    serve(request, response, asked.length)
  }))
  return { url: `http://127.0.0.1:${port}/electron.zip`, asked }
}

/** The rest that was asked for, of which the line lets through `most` bytes. */
function send(request: IncomingMessage, response: ServerResponse, { most = Infinity, ends = 'destroy' as 'destroy' | 'hang' } = {}): void {
  const from = request.headers['if-range'] === etag ? Number(/\d+/.exec(request.headers.range ?? '0')?.[0]) : 0
  response.writeHead(from > 0 ? 206 : 200, {
    'etag': etag,
    'content-length': file.length - from,
    ...from > 0 && { 'content-range': `bytes ${from}-${file.length - 1}/${file.length}` },
  })
  const bytes = file.subarray(from, from + most)
  if (from + bytes.length === file.length)
    response.end(bytes)
  else
    response.write(bytes, () => ends === 'destroy' && setTimeout(() => response.destroy(), 20))
}

interface SteadyOptions {
  readonly fetch: typeof fetch
  readonly part: string
  readonly tell?: (now: { got: number, total: number | null }) => void
  readonly [time: string]: unknown
}
const { createSteadyFetch } = await import(ours('steady-fetch.mjs')) as { // Ours.
  createSteadyFetch: (options: SteadyOptions) => (url: string) => Promise<Response>
}
const quick = { fetch, pauseMs: 1 }
/** Only where nothing arrives: a busy machine answers later than this. */
const impatient = { ...quick, idleMs: 300, headMs: 300 }
const whole = async (response: Response): Promise<boolean> => Buffer.from(await response.arrayBuffer()).equals(file)

describe('a steady download', () => {
  it('continues where the line broke, as often as something arrives, and tells how far it is', async () => {
    const { url, asked } = await open((request, response) => send(request, response, { most: 40_000 }))
    const told: number[] = []
    const steady = createSteadyFetch({ ...quick, part, tell: ({ got, total }) => told.push(got / (total ?? 1)) })
    expect(await whole(await steady(url))).toBe(true)
    expect(asked.length).toBeGreaterThanOrEqual(8)
    expect(asked.slice(1).every(range => /^bytes=[1-9]\d*-$/.test(range ?? ''))).toBe(true)
    expect([told.every((share, index) => share >= (told[index - 1] ?? 0)), told.at(-1)]).toEqual([true, 1])
    await expect.poll(() => existsSync(part)).toBe(false)
  })

  it('is not ended by the clock while bytes arrive, but by their absence', async () => {
    // Ten times as long as it may be without a byte.
    const { url } = await open((_, response) => {
      response.writeHead(200, { 'content-length': file.length })
      let at = 0
      const timer = setInterval(() => {
        response.write(file.subarray(at, at += 10_000))
        if (at >= file.length) {
          clearInterval(timer)
          response.end()
        }
      }, 100)
    })
    expect(await whole(await createSteadyFetch({ ...quick, idleMs: 3_000, part })(url))).toBe(true)
    const { url: mute, asked } = await open((request, response) => send(request, response, { most: 1000, ends: 'hang' }))
    const { url: dead } = await open(() => {})
    const dying: typeof fetch = async (to, init) => asked.length < 4 ? fetch(to, init) : fetch(dead, init)
    await expect(createSteadyFetch({ ...impatient, part: `${part}2`, tries: 3, fetch: dying })(mute))
      .rejects
      .toThrow('nothing has arrived for a while')
  })

  it('continues after the program was ended', async () => {
    const { url, asked } = await open((request, response, nth) => send(request, response, nth === 1 ? { most: 100_000 } : {}))
    await expect(createSteadyFetch({ ...quick, tries: 1, part })(url)).rejects.toThrow()
    expect(existsSync(part)).toBe(true)
    expect(await whole(await createSteadyFetch({ ...quick, part })(url))).toBe(true)
    expect(asked[1]).toMatch(/^bytes=\d{4,}-$/)
  })

  it.each<[string, Serve]>([
    ['answers the rest with all', (request, response, nth) => {
      if (nth === 1)
        return send(request, response, { most: 5000 })
      response.writeHead(200, { 'content-length': file.length }).end(file)
    }],
    ['has another file meanwhile', (request, response, nth) => {
      if (nth === 1)
        return send(request, response, { most: 5000 })
      if (request.headers.range)
        return void response.writeHead(416).end()
      response.writeHead(200, { 'content-length': file.length }).end(file)
    }],
    ['answers with another part than was asked for', (request, response, nth) => {
      if (nth === 1)
        return send(request, response, { most: 5000 })
      if (request.headers.range)
        return void response.writeHead(206, { 'content-range': `bytes 7-${file.length - 1}/${file.length}` }).end(file.subarray(7))
      response.writeHead(200, { 'content-length': file.length }).end(file)
    }],
    ['fails for a moment', (request, response, nth) => nth === 1 ? void response.writeHead(503).end() : send(request, response)],
    ['does not say how long the file is', (_, response) => void response.writeHead(200).end(file)],
  ])('is whole where the server %s', async (_, serve) => {
    const { url } = await open(serve)
    expect(await whole(await createSteadyFetch({ ...quick, part })(url))).toBe(true)
  })

  it('ends at once where the file is missing, and soon where nothing answers', async () => {
    const { url, asked } = await open((_, response) => void response.writeHead(404).end())
    await expect(createSteadyFetch({ ...quick, part })(url)).rejects.toThrow('HTTP 404')
    expect(asked).toHaveLength(1)
    const { url: dead, asked: twice } = await open(() => {})
    await expect(createSteadyFetch({ ...impatient, part })(dead)).rejects.toThrow('nothing has arrived')
    expect(twice).toHaveLength(2)
  })

  it('ends where the server never lets it continue, and always breaks', async () => {
    const { url, asked } = await open((_, response) => {
      response.writeHead(200, { 'content-length': file.length })
      response.write(file.subarray(0, 5000), () => setTimeout(() => response.destroy(), 20))
    })
    await expect(createSteadyFetch({ ...quick, part })(url)).rejects.toThrow()
    expect(asked.length).toBeLessThan(8)
  })

  it('takes nothing over from another address', async () => {
    const { url } = await open((request, response) => send(request, response, { most: 5000 }))
    await expect(createSteadyFetch({ ...quick, tries: 1, part })(url)).rejects.toThrow()
    const { url: other, asked } = await open((request, response) => send(request, response))
    expect(await whole(await createSteadyFetch({ ...quick, part })(other))).toBe(true)
    expect(asked).toEqual([undefined])
  })
})

describe('the installer of Electron', () => {
  let electron: string
  let zip: Buffer
  const name = `electron-v45.4.1-${process.platform}-${process.arch}.zip`
  const program = process.platform === 'linux'
    ? 'electron'
    : process.platform === 'win32' ? 'electron.exe' : 'Electron.app/Contents/MacOS/Electron'

  beforeEach(async () => {
    electron = join(folder, 'electron')
    await mkdir(electron)
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
    for (const own of ['install.js', 'package.json'])
      await cp(join(root, 'node_modules', 'electron', own), join(electron, own))
    const { version } = JSON.parse(await readFile(join(electron, 'package.json'), 'utf8')) as { version: string } // Every package has one.
    zip = Buffer.from(await downloadZip([
      { name: program, input: 'a program' },
      { name: 'version', input: `v${version}` },
      { name: 'padding', input: randomBytes(200_000) },
    ]).arrayBuffer())
    const checksum = createHash('sha256').update(zip).digest('hex')
    const files = [name.replace('45.4.1', version)]
    await writeFile(join(electron, 'checksums.json'), JSON.stringify(Object.fromEntries(files.map(each => [each, checksum]))))
  })

  /** Calls `fetchElectron` in its own process; answers what it printed. */
  async function install(env: Record<string, string>, options: Record<string, unknown> = {}): Promise<string> {
    const words = { folder: electron, caches: join(folder, 'caches'), version: '1', isAsked: false, ...options }

    const text = `import { fetchElectron } from ${JSON.stringify(ours('fetch-electron.mjs'))}; await fetchElectron(${JSON.stringify(words)})`
    const given = { PATH: process.env.PATH, HOME: folder, electron_config_cache: join(folder, 'cache'), ...env }
    return (await run(process.execPath, ['--input-type=module', '--eval', text], { env: given })).stderr
  }
  const isInstalled = (): Promise<string> => readFile(join(electron, 'dist', program), 'utf8').catch(() => '')
  const half: Serve = (request, response) => {
    const from = Number(/\d+/.exec(request.headers.range ?? '0')?.[0])
    response.writeHead(from > 0 ? 206 : 200, {
      'etag': etag,
      'content-length': zip.length - from,
      ...from > 0 && { 'content-range': `bytes ${from}-${zip.length - 1}/${zip.length}` },
    })
    response.write(zip.subarray(from, from + 120_000), () => from > 0 ? response.end() : setTimeout(() => response.destroy(), 20))
  }

  it('gets past a line that breaks, and says how far it is', async () => {
    const { url, asked } = await open(half)
    const said = await install({ ELECTRON_MIRROR: new URL('/', url).href })
    expect(await isInstalled(), said).toBe('a program')
    expect(said).toMatch(/^Fetching Electron \(about 110 MB, once\)…\n(?: {2}\d+% of 0 MB\n)+$/)
    expect(asked.length).toBe(2)
  })

  it('takes the proxy that npm was given, and sends the key of the studio nowhere', async () => {
    const { url } = await open(half)
    const passed: string[] = []
    const proxy = createServer((request, response) => {
      passed.push(`GET ${request.url}`)
      half(request, response, 1)
    }).on('connect', (request, near) => {
      passed.push(`CONNECT ${request.url}`)
      const far = connect(Number(new URL(url).port), '127.0.0.1', () => near.write('HTTP/1.1 200 OK\r\n\r\n'))
      far.on('error', () => near.destroy())
      near.on('error', () => far.destroy())
      near.pipe(far).pipe(near)
    })
    const address = `http://127.0.0.1:${await listen(proxy)}`
    await install({ ELECTRON_MIRROR: 'http://electron.invalid/', npm_config_proxy: address })
    expect(await isInstalled()).toBe('a program')
    expect(passed[0]).toMatch(/electron\.invalid/)
    const { downloadEnvironment } = await import(ours('fetch-electron.mjs')) as { // Ours.
      downloadEnvironment: (env: Record<string, string>) => Record<string, string>
    }
    expect(downloadEnvironment({ TAKEROOM_API_KEY: 'k', https_proxy: 'http://a', npm_config_noproxy: 'b', npm_config_cafile: '/c.pem' }))

      .toEqual({ https_proxy: 'http://a', npm_config_noproxy: 'b', npm_config_cafile: '/c.pem', HTTPS_PROXY: 'http://a', NO_PROXY: 'b', NODE_EXTRA_CA_CERTS: '/c.pem', NODE_USE_ENV_PROXY: '1' })
  })

  it('believes the root of the network that npm was given', async () => {
    const pair = makeSelfSigned({ names: ['localhost'], notBefore: Date.now() - 86_400_000, notAfter: Date.now() + 86_400_000 })
    const port = await listen(createTlsServer({ cert: pair.cert, key: pair.key }, (request, response) => half(request, response, 1)))
    const mirror = { ELECTRON_MIRROR: `https://localhost:${port}/` }
    await writeFile(join(folder, 'root.pem'), pair.cert)
    await install(mirror)
    expect(await isInstalled()).toBe('')
    await install({ ...mirror, npm_config_cafile: join(folder, 'root.pem') }, { isAsked: true })
    expect(await isInstalled()).toBe('a program')
  })

  it('is not believed where the checksum is wrong; the file is fetched again then', async () => {
    const right = zip
    const { url } = await open((_, response) => void response.writeHead(200, { etag, 'content-length': zip.length }).end(zip))
    zip = Buffer.from(right)
    zip[5000]! ^= 1
    expect(await install({ ELECTRON_MIRROR: new URL('/', url).href })).toContain('Electron could not be fetched: ')
    expect(await isInstalled()).toBe('')
    zip = right
    await install({ ELECTRON_MIRROR: new URL('/', url).href }, { isAsked: true })
    expect(await isInstalled()).toBe('a program')
  })

  it('tries again an hour after nothing could be had, or at once when it is asked for, or something has arrived', async () => {
    const mirror = { ELECTRON_MIRROR: 'http://127.0.0.1:9/' }
    const now = Date.now()
    expect(await install(mirror, { now })).toMatch(/^Fetching Electron .*\nElectron could not be fetched: fetch failed\n$/)
    expect(await install(mirror, { now: now + 3_000_000 })).toBe('')
    expect(await install(mirror, { now, isAsked: true })).toContain('Fetching')
    expect(await install(mirror, { now, version: '2' })).toContain('Fetching')
    expect(await install(mirror, { now: now + 3_700_000, version: '2' })).toContain('Fetching')
    await writeFile(join(folder, 'caches', 'takeroom-electron.part'), 'some of it')
    expect(await install(mirror, { now: now + 3_700_000, version: '2' })).toContain('Fetching the rest of Electron')
  })
})
