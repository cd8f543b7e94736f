/** Brings shots of high dynamic range (PQ and HLG) into BT.709, where the installed ffmpeg can. */
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts'

/** How the brightness of such a shot is stored: SMPTE ST 2084, or ARIB STD-B67. */
export type Hdr = 'pq' | 'hlg'

/** As ffmpeg spells them. */
export const hdrTransfers: Readonly<Record<Hdr, string>> = { pq: 'smpte2084', hlg: 'arib-std-b67' }

/** White of a page in candela per square metre (ITU-R BT.2408); then what is brighter than anything that is shown. */
export const whiteNits = 203
const brightestNits = 1000

const toneMapNeeds = ['zscale', 'tonemap'] as const

export function canToneMap({ filters }: Pick<Ffmpeg, 'filters'>): boolean {
  return toneMapNeeds.every(name => filters.has(name))
}

/**
 * Filters whose output is BT.709 in limited range. What is darker than a third of white stays as it is; what is brighter comes closer
 * together, white at 83 %. Their alpha is lost.
 */
export function toneMapFilters(hdr: Hdr): string[] {
  return [
    // Whatever else the file forgot to say: such shots are BT.2020.
    `setparams=color_primaries=bt2020:color_trc=${hdrTransfers[hdr]}:colorspace=bt2020nc`,
    `zscale=t=linear:npl=${whiteNits}:p=bt709`,
    'format=gbrpf32le',
    `tonemap=mobius:peak=${(brightestNits / whiteNits).toFixed(2)}:desat=0`,
    'zscale=t=bt709:m=bt709:r=tv',
    'format=yuv420p10le',
  ]
}
