/** Uploads in slices: joined in order, in bounded memory, and never taken for whole when a part is missing. */
import type { FileReceiver, ReceiveAnswer } from '../../src-main/hosts/receive-file.ts'
import type { Studio } from '../../src-main/studio/ports.ts'
import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { Fault } from '#contract/faults.ts'
import { systemClock } from '../../src-main/base/clock.ts'
import { createLog } from '../../src-main/base/log.ts'
import { createFileReceiver } from '../../src-main/hosts/receive-file.ts'
import { createFakeStudio } from '../kit/fake-studio.ts'

const four = new Uint8Array(4)

function open(studio: Studio = createFakeStudio()) {
  const logged: string[] = []
  const receiver = createFileReceiver({ studio, log: createLog({ write: line => void logged.push(line), clock: systemClock }) })
  return { receiver, logged }
}

function sendNamed(receiver: FileReceiver, name: string | null): Promise<ReceiveAnswer> {
  const bytes = new Blob([four]).stream()
  return receiver.receive({ header: header => header === 'x-file-name' ? name : null, bytes, isGone: () => false })
}

type Slice = { readonly bytes: Uint8Array<ArrayBuffer> } & Partial<Record<'range' | 'upload', string>>

function send(receiver: FileReceiver, { bytes, range, upload }: Slice): Promise<ReceiveAnswer> {
  const headers: Record<string, string | undefined> = { 'x-file-name': 'rain.wav', 'content-range': range, 'x-upload': upload }
  return receiver.receive({ header: name => headers[name] ?? null, bytes: new Blob([bytes]).stream(), isGone: () => false })
}

const uploadOf = ({ body }: ReceiveAnswer): string => (body as { upload: string }).upload // The shape of a 202.

const first: Slice = { bytes: four, range: 'bytes 0-3/12' }

describe('a file in slices', () => {
  it('arrives as it was, however it is cut', async () => {
    const anySlices = fc.array(fc.uint8Array({ minLength: 1, maxLength: 300 }), { minLength: 1, maxLength: 8 })
    await fc.assert(fc.asyncProperty(anySlices, async (slices) => {
      const studio = createFakeStudio()
      const { receiver } = open(studio)
      const whole = Buffer.concat(slices)
      let start = 0
      let answer: ReceiveAnswer | null = null
      for (const slice of slices) {
        expect(answer?.status ?? 202).toBe(202)
        answer = await send(receiver, {
          bytes: new Uint8Array(slice),
          range: `bytes ${start}-${start + slice.byteLength - 1}/${whole.byteLength}`,
          ...(answer && { upload: uploadOf(answer) }),
        })
        start += slice.byteLength
      }
      expect(answer).toMatchObject({ status: 200, body: { ticket: expect.any(String) } })
      expect(studio.received).toEqual([{ name: 'rain.wav', bytes: whole, sizeBytes: whole.byteLength }])
    }), { numRuns: 50 })
  })

  it.each<[string, Slice[], number]>([
    ['a slice is missing', [first, { bytes: four, range: 'bytes 8-11/12' }], 409],
    ['a slice comes twice', [first, first], 400],
    ['its size changes', [first, { bytes: four, range: 'bytes 4-7/9' }], 409],
    ['a slice breaks off', [{ bytes: new Uint8Array(3), range: 'bytes 0-3/8' }], 400],
    ['a slice is longer than it says', [{ bytes: new Uint8Array(9), range: 'bytes 0-3/8' }], 400],
    ['the upload is not known', [{ bytes: four, range: 'bytes 4-7/8', upload: 'never-begun' }], 404],
    ['its place is nonsense', [{ bytes: four, range: 'bytes 3-0/8' }], 400],
    ['its place has no end', [{ bytes: four, range: 'bytes 0-*/8' }], 400],
  ])('is no file when %s', async (_, slices, status) => {
    const studio = createFakeStudio()
    const { receiver, logged } = open(studio)
    let last: ReceiveAnswer | null = null
    for (const slice of slices)
      last = await send(receiver, { ...(last && { upload: uploadOf(last) }), ...slice })
    expect(last).toEqual({ status, body: { code: 'disconnected', data: {} } })
    await new Promise(setImmediate)
    expect([studio.received, logged]).toEqual([[], []])
  })

  it('is given up when the page sends no more of it', async () => {
    vi.useFakeTimers()
    try {
      const ended = Promise.withResolvers<unknown>()
      const { receiver, logged } = open({ ...createFakeStudio(), async receiveFile(_, bytes) {
        try {
          return await new Response(bytes as ReadableStream).bytes() as never
        }
        catch (thrown) {
          ended.resolve(thrown)
          throw thrown
        }
      } })
      const upload = uploadOf(await send(receiver, { bytes: four, range: 'bytes 0-3/8' }))
      await vi.advanceTimersByTimeAsync(60_000)
      expect(await ended.promise).toMatchObject({ message: 'The rest of the file never came' })
      expect(await send(receiver, { bytes: four, range: 'bytes 4-7/8', upload })).toMatchObject({ status: 404 })
      expect(logged).toEqual([])
    }
    finally {
      vi.useRealTimers()
    }
  })

  it('that the studio refuses is refused in the middle of it', async () => {
    const studio = createFakeStudio()
    const { receiver } = open(studio)
    const upload = uploadOf(await send(receiver, { bytes: four, range: 'bytes 0-3/12' }))
    studio.refuseFilesWith(new Fault('disk-full', { neededBytes: 12, freeBytes: 1 }))
    const answers = [
      await send(receiver, { bytes: four, range: 'bytes 4-7/12', upload }),
      await send(receiver, { bytes: four, range: 'bytes 8-11/12', upload }),
    ]
    expect(answers.find(({ status }) => status !== 202)).toEqual({
      status: 507,
      body: { code: 'disk-full', data: { neededBytes: 12, freeBytes: 1 } },
    })
  })
})

describe('the name of a file', () => {
  it.each([
    ['aux.wav', 'aux.wav'],
    ['con.png', 'con.png'],
    ['com1.take3.wav', 'com1.take3.wav'],
    ['kick\\snare.wav', 'kick_snare.wav'],
    ['kick/snare.wav', 'kick_snare.wav'],
    ['../../.ssh/keys.wav', '.._.._.ssh_keys.wav'],
    ['line\nbreak\r\n.wav', 'line break  .wav'],
    ['nul\0.wav', 'nul .wav'],
    ['...', '...'],
    [' ', ' '],
    ['音 (1).wav', '音 (1).wav'],
    [`${'n'.repeat(400)}.wav`, `${'n'.repeat(400)}.wav`],
  ])('that a system allows comes in: %j', async (name, received) => {
    const studio = createFakeStudio()
    const { receiver } = open(studio)
    expect(await sendNamed(receiver, encodeURIComponent(name))).toMatchObject({ status: 200 })
    expect(studio.received.map(file => file.name)).toEqual([received])
  })

  it.each([[null], [''], ['%E0%A4%A'], ['100%']])('that our page never sends is refused: %j', async (encoded) => {
    const { receiver } = open()
    expect(await sendNamed(receiver, encoded)).toMatchObject({
      status: 400,
      body: { code: 'unsupported-file', data: { name: encoded ?? '' } },
    })
  })
})
