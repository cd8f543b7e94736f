/**
 * The sound of a film, encoded next to its pictures and kept as they are: while nothing of it changes, it is neither mixed nor encoded
 * again.
 */
import type { AudioSettings } from '#contract/presets.ts'
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts'
import type { RenderPlan } from '../plan/render-plan.ts'
import type { Loudness } from '../sound/loudness.ts'
import type { Mastering } from '../sound/master.ts'
import type { SoundTools } from '../sound/render-sound.ts'
import type { SoundReport } from '../sound/sound-report.ts'
import type { JoinedSound } from './join-parts.ts'
import type { KeptSegments } from './segment-cache.ts'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { soundForm } from '#rules/deliver/sound-form.ts'
import { sha256 } from '../../base/hash.ts'
import { ownInput } from '../ffmpeg/ffmpeg-input.ts'
import { planSamples } from '../plan/render-plan.ts'
import { mixSampleRate } from '../sound/decode.ts'
import { holdPeaks } from '../sound/hold-peaks.ts'
import { measureLoudness, silence } from '../sound/loudness.ts'
import { renderSound } from '../sound/render-sound.ts'
import { soundArgs } from '../sound/sound-encoders.ts'
import { masteringArgs } from './join-parts.ts'

/** Raise it when the same sounds are mixed or encoded in another way. */
const recipe = 3

const reportName = 'sound.json'

const muxerOf = { 'sound.mov': 'mov', 'sound.mka': 'matroska' } as const

export interface FilmSound extends JoinedSound {
  readonly report: SoundReport
  /** Of the encoded sound. */
  readonly loudness: Loudness
}

type Made = Pick<FilmSound, 'report' | 'loudness'>

const measured = z.number().nullable()
const KeptLoudness = z.object({ integratedLufs: measured, rangeLu: measured, truePeakDbtp: measured })
const KeptLine = z.object({ speaker: z.string(), seconds: z.number(), loudness: measured, levelledDb: z.number() })
const KeptReport = z.object({ gainDb: z.number(), ceilingDb: measured, before: KeptLoudness.nullable(), lines: z.array(KeptLine) })
const Kept = z.object({ report: KeptReport, loudness: KeptLoudness }) satisfies z.ZodType<Made>

/** Writes it into the folder, in a file of the kind that the film will be. */
export async function renderFilmSound(
  plan: RenderPlan,
  audio: AudioSettings,
  { kept, ...tools }: SoundTools & { readonly kept: KeptSegments | null },
): Promise<FilmSound> {
  const keys = kept && keysOf(plan, audio, { ffmpeg: tools.ffmpeg, kept })
  // Stems are parts of the mix.
  const taken = kept && keys && !tools.stems ? await take(keys, { kept, name: nameIn(plan), folder: tools.folder }) : null
  if (taken)
    tools.advance(1)
  return { ...joinedFilmSound(plan), ...taken ?? await encodeAndKeep(plan, audio, { kept, keys, ...tools }) }
}

/** Encodes and keeps it where it is not kept yet, for a later render. */
export async function renderFilmSoundAhead(
  plan: RenderPlan,
  audio: AudioSettings,
  { kept, ...tools }: SoundTools & { readonly kept: KeptSegments },
): Promise<void> {
  const keys = keysOf(plan, audio, { ffmpeg: tools.ffmpeg, kept })
  if (keys && !(await kept.cache.has(keys.report) && await kept.cache.has(keys.sound)))
    await encodeAndKeep(plan, audio, { kept, keys, ...tools })
}

/** The encoded sound, which is copied into the film. */
export function joinedFilmSound(plan: RenderPlan): JoinedSound {
  const name = nameIn(plan)
  const { audio } = plan.encoding
  const lead = audio && leadIn(plan, audio)
  const options = lead ? ['-ss', String(lead.seconds)] : []
  return { input: ownInput(name, muxerOf[name], { options }), output: ['-c:a', 'copy'] }
}

/** Arguments of ffmpeg, in the folder of `mix.wav`; the last is what it writes. */
export function filmSoundArgs(plan: RenderPlan, audio: AudioSettings, mastering: Mastering): string[] {
  const name = nameIn(plan)
  const lead = leadIn(plan, audio)
  const heard = masteringArgs(mastering, planSamples(plan), plan.sounds.length > 0 ? audio : null, lead ? [lead.filter] : [])
  const output = [...heard, ...soundArgs(audio), '-map_metadata', '-1', '-f', muxerOf[name], name]
  return ['-y', ...ownInput('mix.wav', 'wav'), ...output]
}

