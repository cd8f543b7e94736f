/**
 * Videos: job states by the clock, and results with real movement.
 *
 * @module-tag wide
 */
import type { Asking } from './asking.ts'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sizeOf, usualPixels } from '../../../src-main/practice/shot.ts'
import { createTestClock } from '../../kit/clock.ts'
import { needFfmpeg } from '../../kit/ffmpeg.ts'
import { makeFolder } from '../../kit/folder.ts'
import { askPractice, blob, bytesOf, detailOf, generate, still } from './asking.ts'

const model = 'wan2p2-i2v-14b-turbo'
const quick = { pendingMs: 0, processingMs: 0 }

async function submit({ form }: Asking, fields: Record<string, string | Blob> = {}): Promise<string> {
  const response = await form(generate, { model, prompt: 'zoom in', image: await still(), frame_num: '4', ...fields })
  expect(response.status).toBe(200)
  const body: unknown = await response.json()
  expect(body).toEqual({
    task_id: expect.stringMatching(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/) as string,
    task_status: 'pending',
  })
  return Reflect.get(body as object, 'task_id') as string
}

const statusPath = (id: string) => `${generate}/status?jobId=${id}&model=${model}`
const resultPath = (id: string) => `${generate}/result?jobId=${id}&model=${model}`

async function statusOf({ ask }: Asking, id: string) {
  return await (await ask(statusPath(id))).json() as {
    status: string
    start_time: string | null
    end_time: string | null
    error: string | null
  }
}

async function finished(asking: Asking, id: string): Promise<void> {
  await expect.poll(async () => (await statusOf(asking, id)).status).toMatch(/completed|failed/)
}

async function film(asking: Asking, id: string): Promise<Buffer> {
  await finished(asking, id)
  return bytesOf(await asking.ask(resultPath(id)))
}

/** A hash of every frame, and what ffmpeg reports about the stream. */
async function framesOf(bytes: Buffer): Promise<{ hashes: readonly string[], said: string }> {
  const ffmpeg = await needFfmpeg()
  const folder = await makeFolder()
  await writeFile(join(folder, 'film.mp4'), bytes)
  const { stdout, stderr } = await ffmpeg.run(['-i', 'film.mp4', '-f', 'framemd5', 'pipe:1'], { cwd: folder })
  return {
    hashes: stdout.toString().split('\n').filter(line => /^\d/.test(line)).map(line => line.split(',').at(-1)?.trim() ?? ''),
    said: stderr,
  }
}

