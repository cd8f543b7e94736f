/** Signs a picture of one pixel: what its certificate lacks is known before the first delivery. */
import type { SigningFiles } from './signing-files.ts'
import { Buffer } from 'node:buffer'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signFile, SigningError } from './sign-file.ts'
import { CertificateError } from './signing-files.ts'

const pixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64')
const sourceType = 'http://cv.iptc.org/newscodes/digitalsourcetype/digitalArt'
const mostMs = 60_000

/** @throws CertificateError not-valid, with what the reader of Content Credentials says */
export async function trySigning(files: SigningFiles): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'takeroom-sign-'))
  try {
    const path = join(folder, 'pixel.png')
    await writeFile(path, pixel)
    await signFile(path, { title: 'Trial', sourceType, mime: 'image/png', version: '0' }, files, { signal: AbortSignal.timeout(mostMs) })
  }
  catch (error) {
    if (error instanceof SigningError)
      throw new CertificateError('not-valid', error.message, { cause: error })
    throw error
  }
  finally {
    await rm(folder, { recursive: true, force: true })
  }
}
