/** The preview of a sequence in a real browser with real media: exact frames, no holes at cuts, and the sound of the render. */
import type { Page } from '@playwright/test'
import type { Keys, SequenceDocument } from '#contract/sequence-document.ts'
import type { TrackId } from '#contract/words.ts'
import type { MediaKit } from '../kit/media.ts'
import type { lab as Lab, Sources } from '../kit/preview/page.ts'
import type { PreviewServer } from '../kit/preview/serve.ts'
import { test as base, expect } from '@playwright/test'
import { titleStyle } from '#rules/captions/style.ts'
import { openMediaKit } from '../kit/media.ts'
import { aDocument, burned, look, makeShot, makeSound, makeStill, shotClip, soundClip, take } from '../kit/preview/media.ts'
import { servePreview } from '../kit/preview/serve.ts'

declare const lab: typeof Lab

interface Bed { readonly server: PreviewServer, readonly sources: Sources }

const second = 48_000

const test = base.extend<{ preview: Page }, { bed: Bed }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs: nothing
  bed: [async ({}, use) => {
    const media = await openMediaKit()
    const server = await servePreview(media.folder)
    await use({ server, sources: await makeSources(media) })
    await server.close()
    await media.close()
  }, { scope: 'worker' }],

  preview: async ({ page, bed }, use) => {
    const errors: string[] = []
    page.on('pageerror', error => errors.push(error.message))
    page.on('console', message => message.type() === 'error' && errors.push(message.text()))
    await page.goto(bed.server.url)
    await page.evaluate(sources => lab.use(sources), bed.sources)
    await use(page)
    expect(errors.filter(said => !said.includes('404')), 'the page logged no error').toEqual([])
  },
})

async function makeSources(media: MediaKit): Promise<Sources> {
  const [one, two, slow, film, red, blue, a, b, c] = await Promise.all([
    makeShot(media, 0, { seconds: 4 }),
    makeShot(media, 1, { seconds: 4 }),
    makeShot(media, 2, { seconds: 4, rate: '24' }),
    makeShot(media, 3, { seconds: 4, rate: '30000/1001' }),
    makeStill(media, 'red.png', '0xff0000', { width: 400, height: 400 }),
    makeStill(media, 'blue.png', '0x0000ff', { width: 640, height: 360 }),
    makeSound(media, 1, 3),
    makeSound(media, 2, 3),
    makeSound(media, 3, 25),
  ])
  return {
    pictures: {
      [take(0)]: one,
      [take(1)]: two,
      [take(2)]: slow,
      [take(3)]: film,
      [take(10)]: red,
      [take(11)]: blue,
      [take(12)]: { ...one, name: 'gone.mp4', url: '/gone.mp4' },
    },
    sounds: { [take(21)]: a, [take(22)]: b, [take(23)]: c },
  }
}

/** Opens the preview with this document and waits for its first picture. */
async function open(page: Page, document: SequenceDocument): Promise<void> {
  await page.evaluate(async (given) => {
    lab.open().setDocument(given)
    await lab.preview.settled()
  }, document)
}

function colourAt(page: Page, x: number, y: number): Promise<number[]> {
  return page.evaluate(([left, top]) => {
    const { width, height } = lab.canvas
    const context = lab.canvas.getContext('2d')
    return [...context?.getImageData(Math.round(width * (left ?? 0)), Math.round(height * (top ?? 0)), 1, 1).data ?? []].slice(0, 3)
  }, [x, y])
}

