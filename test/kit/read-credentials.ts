/** Reads the Content Credentials of a file with the reference implementation, from its bytes and apart from the studio. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { initSync, WasmReader } from '@contentauth/c2pa-wasm'
import { z } from 'zod'

const Store = z.object({
  active_manifest: z.string(),
  validation_state: z.enum(['Invalid', 'Valid', 'Trusted']),
  validation_status: z.array(z.object({ code: z.string() })).optional(),
  manifests: z.record(z.string(), z.unknown()),
})
export type CredentialsRead = z.infer<typeof Store>

let isReady = false

/** Rejects where the file has none. */
export async function readCredentials(path: string, mime: string): Promise<CredentialsRead> {
  if (!isReady)
    initSync({ module: await readFile(createRequire(import.meta.url).resolve('@contentauth/c2pa-wasm/c2pa.wasm')) })
  isReady = true
  const settings = JSON.stringify({ verify: { remote_manifest_fetch: false } })
  const reader = await WasmReader.fromBytes(mime, new Uint8Array(await readFile(path)), settings)
  return Store.parse(JSON.parse(reader.json()))
}
