/** Whose certificates are believed, with a real server whose root is in no list of Node's: by a file, by the system, by the environment. */
import type { AddressInfo } from 'node:net'
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { createServer as createProxy } from 'node:http'
import { createServer } from 'node:https'
import { connect } from 'node:net'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { WebSocketServer } from 'ws'
import { checkNetworkRoots } from '../../../../src-main/accounts/network-roots.ts'
import { systemClock } from '../../../../src-main/base/clock.ts'
import { makeSelfSigned } from '../../../../src-main/hosts/web/self-signed.ts'
import { createServiceClient } from '../../../../src-main/service/client.ts'
import { openWebSocket } from '../../../../src-main/service/wire/socket-connection.ts'
import { certificatesIn, createTrust, trustSources } from '../../../../src-main/service/wire/trust.ts'
import { makeIdentity } from '../../../kit/certificates.ts'
import { makeFolder } from '../../../kit/folder.ts'
import { silentLog } from '../raw-server.ts'

const day = 86_400_000
/** As a company's proxy shows it: of an authority that only the company knows. Here the server's own certificate is its root. */
const pair = makeSelfSigned({ names: ['localhost'], notBefore: Date.now() - day, notAfter: Date.now() + day })
const key = 'sk-0123456789abcdef'
const { signal } = new AbortController()
const nothing = { own: () => [], system: () => [], files: [] }
function noTrouble(source: string, error: unknown): void {
  throw new Error(`${source}: ${String(error)}`)
}

async function openService(): Promise<{ url: string, port: number }> {
  const server = createServer({ cert: pair.cert, key: pair.key }, (_, response) => {
    response.setHeader('Content-Type', 'application/json')
    response.end('{"object":"list","data":[]}')
  })
  const sockets = new WebSocketServer({ server })
  onTestFinished(() => void sockets.close())
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.closeAllConnections())
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo // It listens at a port.
  return { url: `https://localhost:${port}`, port }
}

