/**
 * `takeroom deliver`: a film from a studio that nobody watches.
 *
 * @module-tag all
 */
import type { ProjectId } from '#contract/words.ts'
import type { DeliverWords } from '../../../src-main/hosts/web/deliver-options.ts'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { presets } from '#rules/deliver/presets.ts'
import { deliver } from '../../../src-main/hosts/web/deliver.ts'
import { createOutput } from '../../../src-main/hosts/web/output.ts'
import { countFrames } from '../../../src-main/media/probe/probe-tracks.ts'
import { openStudio } from '../../../src-main/studio/open-studio.ts'
import { addFilm } from '../../kit/film-project.ts'
import { openMediaKit } from '../../kit/media.ts'
import { testPorts } from '../../kit/ports.ts'

const home = await mkdtemp(join(tmpdir(), 'takeroom-deliver-'))
const folder = join(home, 'studio')
const media = await openMediaKit()
const ports = testPorts(folder)
let lighthouse: ProjectId

beforeAll(async () => {
  const studio = await openStudio(ports)
  const captions = ['It\'s 5:00, "they" [said]\\', 'Émile, 灯塔 🎬']
  lighthouse = (await addFilm(studio, media, { project: 'The lighthouse', captions })).projectId
  await addFilm(studio, media, { project: 'Twice', shots: 1 })
  await addFilm(studio, media, { project: 'Twice', shots: 1 })
  await studio.close({ drainMs: 0 })
})
afterAll(async () => {
  await media.close()
  await rm(home, { recursive: true, force: true })
})

async function run(
  has: Partial<DeliverWords> | null,
  { isJson = true, signal = new AbortController().signal, onSaid = (): void => {} } = {},
) {
  let [out, err] = ['', '']
  const code = await deliver({
    lent: { ports },
    command: {
      name: 'deliver',
      folder,
      isJson,
      order: has && {
        ...{ project: 'The lighthouse', sequence: null, presetId: 'landscape-720', captionMode: null, range: null, replaces: false },
        ...{ into: { out: join(home, 'film.mp4') }, ...has },
      },
    },
    signal,
    stdout: createOutput({ write: text => out += text }),
    stderr: createOutput({
      write(text) {
        err += text
        if (text.startsWith('Delivering'))
          onSaid()
      },
    }),
  })
  return { code, out, err, said: isJson ? JSON.parse(out) as Record<string, unknown> : {} }
}

