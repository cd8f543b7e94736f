/** A fake studio for host tests: typed by the contract, with a switch for each behaviour that a host must pass on. */
import type { Fault } from '#contract/faults.ts'
import type { MediaRef, StudioStatus } from '#contract/studio.ts'
import type { ImportTicket } from '#contract/words.ts'
import type { Studio, StudioHandlers } from '../../src-main/studio/ports.ts'
import { Buffer } from 'node:buffer'
import { contract } from '#contract/index.ts'
import { createFeed } from '../../src-main/base/feed.ts'
import { newId } from '../../src-main/base/ids.ts'

export interface FakeStudio extends Studio {
  /** Procedures called so far, `room.verb`, in order. */
  readonly reached: string[]
  /** Replaces one procedure. */
  readonly answers: Map<string, (input: unknown, signal: AbortSignal) => unknown>
  readonly received: { name: string, bytes: Buffer, sizeBytes: number | null }[]
  readonly mediaAsked: { ref: MediaRef, range: string | null, method: string }[]
  publish: (status: StudioStatus) => void
  /** Thrown instead of receiving a file. */
  refuseFilesWith: (fault: Fault | null) => void
}

export const status: StudioStatus = {
  version: '0',
  host: 'web',
  node: '24',
  sqlite: '3',
  folder: '/somewhere',
  exposure: null,
  freeBytes: 1,
  disk: 'ok',
  libraryDamage: null,
  ledgerDamage: null,
  ledgerRecovery: null,
  secrets: { backend: 'memory', isPersistent: false, reason: '' },
  noticesFailure: null,
  backupFailure: null,
  ffmpeg: null,
  tooOldFfmpeg: null,
  ffmpegHint: '',
  practice: { isRunning: false, url: '' },
}

const media = Buffer.from('0123456789abcdef')

export function createFakeStudio(): FakeStudio {
  const reached: string[] = []
  const answers: FakeStudio['answers'] = new Map()
  const received: FakeStudio['received'] = []
  const mediaAsked: FakeStudio['mediaAsked'] = []
  const news = createFeed<StudioStatus>()
  let refusal: Fault | null = null
  answers.set('studio.folder', () => ({ folderId: '00000000-0000-4000-8000-0000000000ff' }))
  answers.set('studio.changes', (_, signal) => news.subscribe(() => status, signal))

  const handlers = Object.fromEntries(Object.entries(contract).map(([room, verbs]) => [
    room,
    Object.fromEntries(Object.keys(verbs).map((verb) => {
      const name = `${room}.${verb}`
      return [verb, (input: unknown, { signal }: { signal: AbortSignal }) => {
        reached.push(name)
        return answers.get(name)?.(input, signal) ?? Promise.resolve({})
      }]
    })),
  ])) as unknown as StudioHandlers // Built from the contract's keys; each test sets the answers it needs.

  return {
    handlers,
    reached,
    answers,
    received,
    mediaAsked,
    publish: news.publish,
    refuseFilesWith(fault) {
      refusal = fault
    },
    async openMedia(ref, { method, range }) {
      mediaAsked.push({ ref, range, method })
      const body = (bytes: Buffer): ReadableStream<Uint8Array> | null => method === 'HEAD'
        ? null
        : new Blob([new Uint8Array(bytes)]).stream()
      return range === 'bytes=2-5'
        ? {
            status: 206,
            headers: { 'Content-Type': 'audio/wav', 'Content-Range': 'bytes 2-5/16', 'Content-Length': '4' },
            body: body(media.subarray(2, 6)),
          }
        : { status: 200, headers: { 'Content-Type': 'audio/wav', 'Content-Length': '16' }, body: body(media) }
    },
    async receiveFile(name, bytes, sizeBytes) {
      const pieces: Uint8Array[] = []
      for await (const piece of bytes) {
        if (refusal)
          throw refusal
        pieces.push(piece)
      }
      received.push({ name, bytes: Buffer.concat(pieces), sizeBytes })
      return newId<ImportTicket>()
    },
    openFiles: () => {},
    underWay: () => new Set(),
    close: async () => news.close(),
  }
}
