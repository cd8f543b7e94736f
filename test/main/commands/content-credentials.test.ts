/**
 * Deliveries signed with Content Credentials: set up once, the key in the keychain and nowhere else, and nothing unsigned in silence.
 *
 * @module-tag all
 */
import type { DeliveryOptions } from '#contract/delivery-options.ts'
import type { Preset } from '#contract/presets.ts'
import type { JobId, RequestId } from '#contract/words.ts'
import type { SecretAnswer, SecretStore } from '../../../src-main/secrets/secret-store.ts'
import type { OpenStudio } from '../../../src-main/studio/open-studio.ts'
import type { FilmProject } from '../../kit/film-project.ts'
import type { MediaKit } from '../../kit/media.ts'
import { Buffer } from 'node:buffer'
import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mimeOf } from '#rules/deliver/formats.ts'
import { usualOptions } from '#rules/deliver/usual-options.ts'
import { separateRestoredSigning } from '../../../src-main/accounts/signing.ts'
import { filesBelow } from '../../../src-main/base/files-below.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { CannotDeliver } from '../../../src-main/commands/cannot-deliver.ts'
import { runDeliver } from '../../../src-main/commands/run-deliver.ts'
import { runPlan } from '../../../src-main/commands/run-plan.ts'
import { jobEnd } from '../../../src-main/jobs/job-end.ts'
import { openStudio } from '../../../src-main/studio/open-studio.ts'
import { makeIdentity, signingPair } from '../../kit/certificates.ts'
import { addFilm } from '../../kit/film-project.ts'
import { openMediaKit } from '../../kit/media.ts'
import { testPorts } from '../../kit/ports.ts'
import { readCredentials } from '../../kit/read-credentials.ts'

/** A keychain that can be looked into and locked. */
function openKeychain() {
  const entries = new Map<string, string>()
  let answer: Exclude<SecretAnswer, { state: 'ok' } | { state: 'absent' }> | null = null
  const store: SecretStore = {
    backend: 'Test Keychain',
    persistent: true,
    async read(name) {
      const secret = entries.get(name)
      return answer ?? (secret === undefined ? { state: 'absent' } : { state: 'ok', secret })
    },
    async write(name, secret) {
      entries.set(name, secret)
      return answer ?? { state: 'ok' }
    },
    async remove(name) {
      if (answer === null)
        entries.delete(name)
      return answer ?? { state: 'ok' }
    },
  }
  return {
    entries,
    store,
    /** What it says from now on; null is open. */
    says: (said: typeof answer) => {
      answer = said
    },
  }
}

function small(format: Preset['format'], more: Partial<Preset> = {}): Preset {
  return {
    id: `own-${format}`,
    name: `Small ${format}`,
    purpose: 'film',
    format,
    video: { codec: 'h264', width: 64, height: 36, rate: null, quality: 'small', encoder: 'software' },
    audio: { codec: 'aac', kilobits: 96 },
    loudness: null,
    captionModes: ['none'],
    ...more,
  }
}

const home = await mkdtemp(join(tmpdir(), 'takeroom-credentials-'))
const keychain = openKeychain()
const ports = testPorts(join(home, 'studio'), { version: '1.2.3', secrets: { store: keychain.store, fallbackReason: null } })
const pair = signingPair()
const origin = { signal: new AbortController().signal, origin: 'page' } as const
let media: MediaKit
let film: FilmProject
let studio: OpenStudio
const signed: DeliveryOptions = { ...usualOptions, isSigned: true }

beforeAll(async () => {
  media = await openMediaKit()
  studio = await openStudio(ports)
  film = await addFilm(studio, media, { shots: 1, shotFrames: 5 })
  await studio.parts.settings.change({ presets: { remove: [], put: [small('mp4'), small('mkv'), small('png', {
    video: { codec: 'png', width: 64, height: 36, rate: null, quality: 'high', encoder: 'software' },
    audio: null,
  })] } })
})
afterAll(async () => {
  await studio.close({ drainMs: 0 })
  await media.close()
  await rm(home, { recursive: true, force: true })
})

const install = (chosen: { certificatePem: string, keyPem: string } = pair) => studio.handlers.credentials.install(chosen, origin)