describe('takeroom deliver', () => {
  it('writes the film to the file that was named, with its captions next to it, as the screen would', async () => {
    const out = join(home, 'it\'s "my", [film] 50%: 灯塔 🎬.mp4')
    const { code, said, err } = await run({ project: 'the LIGHTHOUSE ', captionMode: 'sidecar', into: { out } })
    expect({ code, err }).toMatchObject({ code: 0, err: expect.stringContaining('100%') })
    const files = [{ role: 'video', path: out }, { role: 'captions' }]
    expect(said).toMatchObject({ durationSeconds: 24 / 25, width: 1280, height: 720, files })
    expect(await readFile(out.replace('.mp4', '.srt'), 'utf8')).toContain('It\'s 5:00, "they"')
    expect(await readdir(join(folder, 'work'))).toEqual([])

    const studio = await openStudio(ports)
    const [listed] = (await studio.parts.deliveries.changes(lighthouse)[Symbol.asyncIterator]().next()).value.changed
    await studio.close({ drainMs: 0 })
    expect(listed).toMatchObject({ folder: home, isMissing: false, files: [{ sizeBytes: (await stat(out)).size }, {}] })
  })

  it('leaves a file that is there alone, unless it is to be replaced', async () => {
    const out = join(home, 'kept.mp4')
    await writeFile(out, 'mine')
    const refused = await run({ into: { out } })
    expect(refused).toMatchObject({ code: 1, said: { error: expect.stringContaining('--force') } })
    expect(await readFile(out, 'utf8')).toBe('mine')
    expect((await run({ into: { out }, replaces: true, captionMode: 'none', range: { from: 0.48, to: 0.88 } })).code).toBe(0)
    expect(await countFrames(out), 'of the part that was named').toBe(10)
  })

  it('writes nothing into the studio folder, except where its deliveries are', async () => {
    const take = join(folder, 'assets', 'mine.mp4')
    await writeFile(take, 'a take')
    const has = { captionMode: 'none', range: { from: 0, to: 0.2 }, replaces: true } as const
    const empty = join(folder, 'assets', 'empty')
    await mkdir(empty)
    const frames = { presetId: 'png-frames-1080', into: { out: join(empty, 'shots') } }
    const refused = { code: 1, said: { error: expect.stringContaining('inside the studio folder') } }
    for (const more of [{ into: { out: take } }, { into: { plan: empty } }, frames])
      expect(await run({ ...has, ...more })).toMatchObject(refused)
    expect(await readFile(take, 'utf8')).toBe('a take')
    await rm(take)
    await rm(empty, { recursive: true })
    await mkdir(ports.deliveriesFolder, { recursive: true })
    expect((await run({ ...has, into: { out: join(ports.deliveriesFolder, 'own.mp4') } })).code).toBe(0)
  })

  it('replaces the captions that it writes, and leaves other captions of a similar name alone', async () => {
    const out = join(home, 'scene.mp4')
    const other = join(home, 'scene.final.srt')
    await writeFile(other, 'mine')
    const has = { captionMode: 'sidecar', range: { from: 0, to: 0.2 }, into: { out } } as const
    expect(await run(has)).toMatchObject({ code: 0 })
    await rm(out)
    expect(await run(has)).toMatchObject({ code: 1, said: { error: expect.stringContaining('scene.srt already exists') } })
    expect((await run({ ...has, replaces: true })).code).toBe(0)
    expect(await readFile(other, 'utf8')).toBe('mine')
  })

  it('writes an ending as it was asked for, and replaces that file', async () => {
    const out = join(home, 'EPISODE.MP4')
    const has = { captionMode: 'none', range: { from: 0, to: 0.2 }, into: { out } } as const
    expect(await run(has)).toMatchObject({ code: 0, said: { files: [{ path: out }] } })
    expect((await readdir(home)).filter(name => /^episode/i.test(name))).toEqual(['EPISODE.MP4'])
    const refused = await run(has)
    expect(refused).toMatchObject({ code: 1, said: { error: expect.stringContaining('--force') } })
    expect(refused.err, 'before it is rendered').not.toContain('Delivering')
    expect((await run({ ...has, replaces: true, range: { from: 0, to: 0.4 } })).code).toBe(0)
    expect(await countFrames(out)).toBe(10)
  })

  it('writes an image sequence into a new folder, and leaves one that is there alone', async () => {
    const out = join(home, 'shots 50%')
    const has = { presetId: 'png-frames-1080', captionMode: 'none', range: { from: 0, to: 0.2 }, into: { out } } as const
    const { code, said } = await run(has)
    const first = { role: 'frames', path: join(out, 'frames', 'shots 50-000001.png'), frames: 5 }
    expect({ code, said }).toMatchObject({ code: 0, said: { width: 1920 } })
    expect(said.files).toContainEqual(expect.objectContaining(first))
    expect(await readdir(join(out, 'frames'))).toHaveLength(5)
    const again = await run({ ...has, replaces: true })
    expect(again).toMatchObject({ code: 1, said: { error: expect.stringContaining('no folder is replaced') } })
    expect(await run({ ...has, into: { plan: join(home, 'planned') } })).toMatchObject({ code: 1 })
  })

  it('writes tags and a cover into a sound file, with what the preset keeps; the picture is added to the library once', async () => {
    const cover = await media.picture('cover.png', { width: 40, height: 30 })
    const out = join(home, 'song.mp3')
    const studio = await openStudio(ports)
    const mp3 = presets.find(({ id }) => id === 'audio-mp3')!
    const tags = { artist: 'Ada', album: 'The sea', year: '2025', comment: '' }
    await studio.parts.settings.change({ presets: { put: [{ ...mp3, id: 'own-mp3', name: 'Show', tags }], remove: [] } })
    await studio.close({ drainMs: 0 })
    const has = { presetId: 'Show', captionMode: 'none', cover, tags: { title: 'One', track: '3/12', year: '2026' } } as const
    const { code, err } = await run({ ...has, into: { out } })
    expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining('Added cover.png to the library') })
    const { stdout } = await promisify(execFile)('ffprobe', ['-v', 'error', '-of', 'json', '-show_format', '-show_streams', out])
    const { format, streams } = JSON.parse(stdout) as { format: { tags: unknown }, streams: unknown[] }
    expect(format.tags).toMatchObject({ title: 'One', artist: 'Ada', album: 'The sea', track: '3/12', date: '2026' })
    const picture = { codec_name: 'mjpeg', width: 40, height: 30, disposition: { attached_pic: 1 } }
    expect(streams).toMatchObject([{ codec_type: 'audio' }, picture])
    expect((await run({ ...has, into: { out }, replaces: true })).err).not.toContain('Added')
  })

  it('writes the frame of a still that was named', async () => {
    const frames = [0, 0.6].map(frameAt => ({ out: join(home, `still-${frameAt}.png`), frameAt }))
    for (const { out, frameAt } of frames)
      expect((await run({ presetId: 'still-png', captionMode: 'none', frameAt, into: { out } })).code).toBe(0)
    const [first, later] = await Promise.all(frames.map(({ out }) => readFile(out)))
    expect(first!.equals(later!)).toBe(false)
  })

  it('a part behind the end is nothing', async () => {
    const { code, said } = await run({ into: { out: join(home, 'late.mp4') }, range: { from: 9, to: 10 } })
    expect({ code, said }).toMatchObject({ code: 1, said: { error: expect.stringContaining('The project is empty.') } })
  })

  it('stops at once, leaves nothing, and says 130', async () => {
    const stop = new AbortController()
    const out = join(home, 'stopped.mp4')
    const stopped = run({ into: { out } }, { signal: stop.signal, onSaid: () => stop.abort(new Error('Ctrl+C')) })
    expect(await stopped).toMatchObject({ code: 130, said: { code: 130 } })
    expect((await readdir(home)).filter(name => name.includes('stopped'))).toEqual([])
    expect(await readdir(join(folder, 'work'))).toEqual([])
  })

  it.each([
    [{ project: 'Twice' }, /several projects called "Twice".*\n {2}[\w-]+ {2}Twice\n {2}[\w-]+ {2}Twice$/],
    [{ project: 'Nothing' }, /no project "Nothing". There are:\n/],
    [{ tags: { title: 'One' }, cover: 'x.png' }, /\.mp4 file cannot contain --title, --cover\. These can: \.flac, \.mp3, \.m4a, \.opus, \.m4b\./],
    [{ frameAt: 1 }, /--frame is for stills/],
    [{ presetId: 'audio-mp3', cover: join(home, 'none.png'), into: { out: join(home, 'a.mp3') } }, /cover cannot be read/],
    [{ presetId: 'audio-mp3', cover: import.meta.filename, into: { out: join(home, 'a.mp3') } }, /is not an image/],
    [{ sequence: 'Other' }, /no sequence "Other". There are:\n {2}[\w-]+ {2}Main/],
    [{ presetId: 'cinema' }, /no preset "cinema". There are: landscape-720/],
    [{ into: { out: join(home, 'film.avi') } }, /writes \.mp4 files/],
    [{ into: { out: join(home, 'gone', 'film.mp4') } }, /folder .*gone cannot be used/],
  ])('says why %j cannot be delivered', async (has, sentence) => {
    const { code, said } = await run(has)
    expect({ code, sentence: said.error }).toEqual({ code: 1, sentence: expect.stringMatching(sentence) })
  })

  it('says what to do where another Takeroom has the folder', async () => {
    const studio = await openStudio(ports)
    const { code, said } = await run({})
    await studio.close({ drainMs: 0 })
    expect({ code, said }).toEqual({ code: 3, said: { code: 3, error: expect.stringContaining('close it') } })
  })

  it('lists projects by id, their sequences and the presets', async () => {
    const { said } = await run(null)
    const sequences = [{ id: expect.any(String), name: 'Main', seconds: 0.96 }]
    expect(said).toMatchObject({ projects: expect.arrayContaining([{ id: lighthouse, name: 'The lighthouse', sequences }]) })
    expect((await run(null, { isJson: false })).out).toContain('landscape-1080  1920×1080')
  })
})
