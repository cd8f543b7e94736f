/**
 * The web host where other machines reach it: TLS only, with the operator's certificate or one of its own.
 *
 * @module-tag wide
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { MediaAddresses } from '../../../src-main/hosts/web/media.ts'
import type { WebHost } from '../../../src-main/hosts/web/server.ts'
import { Buffer } from 'node:buffer'
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { get, request } from 'node:https'
import { connect } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { systemClock } from '../../../src-main/base/clock.ts'
import { createLog } from '../../../src-main/base/log.ts'
import { ownCertificate, readCertificate } from '../../../src-main/hosts/web/certificate.ts'
import { makeSelfSigned } from '../../../src-main/hosts/web/self-signed.ts'
import { openWebHost } from '../../../src-main/hosts/web/server.ts'
import { createFakeStudio } from '../../kit/fake-studio.ts'

const dayMs = 86_400_000
const at = Date.UTC(2027, 3, 5)
const clockAt = (now: number) => ({ ...systemClock, now: () => now })

describe('a certificate of our own making', () => {
  it('is for the names it was made for, whatever they are, and signed by its own key', () => {
    const name = fc.oneof(fc.ipV4(), fc.ipV6(), fc.domain())
    fc.assert(fc.property(fc.uniqueArray(name, { minLength: 1, maxLength: 60 }), (names) => {
      const pair = makeSelfSigned({ names, notBefore: at, notAfter: at + dayMs })
      const made = new X509Certificate(pair.cert)
      for (const one of names)
        expect(one.includes(':') || /^[\d.]+$/.test(one) ? made.checkIP(one) : made.checkHost(one), one).toBeDefined()
      expect(made.checkHost('elsewhere.example')).toBeUndefined()
      expect(made.checkIP('203.0.113.77')).toBe(names.includes('203.0.113.77') ? '203.0.113.77' : undefined)
      expect([made.verify(made.publicKey), made.checkPrivateKey(createPrivateKey(pair.key)), made.ca]).toEqual([true, true, false])
    }), { numRuns: 40 })
  })

  it.each([at, Date.UTC(2049, 11, 31, 23, 59, 59), Date.UTC(2050, 0, 1)])('begins and ends when it should (%d)', (from) => {
    const made = new X509Certificate(makeSelfSigned({ names: ['a'], notBefore: from, notAfter: from + dayMs }).cert)
    expect([made.validFromDate.getTime(), made.validToDate.getTime()]).toEqual([from, from + dayMs])
    expect(made.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1'])
  })
})

describe('the certificate in the studio folder', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'takeroom-tls-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('is private, stays the same from start to start, and covers every name of this machine', async () => {
    const first = await ownCertificate(folder, '10.11.12.13', clockAt(at))
    expect((await stat(join(folder, 'tls.pem'))).mode & 0o777).toBe(0o600)
    expect(first.fingerprint).toMatch(/^(?:[\dA-F]{2}:){31}[\dA-F]{2}$/)
    const made = new X509Certificate(first.cert)
    expect([made.checkIP('10.11.12.13'), made.checkIP('127.0.0.1')]).toEqual(['10.11.12.13', '127.0.0.1'])
    expect(made.checkHost(hostname().toLowerCase())).toBeDefined()
    expect((await ownCertificate(folder, '10.11.12.13', clockAt(at + 300 * dayMs))).fingerprint).toBe(first.fingerprint)
  })

  it.each<[string, string, number, (path: string) => Promise<void>]>([
    ['it ends within a month', '10.0.0.1', at + 370 * dayMs, async () => {}],
    ['the clock was set back before it began', '10.0.0.1', at - 5 * dayMs, async () => {}],
    ['the machine has another address', '10.0.0.2', at, async () => {}],
    ['its file is damaged', '10.0.0.1', at, path => writeFile(path, 'no certificate')],
    ['its key is missing', '10.0.0.1', at, async (path) => {
      await writeFile(path, (await readFile(path, 'utf8')).split('-----BEGIN PRIVATE')[0] ?? '')
    }],
  ])('is made again when %s', async (_, address, now, change) => {
    const first = await ownCertificate(folder, '10.0.0.1', clockAt(at))
    await change(join(folder, 'tls.pem'))
    const second = await ownCertificate(folder, address, clockAt(now))
    expect(second.fingerprint).not.toBe(first.fingerprint)
    expect((await stat(join(folder, 'tls.pem'))).mode & 0o777).toBe(0o600)
    expect((await ownCertificate(folder, address, clockAt(now))).fingerprint).toBe(second.fingerprint)
  })

  it('may be the operator\'s own, and is refused with a sentence when it cannot be used', async () => {
    const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
    const [pair, other] = [0, 1].map(() => makeSelfSigned({ names: ['studio.example'], notBefore: at, notAfter: at + dayMs }))
    await writeFile(cert, pair?.cert ?? '')
    await writeFile(key, pair?.key ?? '')
    expect(await readCertificate({ cert, key }, clockAt(at))).toMatchObject({ ...pair, isSelfMade: false })
    await expect(readCertificate({ cert, key }, clockAt(at + 2 * dayMs))).rejects.toMatchObject({ reason: 'certificate-ended' })
    await expect(readCertificate({ cert, key: join(folder, 'none') }, clockAt(at)))
      .rejects
      .toMatchObject({ reason: 'certificate-unreadable' })
    await expect(readCertificate({ cert: key, key: cert }, clockAt(at))).rejects.toMatchObject({ reason: 'certificate-not-pem' })
    await writeFile(key, other?.key ?? '')
    await expect(readCertificate({ cert, key }, clockAt(at))).rejects.toMatchObject({ reason: 'certificate-other-key' })
  })
})

describe('a host that other machines reach', () => {
  const options = () => ({
    studio: createFakeStudio(),
    media: { sign: () => ({ url: '', goodForMs: 0 }), verify: () => null } satisfies MediaAddresses,
    page: new Map([['/', { headers: { 'Content-Type': 'text/html' }, read: async () => new Uint8Array(Buffer.from('the page')) }]]),
    clock: systemClock,
    log: createLog({ write: () => {}, clock: systemClock }),
    port: 0,
  })
  let host: WebHost
  let ca: string
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'takeroom-tls-host-'))
    const tls = await ownCertificate(folder, '0.0.0.0', systemClock)
    ca = tls.cert
    host = await openWebHost({ ...options(), address: '0.0.0.0', tls })
  })
  afterAll(async () => {
    await host.close()
    await rm(folder, { recursive: true })
  })

  const origin = (): string => `https://127.0.0.1:${host.port}`

  async function exchange(asked: string): Promise<{ status: number, body: string }> {
    const { hash } = new URL(host.newAddress())
    const sent = request(`${origin()}/session`, { ca, method: 'POST', headers: { 'Content-Type': 'application/json', 'Origin': asked } })
    sent.end(JSON.stringify({ code: hash.slice('#code='.length) }))
    const [answer] = await once(sent, 'response')
    return { status: answer.statusCode, body: await text(answer) }
  }

  it('is not opened without TLS', async () => {
    await expect(openWebHost({ ...options(), address: '0.0.0.0' })).rejects.toThrow(/over TLS only/)
  })

  it('serves the page over TLS, with a policy for sockets over TLS, and names an https address to open', async () => {
    expect(host.newAddress()).toMatch(/^https:\/\/[\d.]+:\d+\/#code=/)
    const [answer] = await once(get(origin(), { ca }), 'response') as [{ headers: IncomingHttpHeaders }]
    expect(answer.headers['content-security-policy']).toContain(`connect-src 'self' wss://127.0.0.1:${host.port};`)
  })

  it('answers nothing in plain HTTP, not even with a redirect', async () => {
    const socket = connect(host.port, '127.0.0.1')
    socket.end(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${host.port}\r\n\r\n`)
    expect(await text(socket).catch(() => '')).not.toContain('HTTP/1.1')
  })

  it('serves its owner although 600 connections never begin a handshake, and begin again when they are ended', async () => {
    const silent = new Set<Socket>()
    let isOver = false
    const beSilent = (): void => {
      const socket = connect(host.port, '127.0.0.1')
      silent.add(socket)
      socket.on('error', () => {}).resume()
      socket.once('close', () => {
        silent.delete(socket)
        if (!isOver)
          setImmediate(beSilent)
      })
    }
    const began = Array.from({ length: 600 }, beSilent)
    onTestFinished(() => {
      isOver = true
      silent.forEach(socket => socket.destroy())
    })
    expect(began.length).toBe(600)
    for (let tries = 0; tries < 20; tries += 1) {
      const [answer] = await once(get(origin(), { ca, agent: false }), 'response') as [IncomingMessage]
      expect(await text(answer)).toBe('the page')
    }
    expect((await exchange(origin())).status).toBe(200)
  })

  it('takes requests and sockets of its own https origin only', async () => {
    expect((await exchange(`http://127.0.0.1:${host.port}`)).status).toBe(403)
    const { status, body } = await exchange(origin())
    expect(status).toBe(200)
    const { token } = JSON.parse(body) as { token: string } // The shape of a session.
    const open = (asked: string): WebSocket => new WebSocket(`wss://127.0.0.1:${host.port}/wire`, { ca, origin: asked })
    const foreign = open(origin().replace('https', 'http'))
    expect(String((await once(foreign, 'error'))[0])).toContain('403')
    const own = open(origin())
    await once(own, 'open')
    own.send(JSON.stringify({ token }))
    expect(String((await once(own, 'message'))[0])).toBe('{"ok":true}')
    own.terminate()
  })
})
