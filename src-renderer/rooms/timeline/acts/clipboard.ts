/** Clips that were copied or cut: kept over rooms, sequences and other pages of the studio. */
import type { Clipboard } from './edits.ts'
import { useLocalStorage } from '@vueuse/core'
import { z } from 'zod'
import { CaptionClip, FrameRate, PictureClip, SoundClip } from '#contract/sequence-document.ts'
import { readJson } from '#rules/plain-data.ts'
import { pageKeys } from '../../../wire/page-keys.ts'

const Kept: z.ZodType<Clipboard> = z.object({
  rate: FrameRate,
  frames: z.int().min(0),
  clips: z.array(z.object({
    clip: z.union([PictureClip, SoundClip, CaptionClip]),
    group: z.enum(['pictures', 'sound', 'captions']),
    track: z.int(),
    byFrames: z.int(),
  })).min(1),
})

export function useClipboard() {
  return useLocalStorage<Clipboard | null>(pageKeys.timelineClipboard, null, {
    shallow: true,
    serializer: { read: text => readJson(Kept, text) ?? null, write: clips => JSON.stringify(clips) },
    // A full storage costs the clipboard, nothing else.
    onError: cause => console.warn(cause),
  })
}
