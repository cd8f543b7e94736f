/** Signs a finished file with Content Credentials (C2PA), and reads it back before it takes the file's place. */
import type { FromSignWorker, SignWork } from './sign-work.ts'
import type { SigningFiles } from './signing-files.ts'
import { existsSync } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { mostSignedBytes } from '#rules/deliver/credentials.ts'
import { childEnvironment } from '../base/child-environment.ts'
import { claimSignatureBytes, signClaim } from './cose.ts'

/** What the file says about itself. */
export interface Claim {
  readonly title: string
  /** https://cv.iptc.org/newscodes/digitalsourcetype/ */
  readonly sourceType: string
  readonly mime: string
  /** Of Takeroom. */
  readonly version: string
}

/** Why a file was not signed; the message says more. */
export class SigningError extends Error {
  override readonly name = 'SigningError'
  readonly because: 'too-large' | 'failed'

  constructor(because: 'too-large' | 'failed', said: string) {
    super(said)
    this.because = because
  }
}

/** As far as it is used; `trusted` is only said where a list of trusted authorities was given, which is not. */
const Store = z.object({
  validation_state: z.enum(['Invalid', 'Valid', 'Trusted']),
  validation_status: z.array(z.object({ code: z.string(), explanation: z.string().optional() })).optional(),
})
type CredentialsRead = z.infer<typeof Store>

// In a build the worker is an entry next to the hosts, while this code may be in chunks/; from source it is a file next to this one.
const places = ['./sign-worker.js', '../sign-worker.js', './sign-worker.ts'].map(place => new URL(place, import.meta.url))

/**
 * The file at `path` is replaced by the signed one in one move, after that was read back and found valid; when anything fails, it stays
 * as it is. Takes about four and a half times the file's size of memory, in a thread that ends with it.
 * @throws SigningError, `signal.reason`
 */
export async function signFile(
  path: string,
  { title, sourceType, mime, version }: Claim,
  files: SigningFiles,
  { signal, mostBytes = mostSignedBytes(totalmem()) }: { readonly signal: AbortSignal, readonly mostBytes?: number },
): Promise<void> {
  const { size } = await stat(path)
  if (size > mostBytes)
    throw new SigningError('too-large', `The file has ${megabytes(size)} MB, and at most ${megabytes(mostBytes)} MB can be signed`)
  const signedPath = `${path}.signed`
  const manifest = {
    claim_generator_info: [{ name: 'Takeroom', version }],
    title,
    format: mime,
    assertions: [{ label: 'c2pa.actions.v2', data: { actions: [{ action: 'c2pa.created', digitalSourceType: sourceType }] } }],
  }
  const signatureBytes = claimSignatureBytes(files)
  try {
    const store = await inWorker(
      { path, signedPath, mime, manifest, signatureBytes, algorithm: files.algorithm },
      { signal, signatureOf: claim => signClaim(claim, files) },
    )
    if (store.validation_state === 'Invalid')
      throw new SigningError('failed', `The signed file was read back and found invalid: ${problemsOf(store)}`)
    await rename(signedPath, path)
  }
  finally {
    await rm(signedPath, { force: true })
  }
}

/** Codes of C2PA 2.2 §15.2. That nobody here trusts an authority makes no file invalid. */
function problemsOf({ validation_status: found = [] }: CredentialsRead): string {
  return found.filter(({ code }) => code !== 'signingCredential.untrusted').map(({ code }) => code).join(', ')
}

function megabytes(bytes: number): number {
  return Math.ceil(bytes / 1e6)
}

interface Means {
  readonly signal: AbortSignal
  readonly signatureOf: (claim: Uint8Array) => Uint8Array
}

async function inWorker(work: SignWork, { signal, signatureOf }: Means): Promise<CredentialsRead> {
  signal.throwIfAborted()
  const file = places.find(place => existsSync(place))
  if (!file)
    throw new SigningError('failed', 'The signing module is missing from this build')
  // A thread of its own for each file: what it took of memory is given back only when it ends.
  const worker = new Worker(file, { name: 'sign', execArgv: [], env: childEnvironment(), workerData: work })
  const aborted = Promise.withResolvers<never>()
  const onAbort = (): void => aborted.reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([answerOf(worker, signatureOf), aborted.promise])
  }
  finally {
    signal.removeEventListener('abort', onAbort)
    await worker.removeAllListeners().terminate()
  }
}

function answerOf(worker: Worker, signatureOf: Means['signatureOf']): Promise<CredentialsRead> {
  return new Promise((resolve, reject) => {
    worker.on('message', (message: FromSignWorker) => {
      if (message.is === 'failed') {
        reject(new SigningError('failed', message.said))
      }
      else if (message.is === 'read') {
        const { data } = Store.safeParse(message.store)
        return data ? resolve(data) : reject(new SigningError('failed', 'The signed file differs from the expected one'))
      }
      else {
        try {
          worker.postMessage(signatureOf(message.claim))
        }
        catch {
          reject(new SigningError('failed', 'The key refused to sign'))
        }
      }
    })
    // Out of memory, say.
    worker.once('error', error => reject(new SigningError('failed', error instanceof Error ? error.message : String(error))))
    worker.once('exit', code => reject(new SigningError('failed', `The signing thread ended with code ${code}`)))
  })
}
