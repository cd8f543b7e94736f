/** The host's ports of a studio, for tests and benchmarks. */
import type { HostPorts } from '../../src-main/studio/ports.ts'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createMemoryStore } from '../../src-main/secrets/memory-store.ts'
import { cacheFolder } from './ffmpeg.ts'

export function testPorts(folder: string, more: Partial<HostPorts> = {}): HostPorts {
  return {
    host: 'web',
    version: '0.0.0',
    folder,
    deliveriesFolder: join(folder, 'deliveries'),
    cacheFolder,
    resourcesPath: null,
    secrets: { store: createMemoryStore(), fallbackReason: null },
    mediaUrl: ref => ({ url: `test:${JSON.stringify(ref)}`, goodForMs: 60_000 }),
    pages: null,
    moveOn: null,
    proxyFor: async () => null,
    reveal: null,
    chooseFolder: null,
    async chooseFile(name) {
      const chosen = join(folder, 'deliveries', 'Chosen')
      await mkdir(chosen, { recursive: true })
      return join(chosen, name)
    },
    notices: null,
    startDrag: null,
    tell: () => {},
    showProgress: () => {},
    stayAwake: () => {},
    isOnBattery: async () => false,
    ...more,
  }
}
