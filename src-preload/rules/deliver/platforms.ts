/** What platforms take: by their name, or where the shape of the picture says which ones are meant. */
import type { LoudnessTarget, Platform } from '#contract/presets.ts'
import type { Size } from '../sequence/placement.ts'

/** Shares of the picture's width and height. */
export interface Overlay { readonly top: number, readonly bottom: number, readonly left: number, readonly right: number }

interface PlatformRules {
  /** As it calls itself in every language. */
  readonly name: string
  /** Null where there is no limit to tell of. */
  readonly longestSeconds: number | null
  /** It shows chapters only where they follow the rules of `youtubeProblems`. */
  readonly hasChapterRules: boolean
  /** `tall` also takes squares. */
  readonly shape: 'tall' | 'any'
  /** Pixels of the shorter side, and pictures a second; null where there is no limit to tell of. */
  readonly leastSide: number | null
  readonly rates: { readonly least: number, readonly most: number } | null
  readonly mostBytes: number | null
  /** How loud it plays, or asks for, and how far a file may be off. */
  readonly loudness: Pick<LoudnessTarget, 'targetLufs'> & { readonly withinLu: number }
  /** At each side, what its buttons and words cover. Null where it covers nothing. */
  readonly overlay: Overlay | null
}

/**
 * Looked up on 27 November 2026; each comes from its platform's own pages where a name of a page follows it, and otherwise from what
 * others wrote in 2025
 * and 2026, as said.
 */
export const platforms: Readonly<Record<Platform, PlatformRules>> = {
  'youtube': {
    ...{ name: 'YouTube', hasChapterRules: true, shape: 'any', leastSide: null, overlay: null },
    // 12 hours or 256 GB of those who are verified, 15 minutes of others: support.google.com/youtube/answer/71673, as quoted by quso.ai.
    ...{ longestSeconds: 43_200, mostBytes: 256e9 },
    // 24 to 60 are recommended (answer/1722171); others are taken.
    rates: null,
    // Not published: measured by many, and what its "content loudness" compares with.
    loudness: { targetLufs: -14, withinLu: 1 },
  },
  'youtube-shorts': {
    ...{ name: 'YouTube Shorts', hasChapterRules: false, leastSide: null, rates: null, mostBytes: 256e9 },
    // Square or vertical, up to three minutes since 15 October 2024: support.google.com/youtube/answer/15424877.
    ...{ longestSeconds: 180, shape: 'tall' },
    loudness: { targetLufs: -14, withinLu: 1 },
    // Not published. Of 1080 × 1920: 120 above, 300 below, 120 on the right (blitzcutai.com, 2026).
    overlay: { top: 0.0625, bottom: 0.157, left: 0, right: 0.112 },
  },
  'tiktok': {
    ...{ name: 'TikTok', hasChapterRules: false },
    // Ten minutes, 23 to 60 pictures a second, 360 pixels or more and 4 GB through its interface for programs (developers.tiktok.com,
    // media transfer guide, as quoted by
    // ayrshare.com and getlate.dev). By hand up to an hour, and 10 GB, which its pages could not be found to say.
    ...{ longestSeconds: 3600, shape: 'any', leastSide: 360, rates: { least: 23, most: 60 }, mostBytes: 10e9 },
    // Not published.
    loudness: { targetLufs: -14, withinLu: 1 },
    // Published for advertisements only, as pictures. Of 1080 × 1920: 130 above, 350 below, 164 on the right, 60 on the left
    // (blitzcutai.com, 2026).
    overlay: { top: 0.068, bottom: 0.183, left: 0.056, right: 0.152 },
  },
  'instagram-reels': {
    ...{ name: 'Instagram Reels', hasChapterRules: false, shape: 'any' },
    // 15 minutes, 23 to 60 pictures a second (Instagram API, IG User Media, as quoted by ayrshare.com); recorded in the app three
    // minutes, which is
    // also what is recommended to those who do not follow. 4 GB in the app.
    ...{ longestSeconds: 900, leastSide: 320, rates: { least: 23, most: 60 }, mostBytes: 4e9 },
    // Not published.
    loudness: { targetLufs: -14, withinLu: 1 },
    // 14 % above, 35 % below, 6 % at the sides: Meta Business Help Center, of advertisements in Reels, as quoted by houseofmarketers.com.
    overlay: { top: 0.14, bottom: 0.35, left: 0.06, right: 0.06 },
  },
  'spotify': {
    ...{ name: 'Spotify', hasChapterRules: false, shape: 'any', leastSide: null, rates: null, overlay: null },
    // No limits of length could be found on its pages.
    ...{ longestSeconds: null, mostBytes: null },
    // support.spotify.com/artists/article/loudness-normalization: plays at −14 LUFS.
    loudness: { targetLufs: -14, withinLu: 1 },
  },
  'apple-podcasts': {
    ...{ name: 'Apple Podcasts', hasChapterRules: false, shape: 'any', leastSide: null, rates: null, overlay: null },
    ...{ longestSeconds: null, mostBytes: null },
    // podcasters.apple.com/support/893-audio-requirements: −16 dB LKFS, within 1 dB.
    loudness: { targetLufs: -16, withinLu: 1 },
  },
}