function wishFor(format: Preset['format'] = 'mp4') {
  const requestId = newId<RequestId>()
  return { requestId, sequenceId: film.sequenceId, presetId: `own-${format}`, captionMode: 'none', name: 'Film', options: signed } as const
}

async function deliver(wish: Parameters<OpenStudio['parts']['deliver']['render']>[0] = wishFor()) {
  const { id, jobId } = await studio.parts.deliver.render(wish)
  studio.parts.engine.wake()
  const job = await jobEnd(studio.parts.ledger, jobId, origin.signal)
  return { job, delivery: await studio.parts.deliveries.get(id) }
}

async function stateOf(path: string): Promise<string> {
  const credentials = await readCredentials(path, mimeOf(path.split('.').at(-1) ?? '')).catch(() => null)
  return credentials?.validation_state ?? 'unsigned'
}

const delivered = (): Promise<string[]> => readdir(ports.deliveriesFolder).catch(() => [])

describe('a certificate', () => {
  it('is kept with its key in the keychain, shown by name, and taken away with the key', async () => {
    const { certificate } = await install()
    expect(certificate).toMatchObject({
      name: 'Ada Film, Ada Film Ltd',
      issuer: 'Test Root, Test Authority',
      algorithm: 'es256',
      backend: 'Test Keychain',
      isPersistent: true,
    })
    expect(await studio.handlers.credentials.check({}, origin)).toEqual({ because: null })
    expect([...keychain.entries.keys()]).toEqual([expect.stringMatching(/^signing:/)])
    await studio.handlers.credentials.remove({}, origin)
    expect(keychain.entries.size).toBe(0)
    expect(await studio.parts.signing.certificate()).toBeNull()
    expect(await studio.handlers.credentials.check({}, origin)).toEqual({ because: 'no-certificate' })
  })

  it('with a large key fits into the entries of every keychain, and replaces the one before', async () => {
    await install()
    await install(signingPair({ keys: generateKeyPairSync('rsa', { modulusLength: 4096 }) }))
    // Windows takes 2,560 bytes.
    expect([...keychain.entries.values()].map(secret => secret.length <= 2560)).toEqual([true, true])
    expect(await studio.handlers.credentials.check({}, origin)).toEqual({ because: null })
    await install()
    expect(keychain.entries.size).toBe(1)
  })

  it('that cannot sign is refused with the reason, and the one before stays', async () => {
    await install()
    const before = await studio.parts.signing.certificate()
    const stranger = makeIdentity({ purposes: ['1.3.6.1.5.5.7.3.1'], issuer: makeIdentity({ isAuthority: true, name: 'Root' }) })
    await expect(install({ certificatePem: stranger.cert, keyPem: stranger.key }))
      .rejects
      .toMatchObject({ code: 'certificate-refused', data: { problem: 'purpose' } })
    await expect(install({ ...pair, keyPem: signingPair().keyPem })).rejects.toMatchObject({ data: { problem: 'other-key' } })
    expect(await studio.parts.signing.certificate()).toEqual(before)
  })

  it('is neither installed nor removed while the keychain is locked or gone', async () => {
    await install()
    const before = new Map(keychain.entries)
    try {
      keychain.says({ state: 'locked' })
      await expect(install()).rejects.toMatchObject({ code: 'key-locked' })
      await expect(studio.handlers.credentials.remove({}, origin)).rejects.toMatchObject({ code: 'key-locked' })
      expect(await studio.handlers.credentials.check({}, origin)).toEqual({ because: 'keychain-locked' })
      keychain.says({ state: 'unavailable', reason: 'no bus' })
      await expect(install()).rejects.toMatchObject({ code: 'certificate-refused', data: { problem: 'keychain', said: 'no bus' } })
    }
    finally {
      keychain.says(null)
    }
    expect(await studio.parts.signing.certificate()).not.toBeNull()
    expect([...before].every(([name, secret]) => keychain.entries.get(name) === secret)).toBe(true)
    expect(await studio.handlers.credentials.check({}, origin)).toEqual({ because: null })
  })
})

