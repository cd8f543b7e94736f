/**
 * A chain as one short word: equal words, equal sound. It names derived sounds, which can be made again from it alone, and so has
 * everything that is heard and nothing else.
 */
import type { ToneChain } from '#contract/tone.ts'
import { ToneChain as Shape } from '#contract/tone.ts'
import { chainOf } from './presets.ts'

/** Raise it when the same word sounds different: what was made before is made again. */
const version = 't1'

/** Tenths as whole numbers; `m` is minus. */
const tenths = (value: number): string => String(Math.round(value * 10)).replace('-', 'm')
const whole = (value: number): string => String(value).replace('-', 'm')
const read = (text: string | undefined): number => Number((text ?? '').replace('m', '-'))
const readTenths = (text: string | undefined): number => read(text) / 10

/** Empty for a chain through which a sound passes unchanged. */
export function toneKey(chain: ToneChain | null | undefined): string {
  if (!chain?.isOn)
    return ''
  const { highPass, denoise, deEss, compressor, equalizer, outputDb } = chain
  const { low, lowMid, highMid, high } = equalizer
  const { thresholdDb, ratio, attackMs, releaseMs, makeupDb } = compressor
  const parts = [
    highPass.isOn && `h${highPass.hz}`,
    denoise.isOn && `n${denoise.reductionDb}.${whole(denoise.floorDb)}`,
    deEss.isOn && `s${deEss.percent}`,
    compressor.isOn && `c${whole(thresholdDb)}.${tenths(ratio)}.${attackMs}.${releaseMs}.${tenths(makeupDb)}`,
    equalizer.isOn && low.gainDb !== 0 && `a${low.hz}.${tenths(low.gainDb)}`,
    equalizer.isOn && lowMid.gainDb !== 0 && `b${lowMid.hz}.${tenths(lowMid.gainDb)}.${tenths(lowMid.q)}`,
    equalizer.isOn && highMid.gainDb !== 0 && `d${highMid.hz}.${tenths(highMid.gainDb)}.${tenths(highMid.q)}`,
    equalizer.isOn && high.gainDb !== 0 && `e${high.hz}.${tenths(high.gainDb)}`,
    outputDb !== 0 && `g${tenths(outputDb)}`,
  ].filter(part => part !== false)
  return parts.length === 0 ? '' : [version, ...parts].join('_')
}

/** What a word means: the filters that it names are on, the others off. Null for anything that `toneKey` does not write. */
export function chainOfKey(key: string): ToneChain | null {
  const [first, ...parts] = key.split('_')
  if (first !== version)
    return null
  const values = new Map(parts.map(part => [part.slice(0, 1), part.slice(1).split('.')]))
  const off = chainOf('off')
  const { low, lowMid, highMid, high } = off.equalizer
  const [h, n, s, c, g] = [values.get('h'), values.get('n'), values.get('s'), values.get('c'), values.get('g')]
  const [a, b, d, e] = [values.get('a'), values.get('b'), values.get('d'), values.get('e')]
  const chain = Shape.safeParse({
    isOn: true,
    highPass: h ? { isOn: true, hz: read(h[0]) } : off.highPass,
    denoise: n ? { isOn: true, reductionDb: read(n[0]), floorDb: read(n[1]) } : off.denoise,
    deEss: s ? { isOn: true, percent: read(s[0]) } : off.deEss,
    compressor: c
      ? {
          ...{ isOn: true, thresholdDb: read(c[0]), ratio: readTenths(c[1]), attackMs: read(c[2]), releaseMs: read(c[3]) },
          makeupDb: readTenths(c[4]),
        }
      : off.compressor,
    equalizer: {
      isOn: [a, b, d, e].some(band => band !== undefined),
      low: a ? { hz: read(a[0]), gainDb: readTenths(a[1]) } : low,
      lowMid: b ? { hz: read(b[0]), gainDb: readTenths(b[1]), q: readTenths(b[2]) } : lowMid,
      highMid: d ? { hz: read(d[0]), gainDb: readTenths(d[1]), q: readTenths(d[2]) } : highMid,
      high: e ? { hz: read(e[0]), gainDb: readTenths(e[1]) } : high,
    },
    outputDb: g ? readTenths(g[0]) : 0,
  }).data
  return chain && toneKey(chain) === key ? chain : null
}
