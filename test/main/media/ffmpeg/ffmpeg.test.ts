/**
 * Finding an ffmpeg in the documented order, and running it so that it can always be stopped.
 *
 * @module-tag wide
 */
import type { FfmpegPlaces } from '../../../../src-main/media/ffmpeg/ffmpeg-places.ts'
import type { MediaKit } from '../../../kit/media.ts'
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { alwaysArgs, createFfmpegFinder, FfmpegError, inBackground } from '../../../../src-main/media/ffmpeg/ffmpeg.ts'
import { hangMs } from '../../../kit/hang.ts'
import { openMediaKit } from '../../../kit/media.ts'

let kit: MediaKit
beforeAll(async () => {
  kit = await openMediaKit()
})
afterAll(() => kit.close())

async function link(folder: string): Promise<string> {
  await mkdir(kit.file(folder), { recursive: true })
  const path = join(kit.file(folder), process.platform === 'win32' ? 'ffmpeg.exe' : 'ffmpeg')
  await symlink(kit.ffmpeg.path, path)
  return path
}

const findFfmpeg = (places: FfmpegPlaces) => createFfmpegFinder().find(places)

describe('finding', () => {
  it('tries the environment first, a file or its folder, then the packaged program, then PATH', async () => {
    const [variable, packaged, onPath] = await Promise.all(['b', 'c', 'd'].map(link))
    const [PATH, resourcesPath] = [kit.file('d'), kit.file('c')]
    expect((await findFfmpeg({ env: { FFMPEG_BIN: variable, PATH }, resourcesPath }))?.path).toBe(variable)
    expect((await findFfmpeg({ env: { FFMPEG_BIN: kit.file('b'), PATH }, resourcesPath }))?.path).toBe(variable)
    expect((await findFfmpeg({ env: { PATH }, resourcesPath }))?.path).toBe(packaged)
    const fromPath = await findFfmpeg({ env: { PATH: kit.file('d') } })
    // The optional package comes before PATH where it is installed. It names the one of `FFMPEG_BIN` in the place of its own.
    expect([onPath, process.env.FFMPEG_BIN ?? expect.stringContaining('ffmpeg-static')]).toContainEqual(fromPath?.path)
  })

  it('skips what is missing, cannot be started, or is not ffmpeg', async () => {
    await writeFile(kit.file('plain'), 'no program')
    await writeFile(kit.file('other'), '#!/bin/sh\necho hello\n')
    await chmod(kit.file('other'), 0o755)
    const good = await link('e')
    for (const ffmpegBin of [kit.file('missing'), kit.file('plain'), kit.file('other'), kit.folder])
      expect((await findFfmpeg({ env: { FFMPEG_BIN: ffmpegBin }, resourcesPath: kit.file('e') }))?.path).toBe(good)
  })

  it('passes over one that is older than 5.1, tells which, and takes builds between releases', async () => {
    const saying = async (version: string): Promise<string> => {
      const path = kit.file(`says-${version}`)
      await writeFile(path, `#!/bin/sh\necho "ffmpeg version ${version} Copyright"\n`)
      await chmod(path, 0o755)
      return path
    }
    await link('f')
    const placesOf = async (version: string): Promise<FfmpegPlaces> =>
      ({ env: { FFMPEG_BIN: await saying(version) }, resourcesPath: kit.file('f') })
    const taken = async (version: string): Promise<boolean> => (await findFfmpeg(await placesOf(version)))?.version === version
    for (const old of ['4.4.2-0ubuntu0.22.04.1', '4.3.7-0+deb11u1', 'n5.0.3', '3.4'])
      expect(await taken(old), old).toBe(false)
    for (const young of ['5.1.9-0+deb12u1', 'n6.1.1', '10.0', 'N-118193-g5f38c82536'])
      expect(await taken(young), young).toBe(true)
    const finder = createFfmpegFinder()
    expect(await finder.findTooOld(await placesOf('4.4.2'))).toMatchObject({ version: '4.4.2', path: kit.file('says-4.4.2') })
    expect(await finder.findTooOld(await placesOf('10.0'))).toBeNull()
  })

  it('reads the features, and asks the same program only once', async () => {
    const finder = createFfmpegFinder()
    const found = await finder.find()
    expect(found?.version).toMatch(/\d/)
    expect([
      found?.encoders.has('aac'),
      found?.filters.has('scale'),
      found?.filters.has('ebur128'),
      found?.encoders.has('='),
    ]).toEqual([true, true, true, false])
    expect(await finder.find()).toBe(found)
  })
})