describe('a delivery that is to be signed', () => {
  it('is signed, says by whom, and is signed again; the key is in no file of the studio', async () => {
    await install()
    const { job, delivery } = await deliver()
    expect(job).toMatchObject({ state: 'done' })
    expect(delivery.files).toMatchObject([{ role: 'video', signedBy: 'Ada Film, Ada Film Ltd' }])
    expect(await stateOf(join(delivery.folder, delivery.files[0]!.name))).toBe('Valid')
    const again = await studio.parts.deliver.again(newId<RequestId>(), delivery.id)
    studio.parts.engine.wake()
    await jobEnd(studio.parts.ledger, again.jobId, origin.signal)
    expect((await studio.parts.deliveries.get(again.id)).files).toMatchObject([{ signedBy: 'Ada Film, Ada Film Ltd' }])
    // Nor in a log that was handed the chosen files by mistake.
    studio.parts.log.info('mistake', { chosen: pair, secrets: [...keychain.entries.values()] })
    const key = createPrivateKey(pair.keyPem)
    const secret = Buffer.from(key.export({ format: 'jwk' }).d ?? '', 'base64url')
    // All that comes before the secret number is the same in every such key.
    const [entry = ''] = keychain.entries.values()
    const forms = [secret, entry.slice(56, 80), secret.toString('hex'), secret.toString('base64'), pair.keyPem.split('\n')[2]!.slice(0, 20)]
    let read = 0
    for (const path of await filesBelow(ports.folder)) {
      // Previews are still being made, and work folders cleared: a file may be gone since it was listed.
      const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT')
          return null
        throw error
      })
      read += bytes ? 1 : 0
      for (const form of forms)
        expect(bytes?.includes(form) ?? false, path).toBe(false)
    }
    expect(read).toBeGreaterThan(5)
  })

  it('is a picture or the film of a kit, too, whose manifest says so', async () => {
    await install()
    const picture = await deliver(wishFor('png'))
    expect(picture.delivery.files).toMatchObject([{ role: 'picture', signedBy: 'Ada Film, Ada Film Ltd' }])
    const { delivery } = await deliver({ ...wishFor(), kit: ['master', 'poster'] })
    const master = delivery.files.find(({ role }) => role === 'video')
    expect(master).toMatchObject({ signedBy: 'Ada Film, Ada Film Ltd' })
    expect(await stateOf(join(delivery.folder, master!.name))).toBe('Valid')
    expect(JSON.parse(await readFile(join(delivery.folder, 'manifest.json'), 'utf8'))).toMatchObject({ signedBy: 'Ada Film, Ada Film Ltd' })
    const withoutFilm = await deliver({ ...wishFor(), kit: ['transcript', 'stems'] })
    expect(withoutFilm.delivery.files.filter(file => file.signedBy)).toEqual([])
  })

  it('is refused before it is rendered where it could not be', async () => {
    await install()
    const refused = (because: string) => ({ code: 'not-signable', data: { because } })
    await expect(deliver(wishFor('mkv'))).rejects.toMatchObject(refused('format'))
    const [entry] = [...keychain.entries]
    keychain.entries.clear()
    await expect(deliver()).rejects.toMatchObject(refused('no-key'))
    keychain.entries.set(entry![0], Buffer.from('not a key').toString('base64'))
    await expect(deliver()).rejects.toMatchObject(refused('no-key'))
    keychain.says({ state: 'locked' })
    await expect(deliver()).rejects.toMatchObject(refused('keychain-locked'))
    keychain.says(null)
    await studio.handlers.credentials.remove({}, origin)
    await expect(deliver()).rejects.toMatchObject(refused('no-certificate'))
  })

  it('is not delivered unsigned when the key went while it waited', async () => {
    await install()
    const before = await delivered()
    const { id, jobId } = await studio.parts.deliver.render(wishFor())
    keychain.entries.clear()
    studio.parts.engine.wake()
    const job = await jobEnd(studio.parts.ledger, jobId, origin.signal)
    expect(job).toMatchObject({ state: 'failed', failure: { kind: 'signing', said: 'no-key' } })
    expect((await studio.parts.deliveries.get(id)).files).toEqual([])
    expect(await delivered()).toEqual(before)
  })

  it('waits while the keychain is locked', async () => {
    await install()
    const { jobId } = await studio.parts.deliver.render(wishFor())
    keychain.says({ state: 'locked' })
    try {
      studio.parts.engine.wake()
      await blockedBy(jobId, 'key-locked')
    }
    finally {
      keychain.says(null)
      await studio.parts.engine.cancel(jobId)
    }
  })
})