/** A proxy that passes everything on. */
async function openProxy(): Promise<string> {
  const proxy = createProxy().on('connect', (request, near) => {
    const far = connect(Number(request.url?.split(':')[1]), '127.0.0.1', () => near.write('HTTP/1.1 200 OK\r\n\r\n'))
    far.on('error', () => near.destroy())
    near.on('error', () => far.destroy())
    near.pipe(far).pipe(near)
  })
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void proxy.close())
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` // It listens at a port.
}

async function ask(url: string, trust?: ReturnType<typeof createTrust>['context'], proxy: string | null = null) {
  return createServiceClient({ clock: systemClock, log: silentLog, proxyFor: async () => proxy, ...trust && { trust } })
    .checkConnection({ baseUrl: url, key }, signal)
}

describe('a service whose root Node does not know', () => {
  it('is refused, and the message says what helps', async () => {
    const { url } = await openService()
    const refused = await ask(url, createTrust({ ...nothing, own: () => trustSources({}).own() }, noTrouble).context)

    expect(JSON.stringify(refused)).toMatch(/authority that is not known here\. In a company network, choose its certificate file in Settings.*SELF_SIGNED/)
  })

  it.each([
    ['of the system', (pem: string, _: string) => createTrust({ ...nothing, system: () => [pem] }, noTrouble)],
    ['that a file of the environment names', (_: string, file: string) => createTrust({ ...nothing, files: [file] }, noTrouble)],
    ['that a person has chosen', (pem: string, _: string) => {
      const trust = createTrust(nothing, noTrouble)
      // Chosen while the studio is open, after a connection has failed.
      trust.context()
      trust.alsoTrust(`a private note\n${pem}`)
      return trust
    }],
  ])('is reached by the certificate %s: directly, through a proxy, and over a WebSocket', async (_, trusting) => {
    const { url } = await openService()
    const file = join(await makeFolder(), 'root.pem')
    await writeFile(file, pair.cert)
    const { context } = trusting(pair.cert, file)
    const proxy = await openProxy()
    for (const way of [null, proxy]) {
      expect(JSON.stringify(await ask(url, context, way)), String(way)).not.toMatch(/network|SELF_SIGNED|authority/)
      const socket = await openWebSocket(new URL(url.replace('https', 'wss')), { connectMs: 5000, proxy: way, trust: context, signal })
      expect(socket.isOpen).toBe(true)
      socket.close()
    }
  })

  it('is refused again when the choice is taken back', async () => {
    const { url } = await openService()
    const trust = createTrust(nothing, noTrouble)
    trust.alsoTrust(pair.cert)
    trust.alsoTrust(null)
    expect(JSON.stringify(await ask(url, trust.context))).toContain('authority that is not known here')
  })

  it('is refused under another name, whatever is trusted', async () => {
    const { url } = await openService()
    const trust = createTrust(nothing, noTrouble)
    trust.alsoTrust(pair.cert)
    expect(JSON.stringify(await ask(url.replace('localhost', '127.0.0.1'), trust.context))).toMatch(/altnames|ALTNAME/i)
  })
})

describe('the lists', () => {
  it('that cannot be read leave the others', async () => {
    const told: string[] = []
    const trust = createTrust({
      own: () => [pair.cert],
      system: () => {
        throw new Error('the keychain is locked')
      },
      files: ['/nowhere/root.pem'],
    }, source => told.push(source))
    const { url } = await openService()
    expect(JSON.stringify(await ask(url, trust.context))).not.toContain('SELF_SIGNED')
    expect(told).toEqual(['system', '/nowhere/root.pem'])
  })

  it('are read once', () => {
    let count = 0
    const system = (): string[] => {
      count += 1
      return [pair.cert]
    }
    const trust = createTrust({ ...nothing, system }, noTrouble)
    expect(trust.context()).toBe(trust.context())
    trust.alsoTrust(pair.cert)
    trust.context()
    expect(count).toBe(1)
  })

  it('have the system\'s, as SSL_CERT_FILE names it', async () => {
    const file = join(await makeFolder(), 'system.pem')
    await writeFile(file, pair.cert)
    const module = pathToFileURL(fileURLToPath(new URL('../../../../src-main/service/wire/trust.ts', import.meta.url))).href
    const text = `
      const { trustSources, certificatesIn } = await import(${JSON.stringify(module)})
      const sources = trustSources(process.env)
      console.log(JSON.stringify([sources.own().length > 100, sources.system().length, sources.files]))`
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', text], {
      env: { PATH: process.env.PATH, SSL_CERT_FILE: file },
    })
    const [hasOwn, system, files] = JSON.parse(stdout) as [boolean, number, string[]] // As printed.
    expect([hasOwn, system > 0, files]).toEqual([true, true, [file]])
  })
})

describe('a chosen file', () => {
  const root = makeIdentity({ name: 'Root', isAuthority: true })
  const past = makeIdentity({ name: 'Old', isAuthority: true, notBefore: Date.now() - 20 * day, notAfter: Date.now() - day })
  const leaf = makeIdentity({ name: 'Server', issuer: root })
  const check = (pem: string) => checkNetworkRoots({ name: 'root.pem', pem }, Date.now())

  it('is kept as its certificates alone, without a key or anything else', () => {
    const kept = check(`# A note\n${root.key}\n${root.cert}\r\n${leaf.cert}`)
    expect(kept.pem).not.toMatch(/PRIVATE|note/)
    expect(certificatesIn(kept.pem)).toHaveLength(2)
  })

  it.each([
    ['of text', 'hello', 'no-certificate'],
    ['of nothing', '', 'no-certificate'],
    ['with a private key alone', root.key, 'no-certificate'],
    ['that is damaged', root.cert.replace(/\n.{20}/, '\n'), 'unreadable'],
    ['of a server alone', leaf.cert, 'no-authority'],
    ['that has expired', past.cert, 'expired'],
    ['of too many', root.cert.repeat(401), 'too-many'],
  ])('%s is refused', (_, pem, problem) => {
    expect(() => check(pem)).toThrow(expect.objectContaining({ code: 'roots-refused', data: { problem, name: 'root.pem' } }))
  })

  it('with an old root next to the current one is good', () => {
    expect(certificatesIn(check(`${past.cert}\n${root.cert}`).pem)).toHaveLength(2)
  })
})