test('shows the exact frame wherever it is sent @web @short', async ({ preview }) => {
  await open(preview, aDocument({ pictures: [[
    shotClip('one', take(0), 0, 100),
    shotClip('two', take(1), 100, 60, { in: 30 }),
    shotClip('fast', take(0), 160, 40, { in: 10, speed: 200 }),
    shotClip('reel', take(3), 200, 100),
  ]] }))
  const asked = [0, 57, 3, 99, 100, 159, 101, 160, 161, 199, 14, 15, 16, 0, 200, 299, 250]
  const wanted = asked.map((frame) => {
    if (frame < 100)
      return burned(0, frame)
    if (frame < 160)
      return burned(1, frame - 70)
    // A reel of 29.97 frames a second falls behind by a tenth of a frame within a hundred.
    return frame < 200 ? burned(0, 10 + (frame - 160) * 2) : burned(3, frame - 200)
  })
  const looks = await preview.evaluate(frames => lab.lookAt(frames), asked)
  expect(looks.map(({ frame, code }) => [frame, code])).toEqual(asked.map((frame, index) => [frame, wanted[index]]))
})

test('shows the source frame under the middle of its own where the rates differ @web', async ({ preview }) => {
  await open(preview, aDocument({ pictures: [[shotClip('slow', take(2), 0, 90)]] }))
  const asked = [0, 1, 2, 3, 4, 5, 44, 89]
  const looks = await preview.evaluate(frames => lab.lookAt(frames), asked)
  expect(looks.map(({ code }) => code)).toEqual(asked.map(frame => burned(2, Math.floor((frame + 0.5) * 24 / 30))))
})

test('plays twelve shots with sound: no hole at a cut, in step with its clock @web @short', async ({ preview }) => {
  const shots = Array.from({ length: 12 }, (_, index) =>
    shotClip(`shot-${index}`, take(index % 2), index * 9, 9, { in: Math.floor(index / 2) * 16 }))
  await open(preview, aDocument({
    pictures: [shots],
    sounds: [{ with: [soundClip('music', take(23), 0, 3 * second)] }],
  }))
  const { looks, figures, frame } = await preview.evaluate(async () => {
    await lab.preview.play()
    const seen = await lab.watch(20_000)
    return { looks: seen, figures: lab.preview.figures(), frame: lab.preview.position() }
  })
  expect(frame, 'it plays to its end').toBe(108)
  expect(looks.filter(one => one.isBlack)).toEqual([])
  // How many frames are decoded too late depends on what else the machine does: `npm run bench -- timeline` wants none.
  expect(figures.lateSounds).toBeLessThan(2)
  expect(figures.bytes).toBeLessThan(60 * 2 ** 20)
  const frames = new Map(shots.flatMap(({ start, in: from }, index) =>
    Array.from({ length: 9 }, (_, at) => [burned(index % 2, from + at), start + at])))
  // Between two looks it is drawn again: it shows a frame that was due since the look before.
  const off = looks.filter(({ frame: at, code }, index) => {
    const drawn = frames.get(code) ?? -1
    return drawn > at || drawn < (looks[index - 1]?.frame ?? 0) - 1
  })
  expect(off.length, 'each was counted; the screen may be drawn twice in a frame').toBeLessThanOrEqual(figures.stalls * 2)
  const seen = new Set(looks.map(({ code }) => Math.floor((frames.get(code) ?? -1) / 9)))
  // A busy machine may leave out looks, but each shot that was due at one, by more than the frame before, is seen or was counted.
  const due = new Set(looks.flatMap(({ frame: at }) => at < 108 && at % 9 >= 2 ? Math.floor(at / 9) : []))
  expect(seen.size).toBeGreaterThan(6)
  expect([...due].filter(shot => !seen.has(shot)).length).toBeLessThanOrEqual(figures.stalls)
})

test('sounds as the levels say, sample for sample @web @wide', async ({ preview }) => {
  const document = aDocument({
    sounds: [
      { kind: 'speech', with: [
        soundClip('a', take(21), 5003, 100_001, { in: 777, fadeIn: 2400, fadeOut: 14_400 }),
        soundClip('b', take(22), 105_004, 90_000, { crossIn: 9600, gainDb: -4 }),
      ] },
      { gainDb: -6, ducking: { amountDb: -12, attackMs: 100, releaseMs: 400 }, with: [
        soundClip('music', take(23), 1000, 13 * second, { in: 4 * second, points: [{ at: 0, gainDb: 0 }, { at: 300_000, gainDb: -20 }] }),
      ] },
    ],
  })
  const heard = await preview.evaluate(given => lab.soundMatch(given, { from: 0, until: 14 }), document)
  expect(heard).toBeGreaterThan(80)
})

