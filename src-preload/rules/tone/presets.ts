/** The presets of level and tone: starting points for a spoken voice, which a person changes by ear. */
import type { ToneChain } from '#contract/tone.ts'

export const tonePresets = ['off', 'podcast', 'audiobook', 'film'] as const
export type TonePreset = (typeof tonePresets)[number]

/** What filters have until somebody sets them. */
const neutral: ToneChain = {
  isOn: false,
  highPass: { isOn: false, hz: 80 },
  denoise: { isOn: false, reductionDb: 10, floorDb: -50 },
  deEss: { isOn: false, percent: 30 },
  compressor: { isOn: false, thresholdDb: -22, ratio: 2, attackMs: 15, releaseMs: 200, makeupDb: 0 },
  equalizer: {
    isOn: false,
    low: { hz: 120, gainDb: 0 },
    lowMid: { hz: 300, gainDb: 0, q: 1 },
    highMid: { hz: 3500, gainDb: 0, q: 1 },
    high: { hz: 10_000, gainDb: 0 },
  },
  outputDb: 0,
}

const chains: Readonly<Record<TonePreset, ToneChain>> = {
  off: neutral,
  /** Near and even: heard on the way, against noise. */
  podcast: {
    isOn: true,
    highPass: { isOn: true, hz: 80 },
    denoise: { isOn: true, reductionDb: 10, floorDb: -50 },
    deEss: { isOn: true, percent: 30 },
    compressor: { isOn: true, thresholdDb: -24, ratio: 3, attackMs: 10, releaseMs: 120, makeupDb: 5 },
    equalizer: {
      isOn: true,
      low: { hz: 120, gainDb: 1 },
      lowMid: { hz: 300, gainDb: -2, q: 1 },
      highMid: { hz: 3500, gainDb: 2.5, q: 0.9 },
      high: { hz: 10_000, gainDb: 1.5 },
    },
    outputDb: 0,
  },
  /** Little of everything: listened to for hours. */
  audiobook: {
    isOn: true,
    highPass: { isOn: true, hz: 70 },
    denoise: { isOn: true, reductionDb: 12, floorDb: -55 },
    deEss: { isOn: true, percent: 25 },
    compressor: { isOn: true, thresholdDb: -22, ratio: 2, attackMs: 15, releaseMs: 200, makeupDb: 2.5 },
    equalizer: {
      isOn: true,
      low: { hz: 120, gainDb: 0 },
      lowMid: { hz: 250, gainDb: -1.5, q: 1 },
      highMid: { hz: 4000, gainDb: 1, q: 0.9 },
      high: { hz: 10_000, gainDb: 0 },
    },
    outputDb: 0,
  },
  /** Keeps what a performance does with loudness, and leaves room for music and effects. */
  film: {
    isOn: true,
    highPass: { isOn: true, hz: 60 },
    denoise: { isOn: false, reductionDb: 8, floorDb: -55 },
    deEss: { isOn: true, percent: 20 },
    compressor: { isOn: true, thresholdDb: -18, ratio: 1.5, attackMs: 20, releaseMs: 250, makeupDb: 1.5 },
    equalizer: {
      isOn: true,
      low: { hz: 150, gainDb: 1 },
      lowMid: { hz: 400, gainDb: -1.5, q: 1.2 },
      highMid: { hz: 2800, gainDb: 1.5, q: 0.8 },
      high: { hz: 9000, gainDb: 1 },
    },
    outputDb: 0,
  },
}

export function chainOf(preset: TonePreset): ToneChain {
  return chains[preset]
}

/** A chain that is off is *Off*, whatever its filters are set to. */
export function presetOf(chain: ToneChain | null): TonePreset | 'custom' {
  if (chain === null || !chain.isOn)
    return 'off'
  return tonePresets.find(preset => isSameChain(chains[preset], chain)) ?? 'custom'
}

export function isSameChain(a: ToneChain, b: ToneChain): boolean {
  return isSame(a, b)
}

function isSame(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null)
    return a === b
  const entries = Object.entries(a)
  const others = new Map(Object.entries(b))
  return entries.length === others.size && entries.every(([name, value]) => others.has(name) && isSame(value, others.get(name)))
}