describe('running', () => {
  it('hands no key of the environment on to the program', async () => {
    const folder = kit.file('telling')
    await mkdir(folder)
    const path = join(folder, 'ffmpeg')
    await writeFile(path, '#!/bin/sh\nif [ "$1" = -version ]; then echo "ffmpeg version 7.1"; else env; fi\n')
    await chmod(path, 0o755)
    vi.stubEnv('TAKEROOM_API_KEY', 'never-hand-this-on')
    try {
      const said = await (await findFfmpeg({ env: { FFMPEG_BIN: path } }))?.run([])
      expect(said?.stdout.toString()).toContain('PATH=')
      expect(said?.stdout.toString()).not.toContain('never-hand-this-on')
    }
    finally {
      vi.unstubAllEnvs()
    }
  })

  it('steps back behind all other work in the background, and only there', async () => {
    const folder = kit.file('polite')
    await mkdir(folder)
    const path = join(folder, 'ffmpeg')
    const untilLow = `if [ "$${alwaysArgs.length + 1}" = wait ]; then until [ "$(nice)" = 10 ]; do :; done; fi; nice`
    await writeFile(path, `#!/bin/sh\nif [ "$1" = -version ]; then echo "ffmpeg version 7.1"; else ${untilLow}; fi\n`)
    await chmod(path, 0o755)
    const found = await findFfmpeg({ env: { FFMPEG_BIN: path } })
    if (!found)
      throw new Error('It was not found')
    const before = (await found.run([])).stdout.toString()
    expect(before.trim()).not.toBe('10')
    const { stdout } = await inBackground(found).run(['wait'], { signal: AbortSignal.timeout(hangMs) })
    expect(stdout.toString().trim()).toBe('10')
  })

  it.each(['-vf', '-filter_complex'])('draws the same picture whatever the number of processors (%s)', async (option) => {
    const shot = await kit.clip('shot.mp4', { seconds: 1, width: 640, height: 360 })
    const drawnWith = async (threads: readonly string[]): Promise<string> => {
      const filters = 'scale=320:180:in_color_matrix=bt601:out_color_matrix=bt709:out_range=tv'
      return (await kit.ffmpeg.run([...threads, '-i', shot, option, filters, '-f', 'md5', '-'])).stdout.toString()
    }
    const one = await drawnWith(['-filter_threads', '1', '-filter_complex_threads', '1'])
    expect(one).toMatch(/^MD5=/)
    expect(await drawnWith([])).toBe(one)
  })

  it('reports media time as it advances', async () => {
    const told: number[] = []
    await kit.ffmpeg.run(['-f', 'lavfi', '-i', 'sine=d=3', '-f', 'null', '-'], { onProgress: seconds => told.push(seconds) })
    expect(told.at(-1)).toBeCloseTo(3, 1)
  })

  it('pipes what it reads and writes', async () => {
    const input = Buffer.alloc(48_000 * 2, 7)
    const raw = ['-f', 's16le', '-ar', '48000', '-ac', '1']
    const copied = await kit.ffmpeg.run([...raw, '-i', 'pipe:0', ...raw, 'pipe:1'], { input })
    expect(copied.stdout.equals(input)).toBe(true)
    let bytes = 0
    const streamed = await kit.ffmpeg.run([...raw, '-i', 'pipe:0', ...raw, 'pipe:1'], {
      input,
      onStdout: chunk => void (bytes += chunk.length),
    })
    expect([bytes, streamed.stdout.length]).toEqual([input.length, 0])
  })

  it('reports why it failed', async () => {
    const failing = kit.ffmpeg.run(['-i', kit.file('not there.wav'), '-f', 'null', '-'])
    await expect(failing).rejects.toBeInstanceOf(FfmpegError)
    await expect(failing).rejects.toMatchObject({
      killed: false,
      exitCode: expect.any(Number),
      stderr: expect.stringMatching(/(?=[\s\S]*not there\.wav)[\s\S]*No such file/),
    })
  })

  it('ends when it is stopped, and rejects with the reason', async () => {
    const stop = new AbortController()
    const reason = new Error('enough')
    const running = kit.ffmpeg.run(['-re', '-f', 'lavfi', '-i', 'sine', '-f', 'null', '-'], {
      signal: stop.signal,
      onProgress: () => stop.abort(reason),
    })
    await expect(running).rejects.toBe(reason)
    await expect(kit.ffmpeg.run(['-version'], { signal: stop.signal })).rejects.toBe(reason)
  })
})