test('hears a change of a track within a tenth of a second, and leaves the rest as it is @web', async ({ preview }) => {
  const sounds = (gainDb: number, isMuted: boolean) => aDocument({ sounds: [
    { gainDb, with: [soundClip('a', take(23), 0, 4 * second)] },
    { isMuted, with: [soundClip('b', take(21), 2000, 2 * second)] },
  ] })
  const result = await preview.evaluate(async ([before, after]) => {
    const starts = lab.counts.starts
    const match = await lab.soundMatch(before, { from: 1.11, until: 3, change: { atSeconds: 1, document: after } })
    return { match, starts: lab.counts.starts - starts }
  }, [sounds(0, false), sounds(-9, true)] as const)
  expect(result.match).toBeGreaterThan(60)
  expect(result.starts).toBe(2)
})

test('keeps sound that did not change when the document is edited while it plays @web', async ({ preview }) => {
  const document = (length: number) => aDocument({
    pictures: [[shotClip('one', take(0), 0, 90)]],
    sounds: [{ with: [soundClip('a', take(23), 0, 5 * second)] }, { with: [soundClip('b', take(21), 40 * 1600, length)] }],
  })
  await open(preview, document(second))
  const counts = await preview.evaluate(async (edited) => {
    await lab.preview.play()
    // Both sounds: on a busy machine the second one is read later.
    while (lab.counts.starts < 2)
      await lab.watch(50)
    const before = { ...lab.counts }
    lab.preview.setDocument(edited)
    await lab.watch(200)
    return { starts: lab.counts.starts - before.starts, stops: lab.counts.stops - before.stops }
  }, document(second / 2))
  expect(counts, 'the edited clip alone starts anew').toEqual({ starts: 1, stops: 1 })
})

test('loops the range, runs backwards, steps, and stops at its ends @web', async ({ preview }) => {
  await open(preview, aDocument({
    pictures: [[shotClip('one', take(0), 0, 90)]],
    sounds: [{ with: [soundClip('a', take(23), 0, 3 * second)] }],
  }))
  const seen = await preview.evaluate(async () => {
    const { preview: shown } = lab
    shown.setRange({ inFrame: 30, outFrame: 45 })
    shown.setLoop(true)
    await shown.play()
    const looped = await lab.watch(1500)
    shown.pause()
    shown.setLoop(false)
    shown.seek(40)
    await shown.play()
    await lab.watch(5000)
    const atOut = shown.position()
    shown.seek(12)
    await shown.shuttle(-2)
    const back = await lab.watch(5000)
    const atStart = shown.position()
    shown.step(3)
    await shown.settled()
    const stepped = lab.look()
    shown.seek(30)
    await shown.shuttle(8)
    const fast = await lab.watch(5000)
    return { looped, atOut, back, atStart, stepped, fast, figures: shown.figures() }
  })
  expect(Math.min(...seen.looped.map(({ frame }) => frame))).toBe(30)
  expect(Math.max(...seen.looped.map(({ frame }) => frame))).toBeLessThan(45)
  expect(seen.looped.filter((one, index) => one.frame < (seen.looped[index - 1]?.frame ?? 0)).length).toBeGreaterThanOrEqual(2)
  expect(seen.atOut).toBe(45)
  expect(seen.back.map(({ frame }) => frame)).toEqual(seen.back.map(({ frame }) => frame).sort((a, b) => b - a))
  expect(seen.atStart).toBe(0)
  expect([seen.stepped.frame, seen.stepped.code]).toEqual([3, burned(0, 3)])
  expect(seen.fast.at(-1)?.frame).toBeGreaterThan(30)
})

