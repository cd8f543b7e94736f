/**
 * Encoders of this machine: presets that lack one, hardware that only claims to work, and hardware that does.
 *
 * @module-tag wide
 */
import type { RenderPlan } from '../../../src-main/media/plan/render-plan.ts'
import { expect, it, onTestFinished } from 'vitest'
import { presetById } from '#rules/deliver/presets.ts'
import { usualOptions } from '#rules/deliver/usual-options.ts'
import { renderPlan } from '../../../src-main/media/render/render.ts'
import { ffprobe } from '../../kit/every-preset.ts'
import { openMediaKit } from '../../kit/media.ts'
import { openOddFfmpeg } from '../../kit/odd-ffmpeg.ts'
import { openDeliveries } from './open-deliveries.ts'

/** Has no libx265; claims HEVC in hardware, which fails, and H.264, for which libx264 is in. */
const machine = `
if [ "$*" = -encoders ]; then
  "$real" -encoders | grep -vE 'libx265|_(nvenc|qsv|vaapi|amf|videotoolbox) '
  echo ' V....D h264_nvenc           NVIDIA NVENC H.264 encoder (codec h264)'
  echo ' V....D hevc_nvenc           NVIDIA NVENC hevc encoder (codec hevc)'
  exit 0
fi
case "$*" in
  *hevc_nvenc*) echo '[hevc_nvenc] Cannot load libcuda.so.1' >&2; exit 1;;
  *h264_nvenc*)
    echo h264_nvenc >> "$(dirname "$0")/used"
    left=$#
    while [ "$left" -gt 0 ]; do
      word=$1; shift; left=$((left - 1))
      case "$word" in
        h264_nvenc) set -- "$@" libx264;;
        p4) set -- "$@" ultrafast;;
        -rc|-cq) shift; left=$((left - 1));;
        *) set -- "$@" "$word";;
      esac
    done;;
esac`

async function open() {
  const kit = await openMediaKit()
  onTestFinished(() => kit.close())
  const ffmpeg = await openOddFfmpeg(kit.folder, machine)
  return { kit, ffmpeg, ...await openDeliveries({ ffmpeg }) }
}

it('presets without an encoder are told with what they need; hardware counts once it has encoded', async () => {
  const { deliver, layOutTwoLines } = await open()
  const hevc = ['hevc-1080', 'hevc-2160', 'hevc-10-1080', 'hdr-hlg-2160', 'hdr-pq-2160']
  expect(await deliver.lacking()).toEqual(hevc.map(presetId => ({ presetId, needs: ['libx265'] })))
  expect(await deliver.hardware()).toEqual([{ codec: 'h264', name: 'h264_nvenc' }])

  const sequence = await layOutTwoLines()
  const findings = async (presetId: string, encoder: 'software' | 'hardware'): Promise<string[]> =>
    (await deliver.preflight(sequence, { presetId, captionMode: 'none', encoder })).map(({ finding, example }) => `${finding} ${example}`)
  expect(await findings('landscape-720', 'hardware')).toEqual([])
  expect(await findings('hevc-1080', 'software')).toContain('no-encoder libx265')
  expect(await findings('hevc-1080', 'hardware')).toContain('no-encoder hevc hardware encoder')
})

it('a machine without any has nothing to choose', async () => {
  const { deliver } = await openDeliveries({ hasFfmpeg: false })
  expect([await deliver.lacking(), await deliver.hardware()]).toEqual([[], []])
})

it('a film is encoded in hardware only when that was chosen, and then in no other way', async () => {
  const { kit, ffmpeg, deliver, layOutTwoLines } = await open()
  const { id: sequenceId } = await layOutTwoLines()
  const wish = { sequenceId, presetId: 'landscape-720', captionMode: 'none', name: 'Film' } as const
  const usual = await deliver.freeze({ ...wish, options: usualOptions })
  const { encoding } = await deliver.freeze({ ...wish, options: { ...usualOptions, encoder: 'hardware' } })
  expect([usual.encoding.video?.encoder, encoding.video?.encoder]).toEqual(['software', 'hardware'])

  const size = { width: 64, height: 36 }
  const plan = (video: RenderPlan['encoding']['video']): RenderPlan => ({
    ...{ ...size, rate: { numerator: 25, denominator: 1 }, durationFrames: 5, background: '#000000', loudness: null },
    ...{ pictures: [], stretches: [], sounds: [], chapters: [], metadata: {} },
    encoding: { ...encoding, video: video && { ...video, ...size } },
    captions: { mode: 'none', assPath: null, fontsDir: null, tracks: [] },
  })
  const path = kit.file('film.mp4')
  await renderPlan(plan(encoding.video), path, { ffmpeg, workDir: kit.file('work') })
  expect((await ffprobe(path)).streams[0]).toMatchObject({ codec_name: 'h264', width: 64, height: 36 })
  const hevc = presetById('hevc-1080')!.video!
  await expect(renderPlan(plan({ ...hevc, encoder: 'hardware' }), kit.file('none.mp4'), { ffmpeg, workDir: kit.file('work') }))
    .rejects
    .toThrow('No hardware encoder for hevc works on this machine')
})
