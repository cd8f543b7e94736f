/** Downloads the files that an answer names, each on its own: those that are here are not fetched again. Free. */
import type { NamedMedium } from './references.ts'
import type { Connection, TransportContext } from './wire/transport.ts'
import { rm } from 'node:fs/promises'
import { found } from '#contract/found.ts'
import { fileExists, placeFile } from '../base/atomic-file.ts'
import { looksLikeText } from './answer-format.ts'
import { readHead, referencePath, referencesOf } from './references.ts'
import { ServiceError } from './service-error.ts'
import { download, fetchableUrls, firstThere } from './wire/download.ts'

export interface NamedFile { readonly address: string, readonly path: string }

export interface FetchedNamed {
  /** The first failure; null when every named file is here. */
  readonly error: ServiceError | null
  /** Something of the answer can be filed: a file that it names is here, or it contains one itself. */
  readonly isAnyHere: boolean
}

/** The named files that are not here yet. */
export async function missingFiles(partPath: string, medium: NamedMedium): Promise<readonly NamedFile[]> {
  const missing = []
  for (const [index, reference] of (await referencesOf(partPath, medium)).entries()) {
    const path = referencePath(partPath, index)
    if ('address' in reference && !await fileExists(path))
      missing.push({ address: reference.address, path })
  }
  return missing
}

export async function fetchNamed(
  transport: TransportContext,
  connection: Connection,
  partPath: string,
  medium: NamedMedium,
  signal: AbortSignal,
): Promise<FetchedNamed> {
  let error: ServiceError | null = null
  for (const file of await missingFiles(partPath, medium)) {
    try {
      await fetchOne(transport, connection, file, { medium, signal })
    }
    catch (reason) {
      if (!(reason instanceof ServiceError))
        throw reason
      error ??= reason
    }
  }
  const [all, missing] = [await referencesOf(partPath, medium), await missingFiles(partPath, medium)]
  return { error, isAnyHere: missing.length < all.length }
}

async function fetchOne(
  transport: TransportContext,
  connection: Connection,
  { address, path }: NamedFile,
  how: { readonly medium: NamedMedium, readonly signal: AbortSignal },
): Promise<void> {
  const arriving = `${path}.part`
  await firstThere(fetchableUrls(connection, address), async (url) => {
    await download(transport, connection, url, 'anything', { partPath: arriving, resume: null, ...how })
    // Gateways answer with a page or a message, also with 200. Whatever else comes is kept, and judged when it is filed.
    const head = await readHead(arriving)
    if (head.length === 0 || looksLikeText(head)) {
      await rm(arriving, { force: true })
      throw new ServiceError({ kind: 'undecodable', status: 200, said: found('text-result'), charged: 'no' })
    }
  })
  await placeFile(arriving, path)
}