test('an edge that is looked at gets its picture, however often the sequence is drawn before it is read @web', async ({ preview }) => {
  const edge = shotClip('b', take(1), 60, 60)
  const cut = aDocument({ pictures: [[shotClip('a', take(0), 0, 60), edge]] })
  let letThrough = (): void => {}
  const held = new Promise<void>(resolve => letThrough = resolve)
  await preview.route('**/shot-1.mp4*', async (route) => {
    await held
    await route.continue()
  })
  await open(preview, cut)
  await preview.evaluate(async ([sequence, clip]) => {
    const canvas = document.body.appendChild(Object.assign(document.createElement('canvas'), { id: 'edge', width: 960, height: 540 }))
    lab.preview.look([{ canvas, clip, into: 40 }], sequence)
    for (let times = 0; times < 5; times++) {
      lab.preview.setDocument({ ...sequence })
      await lab.preview.settled()
    }
  }, [cut, edge] as const)
  letThrough()
  // Nothing asks again: it is drawn when it comes.
  await expect.poll(() => preview.locator('#edge').evaluate((canvas) => {
    const row = canvas instanceof HTMLCanvasElement ? canvas.getContext('2d')?.getImageData(0, 30, canvas.width, 1).data ?? [] : []
    const isWhite = (bit: number): boolean => (row[(bit * 60 + 30) * 4 + 1] ?? 0) > 128
    return Array.from({ length: 12 }, (_, bit) => isWhite(bit) ? 2 ** bit : 0).reduce((sum, each) => sum + each, 0)
  })).toBe(burned(1, 40))
})

test('plays on after its output was suspended or lost @web', async ({ preview }) => {
  await open(preview, aDocument({ sounds: [{ with: [soundClip('a', take(23), 0, 20 * second)] }] }))
  const frames = await preview.evaluate(async () => {
    const moves = async (): Promise<boolean> => {
      const from = lab.preview.position()
      for (let round = 0; round < 500 && lab.preview.position() <= from; round++)
        await new Promise(requestAnimationFrame)
      return lab.preview.position() > from
    }
    await lab.preview.play()
    await moves()
    await lab.contexts.at(-1)?.suspend()
    const afterSleep = await moves()
    const before = lab.preview.position()
    await lab.contexts.at(-1)?.close()
    const afterLoss = await moves()
    return { afterSleep, afterLoss, jump: lab.preview.position() - before, contexts: lab.contexts.length }
  })
  expect(frames).toMatchObject({ afterSleep: true, afterLoss: true, contexts: 2 })
  expect(frames.jump).toBeLessThan(60)
})

test('lets the output rest until somebody plays, also after an edit @web', async ({ preview }) => {
  const state = () => preview.evaluate(() => lab.contexts.map(context => context.state))
  const document = aDocument({ sounds: [{ with: [soundClip('a', take(23), 0, 20 * second)] }] })
  await preview.clock.install()
  await preview.mouse.click(5, 5)
  await open(preview, document)
  await expect.poll(state).toEqual(['running'])
  await preview.clock.fastForward(10_000)
  await expect.poll(state).toEqual(['suspended'])
  await preview.evaluate(async (given) => {
    lab.preview.setDocument(given)
    await lab.preview.settled()
  }, document)
  await preview.clock.fastForward(10_000)
  expect(await state()).toEqual(['suspended'])
  await preview.evaluate(() => lab.preview.play())
  await expect.poll(() => preview.evaluate(() => lab.preview.position())).toBeGreaterThan(0)
  expect(await state()).toEqual(['running'])
})

