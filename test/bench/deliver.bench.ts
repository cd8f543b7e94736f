/**
 * Deliver: two minutes of 1080p with twelve clips of three sizes and rates, thirty lines, music and burned captions, against encoding the
 * finished picture and sound alone, one ffmpeg command, and melt. Then what a delivery takes after a change and when it was rendered
 * ahead, planning a film of 2,000 clips, and an hour of sound. Each figure is told as soon as it is known; on two cores that nobody else
 * uses it takes 40 minutes. With `--short` the film is a tenth and the sound a twelfth as long, and the film is compared in fewer turns:
 * that takes a few minutes, and shows what is wrong, not how fast it is.
 */
import type { MediaKit } from '../kit/media.ts'
import type { Edit } from './deliver/film.ts'
import type { Spent } from './deliver/spent.ts'
import type { Figure } from './figure.ts'
import { rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { systemClock } from '../../src-main/base/clock.ts'
import { renderAhead, renderPlan } from '../../src-main/media/render/render.ts'
import { createSegmentCache } from '../../src-main/media/render/segment-cache.ts'
import { openMediaKit } from '../kit/media.ts'
import { makeFilmMedia, planOf } from './deliver/film.ts'
import { planHour } from './deliver/plan-hour.ts'
import { decodeShots, encodeByHand, encodeReady, encodeWithMelt, likenessOf, makeReady } from './deliver/rivals.ts'
import { deliverSound, encodeAlone, makeLines } from './deliver/sound.ts'
import { spent } from './deliver/spent.ts'
import { round } from './figure.ts'

/**
 * What is compared is taken so often, in turns: from one minute to the next a machine may be a tenth slower. The middle one of three
 * ratios of a film still moves by a hundredth from run to run, as much as one of them has to its limit.
 */
const turnsOf = { film: 5, shortFilm: 3, sound: 3 }

export async function* figures(flags: readonly string[] = []): AsyncGenerator<Figure> {
  const isShort = flags.includes('--short')
  const kit = await openMediaKit()
  try {
    // Clips of whole half seconds, as `likenessOf` needs them.
    yield* film(kit, isShort ? { seconds: 12, turns: turnsOf.shortFilm } : { seconds: 120, turns: turnsOf.film })
    yield* planHour(kit)
    yield* hourOfSound(kit, isShort ? 25 : 300)
  }
  finally {
    await kit.close()
  }
}

async function* film(kit: MediaKit, { seconds, turns }: { seconds: number, turns: number }): AsyncGenerator<Figure> {
  const media = await makeFilmMedia(kit, seconds)
  let films = 0
  const prepare = async (edit: Edit) => {
    const captions = kit.file(`captions-${films}`)
    return { plan: await planOf(media, captions, edit), captions, out: kit.file(`film-${films++}.mp4`) }
  }
  const limits = { limitBytes: async () => 1e12, hasRoom: async () => true }
  const optionsOf = (turn: number) => ({
    ...{ ffmpeg: kit.ffmpeg, workDir: kit.file('work') },
    kept: { cache: createSegmentCache({ folder: kit.file(`segments-${turn}`), ...limits, clock: systemClock }), contentOf: basename },
  })
  let options = optionsOf(0)
  const deliver = async (edit: Edit) => {
    const { plan, captions, out } = await prepare(edit)
    return { took: await spent(() => renderPlan(plan, out, options)), captions, out }
  }

  let first = await deliver({})
  const made = { media, captions: first.captions, delivered: first.out }
  await makeReady(kit, made)
  const [ours, alone, hand]: [Spent[], Spent[], Spent[]] = [[], [], []]
  for (let turn = 0; turn < turns; turn++) {
    if (turn > 0) {
      options = optionsOf(turn)
      first = await deliver({})
    }
    ours.push(first.took)
    yield figure(`delivering ${seconds} s`, first.took)
    alone.push(await encodeReady(kit, made))
    yield figure(`encoding ${seconds} s of finished picture and sound`, alone.at(-1)!)
    hand.push(await encodeByHand(kit, made))
    yield figure('one ffmpeg command, with ready sound', hand.at(-1)!)
  }
  await rm(kit.file('ready.y4m'))
  yield { ...ratioOfTurns('a delivery', ours, { of: 'the encode alone', than: alone }), limit: 1.1 }
  yield { ...ratioOfTurns('a delivery', ours, { of: 'one ffmpeg command, with ready sound', than: hand }), limit: 0.95 }
  const decoding = await decodeShots(kit, made)
  yield figure('decoding the shots alone', decoding)
  // The least that anything can take that is given shots and not their frames.
  const both = alone.map(each => sumOf(decoding, each))
  yield ratioOfTurns('decoding, then encoding', both, { of: 'the encode alone', than: alone })
  const melt = await encodeWithMelt(kit, made, first.took)
  yield melt
    ? ratio('a delivery', first.took, { of: 'melt', than: melt, limit: 0.85 })
    : { name: 'a delivery, relative to melt, which never ended', value: Number.NaN, limit: 0.85, unit: '×' }
  const unlike = melt ? 1 - await likenessOf(kit, [first.out, melt.path]) : Number.NaN
  yield { name: 'how far the picture of melt is from it (1 − SSIM)', value: round(unlike), limit: 0.02, unit: '' }

  const earlier = { of: 'the first delivery', than: first.took }
  const oneClip = await deliver({ later: { 3: 3 } })
  yield ratio('after one clip of twelve changed', oneClip.took, { ...earlier, limit: 0.15 })
  const oneCaption = await deliver({ later: { 3: 3 }, words: 'Other words.' })
  yield ratio('after one caption changed', oneCaption.took, { ...earlier, limit: 0.15 })
  const edit = { later: { 3: 3, 7: 3 }, words: 'Other words.' }
  await renderAhead((await prepare(edit)).plan, { ...options, signal: new AbortController().signal })
  const ahead = await deliver(edit)
  yield ratio('after another clip changed and was rendered ahead', ahead.took, { ...earlier, limit: 0.05 })
}

async function* hourOfSound(kit: MediaKit, lines: number): AsyncGenerator<Figure> {
  const spoken = await makeLines(kit, lines)
  const [name, limit] = [`${lines} lines in ${spoken.seconds / 60} minutes`, spoken.seconds / 100]
  const [alone, withStems]: [Spent[], Spent[]] = [[], []]
  for (let turn = 0; turn < turnsOf.sound; turn++) {
    const wav = await deliverSound(kit, spoken, 'wav')
    yield { ...figure(`${name} as WAV (100 × real time)`, wav), limit }
    alone.push(wav)
    withStems.push(await deliverSound(kit, spoken, 'wav', true))
  }
  yield { ...ratioOfTurns('with six stems', withStems, { of: 'the WAV alone', than: alone }), limit: 1.3 }
  for (const format of ['flac', 'mp3', 'opus', 'm4a'] as const) {
    yield { ...figure(`${name} as ${format} (100 × real time)`, await deliverSound(kit, spoken, format)), limit }
    yield figure(`what the encoder of ${format} takes of it by itself, on one processor`, await encodeAlone(kit, format))
  }
}

function figure(name: string, { wall, cpu }: Spent): Figure {
  return { name, value: round(wall), cpu: cpu && round(cpu), limit: null, unit: 's' }
}

/** The middle one of each turn's own ratio: what the machine has lost or gained in the meantime counts for both. */
function ratioOfTurns(name: string, took: readonly Spent[], { of, than }: { of: string, than: readonly Spent[] }): Figure {
  const each = took.flatMap((one, turn) => than[turn] ? [ratio(name, one, { of, than: than[turn], limit: null })] : [])
  const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
  const cpus = each.flatMap(({ cpu }) => cpu ?? [])
  return {
    ...{ name: `${name}, relative to ${of}, in ${each.map(({ value }) => value).join(', ')}`, limit: null, unit: '×', ratioOf: of },
    ...{ value: middle(each.map(({ value }) => value)), cpu: cpus.length === 0 ? null : middle(cpus) },
  }
}

function sumOf(one: Spent, other: Spent): Spent {
  return { wall: one.wall + other.wall, cpu: one.cpu !== null && other.cpu !== null ? one.cpu + other.cpu : null }
}

function ratio(name: string, took: Spent, { of, than, limit }: { of: string, than: Spent, limit: number | null }): Figure {
  const cpu = took.cpu !== null && than.cpu ? round(took.cpu / than.cpu) : null
  return { name: `${name}, relative to ${of}`, value: round(took.wall / than.wall), cpu, limit, unit: '×', ratioOf: of }
}