/** Samples that encoder and decoder add at the beginning, and those of a packet. */
const primings = { mp3: { delay: 1105, packet: 1152 }, aac: { delay: 1024, packet: 1024 } } as const

/**
 * MP3 and AAC in Matroska have no place to say how late their sound begins. It is encoded later still, by whole packets, which are left
 * out when
 * it is copied into the film. Null for other sound.
 */
function leadIn({ encoding: { format } }: RenderPlan, audio: AudioSettings): { readonly filter: string, readonly seconds: number } | null {
  const { codec } = audio
  if (format !== 'mkv' || (codec !== 'mp3' && codec !== 'aac'))
    return null
  const { sampleRate } = soundForm(audio)
  const { delay, packet } = primings[codec]
  // Of MP3 one packet more: what is heard of the first depends on one before it.
  const left = codec === 'mp3' ? 2 * packet : packet
  // Where the third packet begins, as Matroska rounds it.
  return { filter: `aresample=${sampleRate},adelay=${left - delay}S:all=1`, seconds: Math.round(left / sampleRate * 1000) / 1000 }
}

/** Of the same family as the film, so that it begins at the same sample there. */
function nameIn({ encoding: { format } }: RenderPlan): keyof typeof muxerOf {
  return format === 'mp4' || format === 'mov' || format === 'frames' ? 'sound.mov' : 'sound.mka'
}

/** Null unless both exist and are complete. */
async function take(
  keys: SoundKeys,
  { kept: { cache }, folder, name }: { readonly kept: KeptSegments, readonly folder: string, readonly name: string },
): Promise<Made | null> {
  const [path, reportPath] = [join(folder, name), join(folder, reportName)]
  const areWhole = await cache.take(keys.report, reportPath) && await cache.take(keys.sound, path)
  const found = areWhole ? Kept.safeParse(JSON.parse(await readFile(reportPath, 'utf8'))).data : null
  if (found)
    return found
  // What was taken is the kept file itself under another name: it must not be written to.
  await Promise.all([path, reportPath].map(file => rm(file, { force: true })))
  return null
}

interface Keeping { readonly kept: KeptSegments | null, readonly keys: SoundKeys | null }

async function encodeAndKeep(plan: RenderPlan, audio: AudioSettings, { kept, keys, ...tools }: SoundTools & Keeping): Promise<Made> {
  const made = await encodeFilmSound(plan, audio, tools)
  if (kept && keys) {
    const [path, reportPath] = [join(tools.folder, nameIn(plan)), join(tools.folder, reportName)]
    await writeFile(reportPath, JSON.stringify(made))
    // What could not be kept is only made again.
    await kept.cache.keep(keys.sound, path).then(() => kept.cache.keep(keys.report, reportPath)).catch(() => {})
  }
  return made
}

/** Leaves `mix.wav` next to it. */
export async function encodeFilmSound(plan: RenderPlan, audio: AudioSettings, tools: SoundTools): Promise<Made> {
  const { folder, ffmpeg, signal } = tools
  const heard = await renderSound(plan, tools)
  const { report, ...loudness } = await holdPeaks({ plan, folder, ffmpeg, signal }, heard, async (report) => {
    await ffmpeg.run(filmSoundArgs(plan, audio, report), { cwd: folder, signal })
    const measuring = { ffmpeg, signal, seconds: planSamples(plan) / mixSampleRate }
    return { report, ...plan.sounds.length === 0 ? silence : await measureLoudness(join(folder, nameIn(plan)), measuring) }
  })
  return { report, loudness }
}

/** The report has one of its own: it is another file. */
interface SoundKeys { readonly sound: string, readonly report: string }

/** Null when the bytes of one of its files are not known. */
function keysOf(
  plan: RenderPlan,
  audio: AudioSettings,
  { ffmpeg, kept }: { readonly ffmpeg: Ffmpeg, readonly kept: KeptSegments },
): SoundKeys | null {
  const sounds = plan.sounds.map(({ path, ...sound }) => ({ ...sound, content: kept.contentOf(path) }))
  if (sounds.some(({ content }) => content === null))
    return null
  const made = [recipe, ffmpeg.version, nameIn(plan), soundArgs(audio), planSamples(plan), plan.loudness, plan.levelsLines === true, sounds]
  const keyOf = (what: string): string => sha256(JSON.stringify([what, ...made]))
  return { sound: keyOf('sound'), report: keyOf('report') }
}
