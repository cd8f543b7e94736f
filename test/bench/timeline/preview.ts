/**
 * The preview of 12 shots, 8 of them with colours and a move with keys, 100 lines and music in the machine's Chromium, on proxies of
 * 960×540. It plays for a minute, or for as many as BENCH_MINUTES says.
 */
import type { CDPSession, Page } from '@playwright/test'
import type { PictureClip, SequenceDocument } from '#contract/sequence-document.ts'
import type { MediaKit } from '../../kit/media.ts'
import type { lab as Lab, Sources } from '../../kit/preview/page.ts'
import type { Figure } from '../figure.ts'
import { readFile } from 'node:fs/promises'
import process from 'node:process'
import { chromium } from '@playwright/test'
import { shellPath } from '../../kit/chromium.ts'
import { openMediaKit } from '../../kit/media.ts'
import { aDocument, makeShot, makeSound, shotClip, soundClip, take } from '../../kit/preview/media.ts'
import { servePreview } from '../../kit/preview/serve.ts'
import { p95, round } from '../figure.ts'
import { coloured } from './coloured.ts'

declare const lab: typeof Lab

const minutes = Number(process.env.BENCH_MINUTES ?? 1)
const second = 48_000
const filmFrames = 18_000
const proxy = { filters: ['scale=960:540', 'noise=alls=8:allf=t'], args: ['-preset', 'veryfast', '-crf', '24'] }

export async function* previewFigures(): AsyncGenerator<Figure> {
  const media = await openMediaKit()
  const server = await servePreview(media.folder)
  const browser = await chromium.launch({
    ...shellPath && { executablePath: shellPath },
    args: ['--autoplay-policy=no-user-gesture-required', ...process.getuid?.() === 0 ? ['--no-sandbox'] : []],
  })
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(server.url)
    const { sources, document } = await aFilm(media)
    await page.evaluate(async ([given, film]) => {
      lab.use(given)
      lab.open().setDocument(film)
      await lab.preview.settled()
    }, [sources, document] as const)

    const starts = await page.evaluate(async () => {
      const times: number[] = []
      for (const frame of [0, 400, 3000, 900, 2000, 100, 5000, 700]) {
        lab.preview.seek(frame)
        await lab.preview.settled()
        await new Promise(resolve => setTimeout(resolve, 400))
        await lab.preview.play()
        times.push(lab.preview.figures().startMs)
        lab.preview.pause()
      }
      return times
    })
    yield { name: 'play pressed → first sound, first time', value: round(starts[0] ?? 0, 1), limit: 100, unit: 'ms' }
    yield { name: 'play pressed → first sound, p95', value: round(p95(starts.slice(1)), 1), limit: 100, unit: 'ms' }

    const frames = Array.from({ length: 200 }, (_, index) => (index * 7919) % filmFrames)
    const seeks = await page.evaluate(asked => lab.seekMs(asked), frames)
    yield { name: 'seek → frame on proxies, p95', value: round(p95(seeks), 1), limit: 40, unit: 'ms' }
    const steps = await page.evaluate(asked => lab.seekMs(asked), Array.from({ length: 60 }, (_, index) => 1000 + index))
    yield { name: 'one frame on, p95', value: round(p95(steps), 1), limit: 40, unit: 'ms' }

    yield* trimFigures(page, document)
    const scopes = await page.evaluate(asked => lab.scopesMs(asked), frames.slice(0, 25))
    yield { name: 'scope of a frame, on the page, p95', value: round(p95(scopes.slice(1)), 1), limit: 4, unit: 'ms' }

    const session = await browser.newBrowserCDPSession()
    const played = await page.evaluate(async (ms) => {
      lab.preview.seek(0)
      const before = lab.preview.figures()
      await lab.preview.play()
      await new Promise(resolve => setTimeout(resolve, ms))
      const after = lab.preview.figures()
      lab.preview.pause()
      const [drawn, stalls, late] = (['drawn', 'stalls', 'lateSounds'] as const).map(name => after[name] - before[name])
      return { drawn: drawn ?? 0, stalls: stalls ?? 0, late: late ?? 0, bytes: after.bytes }
    }, minutes * 60_000)
    yield { name: `frames drawn in ${minutes} min of 12 shots, 100 lines and music`, value: played.drawn, limit: null, unit: 'frames' }
    yield { name: 'frames that were not there in time', value: played.stalls, limit: 0, unit: 'frames' }
    yield { name: 'sounds that were not there in time', value: played.late, limit: 0, unit: 'sounds' }
    yield { name: 'decoded pictures and sound, and blocks of files', value: round(played.bytes / 2 ** 20, 1), limit: null, unit: 'MB' }
    yield { name: 'memory of the page', value: round(await rendererBytes(session) / 2 ** 20, 1), limit: 400, unit: 'MB' }
  }
  finally {
    await browser.close()
    await server.close()
    await media.close()
  }
}