async function blockedBy(jobId: JobId, reason: string): Promise<void> {
  const held = new AbortController()
  await jobEnd(studio.parts.ledger, jobId, held.signal, ({ blockedBy: by }) => by === reason && held.abort(new Error(reason)))
    .then(() => expect.unreachable(), error => expect(error).toMatchObject({ message: reason }))
}

it('preflight says what is in the way of signing, and when the certificate ends soon', async () => {
  await studio.parts.signing.remove()
  const sequence = await studio.parts.sequences.get(film.sequenceId)
  const found = async (presetId: string) => {
    const findings = await studio.parts.deliver.preflight(sequence, { presetId, captionMode: 'none', isSigned: true })
    return findings.map(({ finding, isBlocking, example }) => [finding, isBlocking, example])
  }
  expect(await found('own-mp4')).toContainEqual(['not-signable', true, 'no-certificate'])
  const day = 86_400_000
  const notAfter = Date.now() + 20 * day
  await install(signingPair({ notAfter }))
  expect(await found('own-mp4')).toContainEqual(['certificate-ends', false, new Date(notAfter).toISOString().slice(0, 10)])
  expect(await found('own-mkv')).toContainEqual(['not-signable', true, 'format'])
  await install()
  expect((await found('own-mp4')).filter(([finding]) => /sign|certificate/.test(String(finding)))).toEqual([])
})

it('a restored studio has the certificate without the key, and does not take its original’s away', async () => {
  await install()
  const [name] = [...keychain.entries.keys()]
  await separateRestoredSigning(studio.parts.library)
  expect(await studio.handlers.credentials.check({}, origin)).toEqual({ because: 'no-key' })
  await studio.handlers.credentials.remove({}, origin)
  expect([...keychain.entries.keys()]).toEqual([name])
  keychain.entries.clear()
})

const says = (words: RegExp) => (error: unknown): boolean => error instanceof CannotDeliver && words.test(error.sentenceIn('en'))

it('the command line signs where a certificate is set up, unless told otherwise; a folder for other machines cannot', async () => {
  await install()
  await studio.close({ drainMs: 0 })
  const order = { project: 'The lighthouse', sequence: null, captionMode: null, range: null, replaces: false }
  const said: string[] = []
  const told = { signal: origin.signal, say: (line: string) => said.push(line), onProgress: () => {} }
  const out = (name: string): string => join(home, name)
  try {
    const { files } = await runDeliver(ports, { ...order, presetId: 'own-mp4', out: out('signed.mp4') }, told)
    expect(files).toMatchObject([{ signedBy: 'Ada Film, Ada Film Ltd' }])
    expect(await stateOf(out('signed.mp4'))).toBe('Valid')
    await runDeliver(ports, { ...order, presetId: 'own-mp4', out: out('plain.mp4'), isSigned: false }, told)
    expect(await stateOf(out('plain.mp4'))).toBe('unsigned')
    await runDeliver(ports, { ...order, presetId: 'own-mkv', out: out('film.mkv') }, told)
    expect(said.join('\n')).toContain('.mkv files cannot carry Content Credentials')
    await expect(runDeliver(ports, { ...order, presetId: 'own-mkv', out: out('none.mkv'), isSigned: true }, told))
      .rejects
      .toMatchObject({ reason: 'not-signable', data: { because: 'format' } })
    await runPlan(ports, { ...order, presetId: 'own-mp4', folder: out('plan') }, told)
    expect(said.join('\n')).toContain('private key cannot be in a folder')
    keychain.says({ state: 'locked' })
    await expect(runDeliver(ports, { ...order, presetId: 'own-mp4', out: out('locked.mp4') }, told))
      .rejects
      .toSatisfy(says(/locked.*--no-sign/))
    keychain.entries.clear()
    keychain.says(null)
    await expect(runDeliver(ports, { ...order, presetId: 'own-mp4', out: out('lost.mp4') }, told))
      .rejects
      .toSatisfy(says(/not in the keychain/))
    expect((await readdir(home)).filter(name => /locked|lost|none/.test(name))).toEqual([])
  }
  finally {
    keychain.says(null)
    studio = await openStudio(ports)
  }
})