test('lays pictures as their look says: contain, cover, crop, opacity, a move, rotation @web @wide', async ({ preview }) => {
  const square = (more: object, keys: Keys = {}) => aDocument({ pictures: [
    [shotClip('below', take(11), 0, 60, { sourceLength: null })],
    [shotClip('above', take(10), 0, 60, { sourceLength: null, look: { ...look, ...more }, keys })],
  ] })
  await open(preview, square({}))
  const [red, blue] = [await colourAt(preview, 0.5, 0.5), await colourAt(preview, 0.1, 0.5)]
  expect([red[0], blue[2]].every(value => (value ?? 0) > 240)).toBe(true)
  await open(preview, square({ fit: 'cover' }))
  expect(await colourAt(preview, 0.02, 0.5)).toEqual(red)
  await open(preview, square({ scale: 0.5, x: 0.25, y: -0.25 }))
  expect(await colourAt(preview, 0.75, 0.25)).toEqual(red)
  expect(await colourAt(preview, 0.5, 0.5)).toEqual(blue)
  // The left half is hidden, and the other stays where it was.
  await open(preview, square({ crop: { left: 0.5, top: 0, right: 0, bottom: 0 } }))
  expect(await colourAt(preview, 0.5 + 0.02, 0.5)).toEqual(red)
  expect(await colourAt(preview, 0.5 - 0.02, 0.5)).toEqual(blue)
  await open(preview, square({ opacity: 0.5 }))
  const mixed = await colourAt(preview, 0.5, 0.5)
  expect(mixed[0]).toBeGreaterThan(110)
  expect(mixed[2]).toBeGreaterThan(110)
  await open(preview, square({ scale: 0.7, rotation: 45 }))
  expect(await colourAt(preview, 0.5, 0.5 + 0.45)).toEqual(red)
  const across = [{ at: 0, value: 0, easing: 'linear' as const }, { at: 5900, value: 0.4, easing: 'linear' as const }]
  await open(preview, square({ scale: 0.2 }, { x: across }))
  await preview.evaluate(() => lab.lookAt([59]))
  expect(await colourAt(preview, 0.9, 0.5)).toEqual(red)
  expect(await colourAt(preview, 0.5, 0.5)).toEqual(blue)
})

test('says what is missing and what cannot be read, and plays the rest @web @wide', async ({ preview }) => {
  await open(preview, aDocument({
    pictures: [[shotClip('one', take(0), 0, 30)], [shotClip('gone', take(12), 0, 30), shotClip('never', take(99), 30, 30)]],
    sounds: [{ with: [soundClip('none', take(98), 0, second)] }],
  }))
  const problems = await preview.evaluate(async () => {
    const done = () => lab.preview.state().problems.length >= 3
    for (let round = 0; round < 600 && !done(); round++) {
      lab.preview.seek(round % 2 === 0 ? 5 : 35)
      await new Promise(requestAnimationFrame)
    }
    const [shown] = await lab.lookAt([7])
    return { problems: lab.preview.state().problems, shown }
  })
  expect(problems.problems.map(({ what, ...rest }) => `${what} ${'takeId' in rest ? `${rest.of} ${rest.takeId}` : ''}`).sort())
    .toEqual(['missing picture take-99', 'missing sound take-98', 'unreadable picture take-12'])
  expect(problems.shown?.code).toBe(burned(0, 7))
})

test('changes speed: sound follows, and pictures of the right moment @web', async ({ preview }) => {
  const document = aDocument({
    pictures: [[shotClip('half', take(0), 0, 100, { speed: 50 })]],
    sounds: [{ with: [
      soundClip('slow', take(23), 4800, 12 * second, { speed: 75 }),
      soundClip('fast', take(23), 13 * second, 9 * second, { speed: 130 }),
    ] }],
  })
  const heard = await preview.evaluate(given => lab.soundMatch(given, { from: 0, until: 22 }), document)
  expect(heard, 'over the joins of its slices, too').toBeGreaterThan(60)
  await open(preview, document)
  const looks = await preview.evaluate(() => lab.lookAt([0, 1, 2, 3, 99]))
  expect(looks.map(({ code }) => code)).toEqual([0, 0, 1, 1, 49].map(frame => burned(0, frame)))
})

test('plays a sound that was stretched already as it is, sample for sample @web', async ({ preview, bed }) => {
  const { [take(23)]: sound } = bed.sources.sounds
  await preview.evaluate(sources => lab.use(sources), { ...bed.sources, sounds: { [take(23)]: { ...sound, speed: 125 } } } as Sources)
  const document = aDocument({ sounds: [{ with: [soundClip('fast', take(23), 4800, 12 * second, { in: 5 * second, speed: 125 })] }] })
  expect(await preview.evaluate(given => lab.soundMatch(given, { from: 0, until: 13 }), document)).toBeGreaterThan(80)
})

