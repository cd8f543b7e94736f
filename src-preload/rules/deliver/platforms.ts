/** What platforms take: by their name, or where the shape of the picture says which ones are meant. */
import type { Platform } from '#contract/presets.ts'

interface PlatformRules {
  /** As it calls itself in every language. */
  readonly name: string
  /** Null where there is no limit to tell of. */
  readonly longestSeconds: number | null
  /** It shows chapters only where they follow the rules of `youtubeProblems`. */
  readonly hasChapterRules: boolean
}

/** Uploads by anybody, in 2026: YouTube takes half a day of those who are verified, TikTok an hour, Shorts and Reels three minutes. */
export const platforms: Readonly<Record<Platform, PlatformRules>> = {
  'youtube': { name: 'YouTube', longestSeconds: 43_200, hasChapterRules: true },
  'youtube-shorts': { name: 'YouTube Shorts', longestSeconds: 180, hasChapterRules: false },
  'tiktok': { name: 'TikTok', longestSeconds: 3600, hasChapterRules: false },
  'instagram-reels': { name: 'Instagram Reels', longestSeconds: 180, hasChapterRules: false },
  'spotify': { name: 'Spotify', longestSeconds: null, hasChapterRules: false },
  'apple-podcasts': { name: 'Apple Podcasts', longestSeconds: null, hasChapterRules: false },
}

export const isPlatformName = (text: string): boolean => Object.values(platforms).some(({ name }) => name === text)

/** YouTube Shorts take three minutes, and so do the stories of others; null where there is no limit to tell of. */
export function longestSecondsOf({ width, height }: { readonly width: number, readonly height: number }): number | null {
  return Math.abs(width / height - 9 / 16) < 0.01 ? 180 : null
}
