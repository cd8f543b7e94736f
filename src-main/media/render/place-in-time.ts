/** Where a delivery begins in its sequence, for programs that put files back at their place: a timecode in MOV and MXF, `bext` in WAV. */
import type { FrameRate } from '#contract/sequence-document.ts'
import type { RenderPlan } from '../plan/render-plan.ts'
import { soundForm } from '#rules/deliver/sound-form.ts'
import { secondsOfFrames } from '#rules/sequence/frames.ts'
import { frameOfNumber, nominalRate, timecode } from '#rules/sequence/timecode.ts'
import { filmRate } from '../picture/film-rate.ts'

type Placed = Pick<RenderPlan, 'rate' | 'encoding' | 'startFrame' | 'metadata'>

/** Rates that a timecode counts: whole ones, and those of NTSC. */
const counted = [24, 25, 30, 48, 50, 60, 100, 120]

/** For the output. */
export function placeArgs(plan: Placed): string[] {
  const { format, audio, video } = plan.encoding
  const seconds = secondsOfFrames(plan.startFrame ?? 0, plan.rate)
  if ((format === 'mov' || format === 'mxf') && video) {
    const code = timecodeAt(seconds, filmRate(plan))
    return code === null ? [] : ['-metadata', `timecode=${code}`]
  }
  return format === 'wav' && audio ? ['-write_bext', '1', ...bextTags(plan, Math.round(seconds * soundForm(audio).sampleRate))] : []
}

/** EBU Tech 3285: a place in samples since midnight, here since the beginning of the sequence. */
function bextTags({ metadata }: Placed, samples: number): string[] {
  const [date = '', time = ''] = (metadata.creation_time ?? '').split(/[T.]/)
  const tags = {
    // In ASCII, as the standard has no other letters: what has others is in the tags next to it.
    description: (metadata.title ?? '').replaceAll(/[^\x20-\x7E]/g, '?').slice(0, 256),
    originator: 'Takeroom',
    ...date !== '' && { origination_date: date, origination_time: time },
    time_reference: String(samples),
  }
  return Object.entries(tags).flatMap(([name, value]) => ['-metadata', `${name}=${value}`])
}

function timecodeAt(seconds: number, rate: FrameRate): string | null {
  const { numerator, denominator } = rate
  const inSecond = nominalRate(rate)
  if (!counted.includes(inSecond) || (denominator !== 1 && denominator !== 1001))
    return null
  const day = frameOfNumber(24 * 3600 * inSecond, rate)
  return timecode(Math.round(seconds * numerator / denominator) % day, rate)
}