test('measures the level and the loudness of the master and of each track @web', async ({ preview }) => {
  const tone = await preview.evaluate(async (given) => {
    lab.open().setDocument(given)
    await lab.preview.play()
    // What is measured is of the last 0.4 s: a busy machine may need a while to play as much.
    let meters = lab.preview.meters()
    while (lab.preview.state().isPlaying && (lab.preview.position() < 24 || meters.master.momentary === -Infinity)) {
      await lab.watch(100)
      meters = lab.preview.meters()
    }
    lab.preview.pause()
    return meters
  }, aDocument({ sounds: [
    { with: [soundClip('a', take(23), 0, 10 * second)] },
    { gainDb: -20, with: [soundClip('b', take(23), 0, 10 * second)] },
  ] }))
  const [loud, quiet] = [tone.tracks['sounds-0' as TrackId], tone.tracks['sounds-1' as TrackId]]
  expect(loud?.peaks[0]).toBeGreaterThan(0.25)
  expect(loud?.peaks[0]).toBeLessThan(0.4)
  expect((loud?.momentary ?? 0) - (quiet?.momentary ?? 0)).toBeCloseTo(20, 0)
  expect(tone.master.momentary).toBeGreaterThan(loud?.momentary ?? 0)
})

test('waits for what is being made, and plays it when it is there @web', async ({ preview, bed }) => {
  const document = aDocument({ pictures: [[shotClip('one', take(0), 0, 30)]] })
  await preview.evaluate(sources => lab.use({ ...sources, pictures: {} }), bed.sources)
  await open(preview, document)
  const shown = await preview.evaluate(async (sources) => {
    const before = lab.preview.state().problems.length
    lab.use(sources)
    lab.preview.refresh()
    const [seen] = await lab.lookAt([9])
    return { before, after: lab.preview.state().problems.length, code: seen?.code }
  }, bed.sources)
  expect(shown).toEqual({ before: 1, after: 0, code: burned(0, 9) })
})

test('says that WebCodecs is missing, and shows shots by the browser\'s own element @web', async ({ preview }) => {
  await preview.evaluate(() => Reflect.deleteProperty(globalThis, 'VideoDecoder'))
  await open(preview, aDocument({ pictures: [[shotClip('one', take(0), 0, 60), shotClip('two', take(1), 60, 60)]] }))
  const seen = await preview.evaluate(async () => {
    const looks = await lab.lookAt([0, 31, 60, 90])
    lab.preview.seek(50)
    await lab.preview.play()
    const played = await lab.watch(1000)
    return { looks, played, problems: lab.preview.state().problems.map(({ what }) => what) }
  })
  expect(seen.problems).toEqual(['no-webcodecs'])
  expect(seen.looks.map(({ code }) => code)).toEqual([burned(0, 0), burned(0, 31), burned(1, 0), burned(1, 30)])
  expect(seen.played.filter(({ isBlack }) => isBlack)).toEqual([])
})

