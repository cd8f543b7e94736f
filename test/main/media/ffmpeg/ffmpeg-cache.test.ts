/**
 * The features of an ffmpeg are read once and cached on disk, until the program or the cache file changes.
 *
 * @module-tag wide
 */
import { chmod, cp, mkdir, readdir, readFile, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createFfmpegCache } from '../../../../src-main/media/ffmpeg/ffmpeg-cache.ts'
import { createFfmpegFinder } from '../../../../src-main/media/ffmpeg/ffmpeg.ts'
import { makeFolder } from '../../../kit/folder.ts'

interface Place {
  readonly folder: string
  readonly program: string
  readonly cachePath: string
  /** Finds the program as a new process would. */
  find: (path?: string) => ReturnType<ReturnType<typeof createFfmpegFinder>['find']>
  /** How often the program was started so far. */
  asked: () => Promise<number>
  /** Replaces the program. */
  install: (version: string) => Promise<void>
  nowMs: number
}

async function openPlace(): Promise<Place> {
  const folder = await makeFolder()
  const program = join(folder, 'ffmpeg')
  const counter = join(folder, 'asked')
  const place: Place = {
    folder,
    program,
    cachePath: join(folder, 'cache', 'deeper', 'ffmpeg.json'),
    nowMs: 1_000_000,
    find: (path = program) =>
      createFfmpegFinder({ cache: createFfmpegCache(place.cachePath, () => place.nowMs) }).find({ env: { FFMPEG_BIN: path } }),
    asked: async () => (await readFile(counter, 'utf8').catch(() => '')).length,
    async install(version) {
      await writeFile(program, `#!/bin/sh
printf x >> '${counter}'
case "$1" in
  -version) echo 'ffmpeg version ${version} Copyright';;
  -encoders) echo ' A....D aac                  AAC (Advanced Audio Coding)';;
  -filters) echo ' T.C scale             V->V       Scale the input video size.';;
esac
`)
      await chmod(program, 0o755)
    },
  }
  await place.install('7.1')
  return place
}

describe('an ffmpeg whose features are cached', () => {
  it('is not asked again by the next process', async () => {
    const place = await openPlace()
    const first = await place.find()
    expect(await place.asked()).toBe(3)
    const second = await place.find()
    expect(await place.asked()).toBe(3)
    expect(second).toMatchObject({ path: place.program, version: '7.1', encoders: new Set(['aac']), filters: new Set(['scale']) })
    expect([first?.version, first?.encoders, first?.filters]).toEqual([second?.version, second?.encoders, second?.filters])
    await second?.run([])
    expect(await place.asked()).toBe(4)
  })

  it('is the same program under another name, and is run by the name under which it was found', async () => {
    const place = await openPlace()
    await place.find()
    await mkdir(join(place.folder, 'bin'))
    const link = join(place.folder, 'bin', 'ffmpeg')
    await symlink(place.program, link)
    expect(await place.find(link)).toMatchObject({ path: link, version: '7.1' })
    expect(await place.asked()).toBe(3)
  })

  it('is asked again after it was replaced, even by one of the same size or date', async () => {
    const place = await openPlace()
    await utimes(place.program, 1000, 1000)
    await place.find()
    await place.install('8.0')
    await utimes(place.program, 2000, 2000)
    expect((await place.find())?.version).toBe('8.0')
    await place.install('8.0.1')
    await utimes(place.program, 2000, 2000)
    expect((await place.find())?.version).toBe('8.0.1')
    // The old entry was removed with the old program.
    expect(JSON.parse(await readFile(place.cachePath, 'utf8'))).toMatchObject({ programs: [{ version: '8.0.1' }] })
  })

  it('is asked again after a day, and when the clock was set back', async () => {
    const place = await openPlace()
    await place.find()
    place.nowMs += 24 * 3_600_000 - 1
    await place.find()
    expect(await place.asked()).toBe(3)
    place.nowMs += 1
    await place.find()
    expect(await place.asked()).toBe(6)
    place.nowMs -= 1
    await place.find()
    expect(await place.asked()).toBe(9)
  })
})

describe('the cache file', () => {
  it.each([
    ['empty', ''],
    ['invalid JSON', '{"format":1,"programs":[{"realPa'],
    ['other JSON', '["ffmpeg"]'],
    ['of another format', '{"format":2,"programs":[]}'],
    ['of another shape', '{"format":1,"programs":[{"realPath":1}]}'],
  ])('that is %s is ignored and written again', async (_, text) => {
    const place = await openPlace()
    await place.find()
    await writeFile(place.cachePath, text)
    expect((await place.find())?.version).toBe('7.1')
    expect(await place.asked()).toBe(6)
    await place.find()
    expect(await place.asked()).toBe(6)
    expect(await readdir(join(place.cachePath, '..'))).toEqual(['ffmpeg.json'])
  })

  it('that cannot be written only means that the program is asked again', async () => {
    const place = await openPlace()
    await writeFile(join(place.folder, 'cache'), 'a file where the folder should be')
    expect((await place.find())?.version).toBe('7.1')
    expect((await place.find())?.version).toBe('7.1')
    expect(await place.asked()).toBe(6)
  })

  it('holds several programs, except wrappers and programs other than ffmpeg', async () => {
    const place = await openPlace()
    await place.find()
    await mkdir(join(place.folder, 'other'))
    const other = join(place.folder, 'other', 'ffmpeg')
    await cp(place.program, other)
    await place.find(other)
    const launcher = join(place.folder, 'snap')
    await cp(place.program, launcher)
    await place.find(launcher)
    const broken = join(place.folder, 'ffmpeg-broken')
    await writeFile(broken, '#!/bin/sh\necho hello\n')
    await chmod(broken, 0o755)
    await place.find(broken)
    // Read without a schema: the finder has just written it.
    const { programs } = JSON.parse(await readFile(place.cachePath, 'utf8')) as { programs: { realPath: string }[] }
    expect(programs.map(program => program.realPath).filter(path => path.startsWith(place.folder))).toEqual([other, place.program])
  })
})