/** Feeds fill the width of a phone's screen of 9:16. */
const screenShape = 9 / 16

/**
 * What a platform covers of a picture of this shape. Wider pictures have bars above and below, which its buttons are on first. Null where
 * it covers nothing, and for landscape pictures, which are turned or shown small.
 */
export function overlayOn(platform: Platform | null | undefined, { width, height }: Size): Overlay | null {
  const overlay = platform ? platforms[platform].overlay : null
  if (overlay === null || width > height)
    return null
  const shown = Math.min(1, screenShape / (width / height))
  const bar = (1 - shown) / 2
  const rest = (share: number): number => Math.max(0, (share - bar) / shown)
  return { ...overlay, top: rest(overlay.top), bottom: rest(overlay.bottom) }
}

export const isPlatformName = (text: string): boolean => Object.values(platforms).some(({ name }) => name === text)

/** YouTube Shorts take three minutes, and so do the stories of others; null where there is no limit to tell of. */
export function longestSecondsOf({ width, height }: { readonly width: number, readonly height: number }): number | null {
  return Math.abs(width / height - 9 / 16) < 0.01 ? 180 : null
}

/** What is not as the platform wants it. */
export type PlatformProblem = 'shape' | 'side' | 'rate' | 'bytes' | 'loudness'

interface PlatformFacts {
  /** Null for sound alone. */
  readonly picture: { readonly width: number, readonly height: number, readonly framesPerSecond: number } | null
  /** About how large the file will be. */
  readonly bytes: number
  /** Null is as mixed; undefined where there is no sound. */
  readonly loudness: LoudnessTarget | null | undefined
}

/** Of a delivery before it is rendered. */
export function platformProblems(platform: Platform, { picture, bytes, loudness }: PlatformFacts): PlatformProblem[] {
  const { shape, leastSide, rates, mostBytes, loudness: wanted } = platforms[platform]
  const isOff = loudness === null || (loudness !== undefined && Math.abs(loudness.targetLufs - wanted.targetLufs) > wanted.withinLu)
  // 23.976 counts as 24.
  const isOffRate = picture && rates && (picture.framesPerSecond < rates.least - 0.05 || picture.framesPerSecond > rates.most + 0.05)
  return [
    ...picture && shape === 'tall' && picture.width > picture.height ? ['shape' as const] : [],
    ...picture && leastSide !== null && Math.min(picture.width, picture.height) < leastSide ? ['side' as const] : [],
    ...isOffRate ? ['rate' as const] : [],
    ...mostBytes !== null && bytes > mostBytes ? ['bytes' as const] : [],
    ...isOff ? ['loudness' as const] : [],
  ]
}
