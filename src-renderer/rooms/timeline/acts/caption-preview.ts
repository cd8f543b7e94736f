/** The caption file whose preview is open: the import waits for the user's choice. */
import type { Encoding } from '#rules/text/encodings.ts'
import type { ShownCaptions } from './read-captions-worker.ts'
import { defineStore } from 'pinia'
import { shallowReadonly, shallowRef } from 'vue'

export interface Previewed {
  readonly name: string
  /** As the file seems to be written. */
  readonly first: ShownCaptions
  /** Reads it again. Null when that was stopped. */
  readonly readAs: (encoding: Encoding, signal: AbortSignal) => Promise<ShownCaptions | null>
}

/** How the user takes it. */
export interface Taken { readonly encoding: Encoding, readonly keepsOverlaps: boolean }

export const useCaptionPreview = defineStore('caption-preview', () => {
  const now = shallowRef<(Previewed & { readonly answer: (taken: Taken | null) => void }) | null>(null)
  return {
    now: shallowReadonly(now),
    /** Null where the user does not want it; another file takes the place of one that is shown. */
    ask(previewed: Previewed): Promise<Taken | null> {
      now.value?.answer(null)
      return new Promise((resolve) => {
        now.value = {
          ...previewed,
          answer(taken) {
            now.value = null
            resolve(taken)
          },
        }
      })
    },
  }
})
