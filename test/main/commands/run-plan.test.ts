/**
 * `deliver --plan`: what other machines make of the folder is the film that the studio makes itself.
 *
 * @module-tag all
 */
import { execFile } from 'node:child_process'
import { chmod, copyFile, cp, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runDeliver } from '../../../src-main/commands/run-deliver.ts'
import { runPlan } from '../../../src-main/commands/run-plan.ts'
import { openStudio } from '../../../src-main/studio/open-studio.ts'
import { addFilm } from '../../kit/film-project.ts'
import { openMediaKit } from '../../kit/media.ts'
import { testPorts } from '../../kit/ports.ts'

const home = await mkdtemp(join(tmpdir(), 'takeroom-plan-'))
const ports = testPorts(join(home, 'it\'s a studio'))
const media = await openMediaKit()
const film = { project: 'The lighthouse', sequence: null, presetId: 'landscape-720', captionMode: 'burned', range: null } as const
const told = { signal: new AbortController().signal, say: () => {}, onProgress: () => {} }
/** As other machines see it: moved after it was planned, and the studio with its media is gone. */
const moved = join(home, 'moved to "here", it\'s $(date) 灯塔\n🎬')
let own: string[]

async function hashesOf(path: string): Promise<string[]> {
  const { stdout } = await media.ffmpeg.run(['-i', path, '-map', '0', '-c:v', 'rawvideo', '-f', 'framemd5', '-'])
  return stdout.toString().split('\n').filter(line => line !== '' && !line.startsWith('#'))
}

async function run(command: string, args: readonly string[], { cwd = moved, env = {} }: { cwd?: string, env?: object } = {}) {
  const environment = { PATH: process.env.PATH, HOME: home, FFMPEG_BIN: media.ffmpeg.path, ...env }
  return promisify(execFile)(command, [...args], { cwd, env: environment })
    .then(({ stdout, stderr }) => ({ code: 0, said: stdout + stderr }), (failed: { code: number, stdout: string, stderr: string }) =>
      ({ code: failed.code, said: failed.stdout + failed.stderr }))
}

beforeAll(async () => {
  const studio = await openStudio(ports)
  await addFilm(studio, media, { shots: 3, fadeIn: 6, captions: ['It\'s 5:00, {\\b1}50%', '灯塔', 'A, "b": \\N c'] })
  await studio.close({ drainMs: 0 })
  const out = join(home, 'own.mp4')
  await runDeliver(ports, { ...film, out, replaces: false }, told)
  own = await hashesOf(out)
  await runPlan(ports, { ...film, folder: join(home, 'plan') }, told)
  await rename(join(home, 'plan'), moved)
  await rename(ports.folder, join(home, 'gone'))
})
afterAll(async () => {
  await media.close()
  await rm(home, { recursive: true, force: true })
})

it('two workers of GNU Parallel, one of them killed on the way and run again, make the same film, frame for frame', async () => {
  const folder = join(home, 'by parallel')
  await cp(moved, folder, { recursive: true })
  // The first worker that comes to the second segment is killed, and its ffmpeg with it.
  const killing = join(home, 'killing-ffmpeg')
  await writeFile(killing, `#!/bin/sh
half() { shift $(($# - 1)); echo half > "$1"; kill -9 $PPID; }
case "$*" in *segment-1.mp4*) if rm "${home}/kill-one" 2>/dev/null; then half "$@"; fi;; esac
exec "${media.ffmpeg.path}" "$@"
`)
  await chmod(killing, 0o755)
  await writeFile(join(home, 'kill-one'), '')
  const parallel = (): ReturnType<typeof run> => run(
    'sh',
    ['-c', 'parallel --will-cite -j2 --joblog ../joblog --resume-failed < commands.txt && sh join.sh'],
    { cwd: folder, env: { FFMPEG_BIN: killing } },
  )
  expect((await parallel()).code).not.toBe(0)
  expect((await readdir(folder)).includes('film.mp4'), 'a film').toBe(false)
  expect((await readdir(join(folder, 'work'))).includes('segment-1.mp4'), 'a segment of the one that was killed').toBe(false)
  expect(await parallel()).toMatchObject({ code: 0 })
  expect((await readFile(join(home, 'joblog'), 'utf8')).split('\n').filter(line => line.includes('segment.sh')).length)
    .toBeGreaterThan((await readFile(join(folder, 'commands.txt'), 'utf8')).split('\n').filter(line => line.includes('segment.sh')).length)
  expect(await hashesOf(join(folder, 'film.mp4'))).toEqual(own)
  expect((await readdir(join(folder, 'work'))).filter(name => name.endsWith('.part'))).toEqual([])
})

it('so do the tasks of a Slurm array in any order, and what is there is not made again', async () => {
  const spool = join(home, 'slurm_script')
  const jobs = (await readFile(join(moved, 'commands.txt'), 'utf8')).trimEnd().split('\n')
  expect(jobs.at(-1)).toMatch(/^sh jobs\/\d+-sound\.sh$/)
  const submitted = (task: number) => ({ cwd: home, env: { SLURM_SUBMIT_DIR: moved, SLURM_ARRAY_TASK_ID: String(task) } })
  // Slurm runs a copy of the script.
  await copyFile(join(moved, 'job.sh'), spool)
  for (let task = jobs.length; task > 1; task--)
    expect(await run('sh', [spool], submitted(task))).toEqual({ code: 0, said: '' })
  expect(await run('sh', [spool], submitted(99))).toMatchObject({ said: expect.stringContaining('no line 99') })

  await copyFile(join(moved, 'join.sh'), spool)
  expect(await run('sh', [spool], submitted(0))).toMatchObject({ code: 1, said: expect.stringContaining('work/segment-0.mp4 is missing') })
  const sound = await stat(join(moved, 'work', 'sound.mov'))
  expect(await run('sh', ['-e', 'commands.txt'])).toEqual({ code: 0, said: '' })
  expect((await stat(join(moved, 'work', 'sound.mov'))).ino).toBe(sound.ino)
  expect(await run('sh', [spool], submitted(0))).toEqual({ code: 0, said: '' })
  expect(await hashesOf(join(moved, 'film.mp4'))).toEqual(own)
  expect((await readdir(moved)).sort()).toEqual(['README.txt', 'commands.txt', 'film.mp4', 'job.sh', 'jobs', 'join.sh', 'work'])
})

it('a film with a frame too few never gets its name', async () => {
  await rm(join(moved, 'film.mp4'), { force: true })
  const segments = join(moved, 'work', 'segments.txt')
  await writeFile(segments, (await readFile(segments, 'utf8')).replace(/file '[^']*'\nduration [^\n]*\n/, ''))
  expect(await run('sh', ['join.sh'])).toMatchObject({ code: 1, said: expect.stringContaining('frames instead of 36') })
  expect((await readdir(moved)).includes('film.mp4')).toBe(false)
})