test('draws captions and titles over the pictures, and continues without them when they fail @web @wide', async ({ preview }) => {
  const titled = aDocument({ pictures: [[shotClip('one', take(0), 0, 60)], [
    { ...shotClip('title', take(0), 20, 20, { sourceLength: null }), takeId: null, title: { text: 'A title', style: titleStyle } },
  ]] })
  await open(preview, titled)
  const seen = await preview.evaluate(async (given) => {
    const painted: number[] = []
    const asses: string[] = []
    lab.openWith({
      set: async ass => void asses.push(ass),
      resize: () => {},
      async pictureAt(seconds) {
        if (painted.length >= 2)
          throw new Error('The painter broke')
        painted.push(seconds)
        const { canvas } = lab
        const drawn = new OffscreenCanvas(canvas.width, canvas.height)
        drawn.getContext('2d')?.fillRect(0, canvas.height * 0.7, canvas.width, canvas.height * 0.3)
        return drawn.transferToImageBitmap()
      },
      close: () => {},
    }).setDocument(given)
    lab.preview.setDocument({ ...given, name: 'Another name' })
    const looks = await lab.lookAt([10, 20, 39, 40, 30])
    return { asses, painted, isBlack: looks.map(one => one.isBlack), problems: lab.preview.state().problems.map(({ what }) => what) }
  }, titled)
  expect(seen.asses.map(ass => ass.includes('A title')), 'given once, as long as the words are the same').toEqual([true])
  expect(seen.painted.map(seconds => Math.floor(seconds * 30))).toEqual([20, 39])
  expect(seen.isBlack).toEqual([false, true, true, false, false])
  expect(seen.problems).toEqual(['no-captions'])
})

test('draws a title where its track is: over what is lower, under what is higher, captions above all @web', async ({ preview }) => {
  const title = (name: string, start: number, length: number) =>
    ({ ...shotClip(name, take(0), start, length, { sourceLength: null }), takeId: null, title: { text: name, style: titleStyle } })
  const over = shotClip('over', take(10), 20, 20, { sourceLength: null, look: { ...look, fit: 'cover', scale: 0.5 } })
  const still = shotClip('one', take(11), 0, 60, { sourceLength: null })
  const colours = await preview.evaluate(async (given) => {
    let ass = ''
    lab.openWith({
      set: async next => void (ass = next),
      resize: () => {},
      async pictureAt(seconds) {
        // Each title is its own bar: `below` is green at the middle and the edge, `above` white at the middle alone.
        const { width, height } = lab.canvas
        const drawn = new OffscreenCanvas(width, height)
        const context = drawn.getContext('2d')!
        const times = [...ass.matchAll(/^Dialogue: \d+,0:00:([\d.]+),0:00:([\d.]+),.*(below|above)$/gm)]
        for (const [, from, to, which] of times) {
          if (seconds < Number(from) || seconds >= Number(to))
            continue
          context.fillStyle = which === 'below' ? '#00ff00' : '#ffffff'
          context.fillRect(which === 'below' ? 0 : width * 0.45, height * 0.4, which === 'below' ? width : width * 0.1, height * 0.2)
        }
        return drawn.transferToImageBitmap()
      },
      close: () => {},
    }).setDocument(given)
    const at = (x: number) =>
      [...lab.canvas.getContext('2d')!.getImageData(lab.canvas.width * x, lab.canvas.height / 2, 1, 1).data].slice(0, 3).map(v => v > 128 ? 1 : 0).join('')
    const seen: string[][] = []
    for (const frame of [10, 25, 35, 45, 55]) {
      await lab.lookAt([frame])
      seen.push([at(0.1), at(0.4), at(0.5)])
    }
    return seen
  }, aDocument({ pictures: [[still], [title('below', 0, 60)], [over], [title('above', 30, 20)]] }))
  expect(colours).toEqual([
    ['010', '010', '010'],
    ['010', '100', '100'],
    ['010', '100', '111'],
    ['010', '010', '111'],
    ['010', '010', '010'],
  ])
})

test('keeps only so much in memory while it plays a long sequence @web', async ({ preview }) => {
  const clips = Array.from({ length: 400 }, (_, index) => shotClip(`shot-${index}`, take(index % 4), index * 60, 60, { sourceLength: 120 }))
  await open(preview, aDocument({
    pictures: [clips],
    sounds: [{ with: Array.from({ length: 40 }, (_, index) => soundClip(`music-${index}`, take(23), index * 20 * second, 20 * second)) }],
  }))
  const most = await preview.evaluate(async () => {
    let bytes = 0
    for (let frame = 0; frame < 24_000; frame += 600) {
      await lab.lookAt([frame])
      bytes = Math.max(bytes, lab.preview.figures().bytes)
    }
    return bytes
  })
  expect(most).toBeLessThan(120 * 2 ** 20)
})
