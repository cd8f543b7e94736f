/** Render plans as jobs keep them: each reads as it was frozen, and one in another form is refused. */
import { expect, it } from 'vitest'
import { usualOptions } from '#rules/deliver/usual-options.ts'
import { captionFilesOf } from '../../../../src-main/media/plan/caption-files.ts'
import { RenderJobPlan } from '../../../../src-main/media/plan/render-job.ts'
import { fromSingle, onlyEncoding, soundFromSamples } from '../../../kit/plain-plan.ts'
import { idOf } from '../../../seam/sequence/arbitrary.ts'

/** As JSON has it. */
function frozenPlan(has: Record<string, unknown> = {}): Record<string, unknown> {
  return JSON.parse(JSON.stringify({
    deliveryId: idOf(1),
    delivery: {
      ...{ id: idOf(1), projectId: idOf(2), sequenceId: idOf(3), name: 'Film', presetId: 'landscape-720', width: 1280, height: 720 },
      ...{ captionMode: 'none', files: [], durationSeconds: null, loudness: null, folder: '/films', isMissing: false, createdAt: 0 },
    },
    ...{ fileBase: 'Film', target: null, captionMode: 'none', loudness: { targetLufs: -14, truePeakDbtp: -1 } },
    encoding: onlyEncoding({ width: 1280, height: 720 }),
    sources: [{ takeId: idOf(4), path: '/assets/still.png', medium: 'picture', sizeBytes: 1000 }],
    ...{ width: 1280, height: 720, rate: { numerator: 30, denominator: 1 }, durationFrames: 90, background: '#102030' },
    ...fromSingle([
      { path: '/assets/shot.mp4', medium: 'video', startFrame: 10, frames: 20, inFrame: 7, fit: 'cover', pushIn: null },
      {
        ...{ path: '/assets/still.png', medium: 'picture', startFrame: 30, frames: 5, inFrame: 0, fit: 'cover' },
        pushIn: { fromFrame: 4, frames: 9 },
      },
    ]),
    sounds: [soundFromSamples({
      ...{ path: '/assets/line.wav', startSample: 48, samples: null, inSample: 3, gainDb: -6, fadeInSamples: 9, fadeOutSamples: 6 },
    })],
    ...{ captions: [], ass: null, chapters: [], metadata: { title: 'Film' }, kit: null },
    ...{ levelsLines: false, startFrame: 0, options: usualOptions },
    ...{ captionFiles: [], isAlsoEmbedded: false, beside: [], mark: null, cover: null },
    ...has,
  })) as Record<string, unknown>
}

it('a plan reads as it was frozen', () => {
  expect(RenderJobPlan.parse(frozenPlan())).toEqual(frozenPlan())
})

it.each(['encoding', 'stretches', 'captions', 'background', 'pictures'])('a plan without %s is refused', (part) => {
  expect(() => RenderJobPlan.parse(frozenPlan({ [part]: undefined }))).toThrow()
})

it('captions without a language are one file of the plain name', () => {
  expect(captionFilesOf([])).toEqual([])
  expect(captionFilesOf([{ language: '', name: '', texts: { srt: '1' } }])).toEqual([{ extension: 'srt', text: '1' }])
})

it('caption files of several languages have names of their own', () => {
  const captions = [['en', ''], ['', 'Für Eltern'], ['', ''], ['EN', '']]
    .map(([language = '', name = ''], at) => ({ language, name, texts: { srt: String(at) } }))
  expect(captionFilesOf(captions).map(({ extension }) => extension)).toEqual(['en.srt', 'Für Eltern.srt', '3.srt', '4.srt'])
})
