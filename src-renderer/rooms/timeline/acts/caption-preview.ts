/** The file of captions that is shown before it is brought: whoever brings it waits for the encoding that the person takes. */
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

export const useCaptionPreview = defineStore('caption-preview', () => {
  const now = shallowRef<(Previewed & { readonly answer: (encoding: Encoding | null) => void }) | null>(null)
  return {
    now: shallowReadonly(now),
    /** Null where the person does not want it; another file takes the place of one that is shown. */
    ask(previewed: Previewed): Promise<Encoding | null> {
      now.value?.answer(null)
      return new Promise((resolve) => {
        now.value = {
          ...previewed,
          answer(encoding) {
            now.value = null
            resolve(encoding)
          },
        }
      })
    },
  }
})
