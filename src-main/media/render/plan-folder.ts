/** Writes a render as a folder that other machines work through: its media, a command for each segment, one for the sound, one to join. */
import type { AudioSettings } from '#contract/presets.ts'
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts'
import type { SegmentJob } from '../picture/segment-job.ts'
import type { RenderPlan } from '../plan/render-plan.ts'
import { constants, copyFile, cp, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { isoMark } from '../mark/mark-file.ts'
import { chooseEncoder } from '../picture/choose-encoder.ts'
import { filmFrames } from '../picture/film-rate.ts'
import { segmentCommands, segmentFile, wayOf } from '../picture/render-segment.ts'
import { assertRenderable } from '../plan/render-plan.ts'
import { encodeFilmSound, filmSoundArgs, joinedFilmSound } from './film-sound.ts'
import { joinInto } from './join-parts.ts'
import { arrayScript, jobScript, joinScript, readMe } from './plan-scripts.ts'
import { piecesOf, sideBySide } from './render.ts'

export interface PlanFolder {
  /** Lines of `commands.txt`. */
  readonly jobs: number
  /** Name of the film that `join.sh` writes into the folder. */
  readonly film: string
}

/** That the content is AI-generated; in the folder `work`. */
const markName = 'mark.box'

interface Tools { readonly ffmpeg: Ffmpeg, readonly signal: AbortSignal }

/**
 * Fills this folder, which exists and is empty. The film is the same as one that is rendered here: the same commands make it.
 * Throws as `renderPlan` does.
 */
export async function writePlanFolder(plan: RenderPlan, folder: string, tools: Tools): Promise<PlanFolder> {
  assertRenderable(plan)
  const { video, audio, format } = plan.encoding
  if (!video || !audio || !['mp4', 'mov'].includes(format))
    throw new RangeError(`Only films in MP4 and MOV can be planned, not ${format}`)
  const [work, jobs] = [join(folder, 'work'), join(folder, 'jobs')]
  await mkdir(work)
  await mkdir(jobs)
  const { version: ffmpegVersion } = tools.ffmpeg
  const sound = await planSound(plan, audio, work, tools)
  const own = await withOwnMedia(plan, work)
  const planned = await piecesOf({ plan: own, folder: work, ...tools }, await chooseEncoder(video, tools.ffmpeg))
  const { threads } = sideBySide(planned.length)
  const soundFile = sound.at(-1) ?? ''
  const width = String(planned.length + 1).length
  const names: string[] = []
  const addJob = async (name: string, title: string, output: string, commands: readonly (readonly string[])[]): Promise<void> => {
    const file = `${String(names.length + 1).padStart(width, '0')}-${name}.sh`
    const moved = commands.map(args => args.map(arg => relativeTo(work, arg)))
    await writeFile(join(jobs, file), jobScript({ title, output, commands: moved, ffmpegVersion }), { mode: 0o755 })
    names.push(file)
  }
  for (const piece of planned) {
    tools.signal.throwIfAborted()
    const { startFrame, frames } = piece.segment
    const job: SegmentJob = { ...piece, threads }
    const title = `Frames ${startFrame} to ${startFrame + frames - 1} of ${plan.durationFrames}`
    await addJob('segment', title, segmentFile(job), await segmentCommands(job, tools, await wayOf(job, tools)))
  }
  await addJob('sound', 'The whole sound', soundFile, [sound])
  const film = `film.${format}`
  const { frames } = filmFrames(plan, { startFrame: 0, frames: plan.durationFrames })
  const segments = planned.map(piece => ({ file: segmentFile(piece), frames: filmFrames(plan, piece.segment).frames }))
  const args = await joinInto(own, work, { segments, sound: joinedFilmSound(plan) })
  if (plan.mark)
    await writeFile(join(work, markName), isoMark(plan.mark))
  const ending = plan.mark ? markName : null
  await writeFile(join(folder, 'join.sh'), joinScript({ args, film, soundFile, frames, ending, ffmpegVersion }), { mode: 0o755 })
  await writeFile(join(folder, 'job.sh'), arrayScript, { mode: 0o755 })
  await writeFile(join(folder, 'commands.txt'), names.map(name => `sh jobs/${name}\n`).join(''))
  await writeFile(join(folder, 'README.txt'), readMe({ jobs: names.length, film, ffmpegVersion }))
  return { jobs: names.length, film }
}

/** Plain names, however the originals are called; only what is seen. A copy, so that nobody can change the library through the folder. */
async function withOwnMedia(plan: RenderPlan, work: string): Promise<RenderPlan> {
  const seen = new Set(plan.stretches.flatMap(({ layers }) => layers))
  const files = plan.pictures.flatMap(({ file }, at) => file && seen.has(at) ? file.path : [])
  const media = new Map([...new Set(files)].map((path, at) =>
    [path, join(work, 'media', `${String(at + 1).padStart(4, '0')}${/^\.\w+$/.exec(extname(path))?.[0] ?? ''}`)]))
  await mkdir(join(work, 'media'))
  for (const [from, to] of media)
    await copyFile(from, to, constants.COPYFILE_FICLONE)
  const { captions } = plan
  // A link would lead out of the folder.
  if (captions.mode === 'burned' && captions.fontsDir !== null)
    await cp(captions.fontsDir, join(work, 'fonts'), { recursive: true })
  const pictures = plan.pictures.map(({ file, ...picture }) =>
    ({ ...picture, file: file && { ...file, path: media.get(file.path) ?? file.path } }))
  return { ...plan, pictures, captions: { ...captions, fontsDir: captions.fontsDir && join(work, 'fonts') } }
}

/** Mixes and measures the sound here, which takes little; what is left for the command is to encode it. */
async function planSound(plan: RenderPlan, audio: AudioSettings, work: string, tools: Tools): Promise<string[]> {
  const folder = join(work, 'sound')
  await mkdir(folder)
  const { report } = await encodeFilmSound(plan, audio, { folder, ...tools, advance: () => {} })
  await rename(join(folder, 'mix.wav'), join(work, 'mix.wav'))
  await rm(folder, { recursive: true })
  return filmSoundArgs(plan, audio, report)
}

function relativeTo(folder: string, arg: string): string {
  return arg.startsWith(folder + sep) ? arg.slice(folder.length + 1).replaceAll(sep, '/') : arg
}
