/** The host's ports of a studio, for tests and benchmarks. */
import type { HostPorts } from '../../src-main/studio/ports.ts'
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
    mediaUrl: ref => ({ url: `test:${JSON.stringify(ref)}`, expiresAt: Date.now() + 60_000 }),
    pages: null,
    proxyFor: async () => null,
    reveal: null,
    chooseFolder: null,
    startDrag: null,
    tell: () => {},
    showProgress: () => {},
    stayAwake: () => {},
    isOnBattery: async () => false,
    ...more,
  }
}
