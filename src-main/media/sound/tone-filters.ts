/** A chain of level and tone as filters of ffmpeg that every version from 4.4 on has. What comes out is as long as what came in, and in time. */
import type { ToneChain } from '#contract/tone.ts'
import { chainOfKey } from '#rules/tone/tone-key.ts'

/** Samples at 48 kHz by which filters delay: half a window of the noise filter, and the look-ahead of the limiter. */
const denoiseDelay = 1200
const limiterAttackMs = 5
const limiterDelay = limiterAttackMs * 48 - 1
/** Of full scale: the preview has whole numbers, which must not be cut off. */
const limitDb = -1

const amplitude = (db: number): string => (10 ** (db / 20)).toFixed(6)

/** For sound of 48 kHz, mono or stereo, in floating point. None for a word that is no chain. */
export function toneFilters(key: string | undefined): string[] {
  const chain = key === undefined ? null : chainOfKey(key)
  if (!chain)
    return []
  const { highPass, denoise, deEss, compressor, equalizer, outputDb } = chain
  const delay = limiterDelay + (denoise.isOn ? denoiseDelay : 0)
  return [
    'aformat=sample_fmts=fltp:channel_layouts=mono|stereo',
    `apad=pad_len=${delay}`,
    ...highPass.isOn ? [`highpass=f=${highPass.hz}`] : [],
    ...denoise.isOn ? [`afftdn=nr=${denoise.reductionDb}:nf=${denoise.floorDb}`] : [],
    ...deEss.isOn ? [`deesser=i=${deEss.percent / 100}:m=0.5:f=0.5`] : [],
    ...compressor.isOn ? [compress(compressor)] : [],
    ...equalizer.isOn ? equalize(equalizer) : [],
    ...outputDb === 0 ? [] : [`volume=${outputDb}dB:precision=float`],
    `alimiter=limit=${amplitude(limitDb)}:attack=${limiterAttackMs}:release=50:level=0`,
    `atrim=start_sample=${delay}`,
    'asetpts=PTS-STARTPTS',
    'aformat=sample_fmts=flt',
  ]
}

function compress({ thresholdDb, ratio, attackMs, releaseMs, makeupDb }: ToneChain['compressor']): string {
  // ffmpeg takes no lower threshold than that of ten bits.
  const threshold = Math.max(0.000977, 10 ** (thresholdDb / 20)).toFixed(6)
  return `acompressor=threshold=${threshold}:ratio=${ratio}:attack=${attackMs}:release=${releaseMs}:makeup=${amplitude(makeupDb)}`
}

function equalize({ low, lowMid, highMid, high }: ToneChain['equalizer']): string[] {
  return [
    ...low.gainDb === 0 ? [] : [`bass=g=${low.gainDb}:f=${low.hz}:t=q:w=0.707`],
    ...[lowMid, highMid].flatMap(({ hz, gainDb, q }) => gainDb === 0 ? [] : [`equalizer=f=${hz}:t=q:w=${q}:g=${gainDb}`]),
    ...high.gainDb === 0 ? [] : [`treble=g=${high.gainDb}:f=${high.hz}:t=q:w=0.707`],
  ]
}
