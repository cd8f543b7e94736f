/** Short news at the edge of the screen, some with one thing to do about it. */
import type { Texts } from '../texts/texts.ts'
import type { AnyFault } from '../wire/attempt.ts'
import { defineStore } from 'pinia'
import { computed, shallowReadonly, shallowRef } from 'vue'

export interface Notice {
  readonly id: number
  readonly tone: 'plain' | 'good' | 'bad'
  readonly text: (texts: Texts) => string
  /** A fault is shown with its own words instead of `text`. */
  readonly fault?: AnyFault
  readonly act?: { readonly label: (texts: Texts) => string, readonly run: () => unknown }
}

/** How far notices stand above the lower edge where nothing else does. */
const MARGIN = 20
const STAYS_MS = { plain: 6_000, good: 5_000, bad: 12_000 }
/** One that offers something to do gives time to read it and to get there. */
const STAYS_WITH_ACT_MS = 12_000
const AT_MOST = 4

export const useNotices = defineStore('notices', () => {
  const shown = shallowRef<readonly Notice[]>([])
  const taken = shallowRef<ReadonlyMap<symbol, number>>(new Map())
  let next = 1

  function dismiss(id: number): void {
    shown.value = shown.value.filter(notice => notice.id !== id)
  }
  function add(notice: Omit<Notice, 'id'>): void {
    const id = next++
    shown.value = [...shown.value.slice(1 - AT_MOST), { ...notice, id }]
    setTimeout(dismiss, notice.act ? STAYS_WITH_ACT_MS : STAYS_MS[notice.tone], id)
  }
  return {
    shown: shallowReadonly(shown),
    dismiss,
    /** How far above the lower edge they stand, in pixels: over everything there that can be pressed. */
    standAt: computed(() => Math.max(0, ...taken.value.values()) + MARGIN),
    /** What acts at the lower edge takes this much of the window's height; 0 gives it back. */
    keepClear(who: symbol, height: number): void {
      const others = [...taken.value].filter(([other]) => other !== who)
      taken.value = new Map(height > 0 ? [...others, [who, height]] : others)
    },
    /** `say(t => t.library.trashed(3), { act: { label: t => t.shell.act.undo, run } })` */
    say: (text: Notice['text'], more: { tone?: Notice['tone'], act?: NonNullable<Notice['act']> } = {}) => add({ tone: more.tone ?? 'plain', text, ...(more.act ? { act: more.act } : {}) }),
    fault: (fault: AnyFault) => add({ tone: 'bad', text: () => '', fault }),
  }
})
