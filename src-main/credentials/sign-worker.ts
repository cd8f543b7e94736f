/** The worker thread that signs one file and reads it back: separate, as it computes for seconds and needs a global of browsers. */
import type { FromSignWorker, SignWork } from './sign-work.ts'
import { Blob } from 'node:buffer'
import { closeSync, fsyncSync, openSync, readFileSync, readSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import { initSync, WasmBuilder, WasmReader } from '@contentauth/c2pa-wasm'

/** A part of a file that is read when it is needed, so that a film is not read into memory to be signed. */
class FileBlob extends Blob {
  readonly #file: number
  readonly #from: number
  readonly #to: number

  constructor(file: number, from: number, to: number) {
    super([])
    this.#file = file
    this.#from = from
    this.#to = to
  }

  /** A getter of `Blob`, which its types call a property. */
  static {
    Object.defineProperty(FileBlob.prototype, 'size', {
      get(this: FileBlob): number {
        return this.#to - this.#from
      },
    })
  }

  override slice(from = 0, to = this.size): FileBlob {
    const at = (offset: number): number => Math.min(this.#to, this.#from + Math.max(0, offset))
    return new FileBlob(this.#file, at(from), at(to))
  }

  readSync(): ArrayBuffer {
    const bytes = new Uint8Array(this.size)
    for (let read = 0; read < bytes.length;) {
      const more = readSync(this.#file, bytes, read, bytes.length - read, this.#from + read)
      if (more === 0)
        throw new Error('The file was truncated while it was read')
      read += more
    }
    return bytes.buffer
  }
}

// The package reads a Blob by this, which only the workers of browsers have.
Object.assign(globalThis, {
  FileReaderSync: class {
    readAsArrayBuffer(blob: FileBlob): ArrayBuffer {
      return blob.readSync()
    }
  },
})
initSync({ module: readFileSync(createRequire(import.meta.url).resolve('@contentauth/c2pa-wasm/c2pa.wasm')) })

const port = parentPort
/** Nothing is fetched: neither manifests nor answers about revocation. */
const settings = JSON.stringify({
  verify: { verify_after_sign: false, remote_manifest_fetch: false, ocsp_fetch: false, verify_trust: true },
})

function say(message: FromSignWorker): void {
  port?.postMessage(message)
}

async function withFile<T>(path: string, use: (blob: Blob) => Promise<T>): Promise<T> {
  const file = openSync(path, 'r')
  try {
    return await use(new FileBlob(file, 0, statSync(path).size))
  }
  finally {
    closeSync(file)
  }
}

/** What the main thread makes of the claim: the key is there. */
function signatureOf(claim: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve) => {
    port?.once('message', resolve)
    say({ is: 'claim', claim })
  })
}

async function sign({ path, signedPath, mime, manifest, signatureBytes, algorithm }: SignWork): Promise<void> {
  const builder = WasmBuilder.fromJson(JSON.stringify(manifest), settings)
  const signer = { sign: signatureOf, reserveSize: signatureBytes, alg: algorithm }
  const signed = await withFile(path, blob => builder.sign(signer, [], mime, blob))
  const file = openSync(signedPath, 'w', 0o600)
  try {
    writeFileSync(file, signed)
    fsyncSync(file)
  }
  finally {
    closeSync(file)
  }
}

async function readBack({ signedPath, mime }: SignWork): Promise<unknown> {
  return withFile(signedPath, async blob => JSON.parse((await WasmReader.fromBlob(mime, blob, settings)).json()) as unknown)
}

async function run(work: SignWork): Promise<void> {
  try {
    await sign(work)
    say({ is: 'read', store: await readBack(work) })
  }
  catch (error) {
    rmSync(work.signedPath, { force: true })
    say({ is: 'failed', said: error instanceof Error ? error.message : String(error) })
  }
}

void run(workerData as SignWork)