describe('a video job', () => {
  it('is pending, then processing, then completed, with the times of each', async () => {
    const clock = createTestClock(Date.UTC(2030, 0, 1))
    const asking = await askPractice({ clock, shotTimes: { pendingMs: 500, processingMs: 2000 } })
    const id = await submit(asking)
    expect(await statusOf(asking, id)).toEqual({ task_id: id, status: 'pending', start_time: null, end_time: null, error: null })
    await clock.advance(500)
    expect(await statusOf(asking, id)).toMatchObject({ status: 'processing', start_time: '2030-01-01T00:00:00.500Z', end_time: null })
    await clock.advance(1999)
    expect(await statusOf(asking, id)).toMatchObject({ status: 'processing' })
    const early = await asking.ask(resultPath(id))
    expect([early.status, await detailOf(early)]).toEqual([409, `Job ${id} is not completed: processing`])
    await clock.advance(1)
    await finished(asking, id)
    const done = await statusOf(asking, id)
    expect(done).toMatchObject({ status: 'completed', start_time: '2030-01-01T00:00:00.500Z', error: null })
    expect(Date.parse(done.end_time ?? '')).toBeGreaterThanOrEqual(Date.UTC(2030, 0, 1, 0, 0, 2, 500))
  })

  it('is found by its own id and model only', async () => {
    const asking = await askPractice({ shotTimes: quick })
    const id = await submit(asking)
    for (const kind of ['status', 'result']) {
      expect((await asking.ask(`${generate}/${kind}?jobId=${id}&model=another`)).status).toBe(404)
      expect((await asking.ask(`${generate}/${kind}?jobId=unknown&model=${model}`)).status).toBe(404)
      const nameless = await asking.ask(`${generate}/${kind}?jobId=${id}`)
      expect([nameless.status, await detailOf(nameless)]).toEqual([400, 'model: Field required'])
      expect((await asking.ask(`${generate}/${kind}?model=${model}`)).status).toBe(400)
    }
  })

  it('is five seconds of H.264 with the index at the front, no sound, and constant movement', async () => {
    const asking = await askPractice({ shotTimes: quick, shotPixels: usualPixels })
    const bytes = await film(asking, await submit(asking, { image: await still(320, 180), frame_num: '81' }))
    expect(bytes.toString('latin1', 4, 8)).toBe('ftyp')
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
    const { hashes, said } = await framesOf(bytes)
    expect(said).toMatch(/Video: h264 .*yuv420p.*, 848x480.*16 fps/)
    expect(said).not.toContain('Audio:')
    expect(hashes).toHaveLength(81)
    expect(new Set(hashes).size).toBeGreaterThan(70)
  })

  it('moves as the prompt says, and the same request moves the same way', async () => {
    const asking = await askPractice({ shotTimes: quick })
    const make = async (fields: Record<string, string>) => (await framesOf(await film(asking, await submit(asking, fields)))).hashes
    const [left, right, out] = [
      await make({ prompt: 'pan left', seed: '1' }),
      await make({ prompt: 'pan right', seed: '1' }),
      await make({ prompt: 'zoom out', seed: '1' }),
    ]
    expect(left[0]).not.toBe(right[0])
    expect(new Set([left.join(), right.join(), out.join()]).size).toBe(3)
    expect(await make({ prompt: 'pan left', seed: '1' })).toEqual(left)
    expect(await make({ prompt: 'wind in the grass', seed: '1' })).not.toEqual(await make({ prompt: 'wind in the grass', seed: '2' }))
  })

  it('has the aspect ratio of its still at about 480 lines, in even numbers', () => {
    for (const [width, height] of [[1920, 1080], [1080, 1920], [1024, 1024], [100, 2000], [3, 2]] as const) {
      const size = sizeOf({ width, height }, usualPixels)
      expect(size.width % 16 + size.height % 16).toBe(0)
      expect(size.width * size.height / (832 * 480)).toBeGreaterThan(0.9)
      expect(size.width * size.height / (832 * 480)).toBeLessThan(1.1)
    }
    expect(sizeOf({ width: 832, height: 480 }, usualPixels)).toEqual({ width: 832, height: 480 })
  })

  it('accepts a URL, too', async () => {
    const asking = await askPractice({ shotTimes: quick })
    const response = await asking.form(generate, {
      model,
      prompt: 'zoom',
      image_url: 'https://example.org/a.jpg',
      infer_steps: '5',
      seed: '7',
      frame_num: 2,
    })
    const { task_id: id } = await response.json() as { task_id: string }
    expect((await framesOf(await film(asking, id))).hashes).toHaveLength(2)
    expect(asking.practice.ledger()[0]).toMatchObject({ id, kind: 'video', values: { infer_steps: 5, seed: 7 }, charged: true })
  })

  it('that fails reports why, and is not charged', async () => {
    const asking = await askPractice({ shotTimes: quick, credits: 100 })
    asking.practice.faults.set({ do: 'job-fails', error: 'CUDA out of memory', times: 1 })
    const id = await submit(asking)
    await finished(asking, id)
    expect(await statusOf(asking, id)).toMatchObject({
      status: 'failed',
      error: 'CUDA out of memory',
      end_time: expect.any(String) as string,
    })
    expect((await asking.ask(resultPath(id))).status).toBe(409)
    expect(asking.practice.ledger()[0]?.charged).toBe(false)
    expect((await asking.ask('/api/v1/models')).headers.get('x-credits-remaining')).toBe('100')

    const broken = await submit(asking, { image: blob(Buffer.from('\x89PNG and then nothing', 'latin1')) })
    await finished(asking, broken)
    expect(await statusOf(asking, broken)).toMatchObject({ status: 'failed', error: expect.stringContaining('Could not decode') as string })
  })

  it('is refused with a clear message without ffmpeg, and made once there is one', async () => {
    let isThere = false
    const { form, practice } = await askPractice({ ffmpeg: async () => isThere ? needFfmpeg() : null })
    const request = { model, prompt: 'zoom', image: await still() }
    const response = await form(generate, request)
    expect([response.status, await detailOf(response)]).toEqual([503, expect.stringContaining('ffmpeg')])
    expect(practice.ledger()).toEqual([])
    isThere = true
    expect((await form(generate, request)).status).toBe(200)
    expect(practice.ledger()).toHaveLength(1)
  })

  it('does not prevent the service from closing while it runs', async () => {
    const asking = await askPractice()
    await submit(asking, { frame_num: '161', image: await still(640, 480) })
    await asking.practice.close()
  })
})

describe('a video', () => {
  it('can be downloaded in parts that join to the whole', async () => {
    const asking = await askPractice({ shotTimes: quick })
    const id = await submit(asking)
    const whole = await film(asking, id)
    const size = whole.length
    const head = await asking.ask(resultPath(id))
    await head.arrayBuffer()
    const etag = head.headers.get('etag') ?? ''
    expect([head.headers.get('content-type'), head.headers.get('content-length'), head.headers.get('accept-ranges')]).toEqual([
      'video/mp4',
      String(size),
      'bytes',
    ])
    const part = async (range: string, more: Record<string, string> = {}) => {
      const response = await asking.ask(resultPath(id), { headers: { range, ...more } })
      return { status: response.status, range: response.headers.get('content-range'), bytes: await bytesOf(response) }
    }
    const [first, rest] = [await part('bytes=0-999'), await part('bytes=1000-', { 'if-range': etag })]
    expect([first.status, first.range, rest.status, rest.range]).toEqual([
      206,
      `bytes 0-999/${size}`,
      206,
      `bytes 1000-${size - 1}/${size}`,
    ])
    expect(Buffer.concat([first.bytes, rest.bytes]).equals(whole)).toBe(true)
    expect((await part('bytes=-10')).bytes.equals(whole.subarray(-10))).toBe(true)
    expect((await part(`bytes=10-${size * 2}`)).range).toBe(`bytes 10-${size - 1}/${size}`)
    for (const [range, more] of [
      ['bytes=0-9', { 'if-range': '"another"' }],
      ['bytes=0-1,5-6', {}],
      ['bytes=9-1', {}],
      ['lines=1-2', {}],
    ] as const)
      expect(await part(range, more)).toMatchObject({ status: 200, range: null })
    expect(await part(`bytes=${size}-`)).toMatchObject({ status: 416, range: `bytes */${size}` })
    expect((await part('bytes=-0')).status).toBe(416)
  })
})