/** Edges that a drag takes to and fro, from 1 to 12 frames with each move: one side alone, then both of a roll. */
async function* trimFigures(page: Page, document: SequenceDocument): AsyncGenerator<Figure> {
  const clips = Object.values(Object.values(document.tracks)[0]?.clips ?? {}).filter(clip => 'look' in clip)
  const wave = (at: number): number => 400 + Math.round(250 * Math.sin(at / 9)) + at % 5
  const one = Array.from({ length: 150 }, (_, at) => [wave(at)])
  const both = Array.from({ length: 100 }, (_, at) => [wave(at), 1000 - wave(at)])
  const [single, rolled] = await page.evaluate(async ([all, alone, two]) => {
    const first = await lab.trimMs(all.slice(0, 1), alone)
    return [first, await lab.trimMs(all.slice(1, 3), two)] as const
  }, [clips, one, both] as const)
  yield { name: 'trim → frame of the edge, first', value: round(single[0] ?? 0, 1), limit: 50, unit: 'ms' }
  yield { name: 'trim → frame of the edge, p95', value: round(p95(single.slice(1)), 1), limit: 50, unit: 'ms' }
  yield { name: 'roll → frames of both edges, p95', value: round(p95(rolled.slice(1)), 1), limit: 50, unit: 'ms' }
}

/** Two of three, the first ones among them: what is measured begins there. */
function asShown(clip: PictureClip, index: number): PictureClip {
  return index % 3 === 2 ? clip : coloured(clip)
}

/** Twelve shots of 50 s each, lines of six seconds over music. */
async function aFilm(media: MediaKit): Promise<{ sources: Sources, document: SequenceDocument }> {
  const shots = [0, 1, 2, 3]
  const pictures: Record<string, Sources['pictures'][string]> = {}
  const shot = await makeShot(media, 0, { seconds: 8.6, ...proxy })
  for (const number of shots) {
    const name = `long-${number}.mp4`
    await media.make(name, ['-stream_loop', '5', '-i', media.file(shot.name), '-c', 'copy', '-movflags', '+faststart'])
    pictures[take(number)] = { ...shot, name, url: `/${name}` }
  }
  const sounds: Record<string, Sources['sounds'][string]> = { [take(30)]: await makeSound(media, 9, 610) }
  for (const number of shots)
    sounds[take(40 + number)] = await makeSound(media, number, 6)
  const document = aDocument({
    pictures: [Array.from({ length: 12 }, (_, index) =>
      asShown(shotClip(`shot-${index}`, take(index % shots.length), index * filmFrames / 12, filmFrames / 12, { in: index }), index))],
    sounds: [
      {
        kind: 'speech',
        with: Array.from({ length: 100 }, (_, index) =>
          soundClip(`line-${index}`, take(40 + index % shots.length), index * 6 * second, 5 * second, { fadeIn: 480, fadeOut: 4800 })),
      },
      { gainDb: -8, ducking: { amountDb: -12, attackMs: 120, releaseMs: 500 }, with: [soundClip('music', take(30), 0, 600 * second)] },
    ],
  })
  return { sources: { pictures, sounds }, document }
}

/** Memory of the page's process; 0 where the system does not say. */
async function rendererBytes(session: CDPSession): Promise<number> {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const sizes = await Promise.all(processInfo.filter(({ type }) => type === 'renderer').map(async ({ id }) => {
    const statm = await readFile(`/proc/${id}/statm`, 'utf8').catch(() => '0 0 0')
    const [, resident, shared] = statm.split(' ').map(Number)
    return ((resident ?? 0) - (shared ?? 0)) * 4096
  }))
  return Math.max(0, ...sizes)
}
