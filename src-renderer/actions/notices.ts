/** Notices at the edge of the screen, some with one action; what was said can be read again in the list of past notices. */
import type { AnyFault } from '../wire/attempt.ts'
import type { Notice } from './notice.ts'
import { defineStore } from 'pinia'
import { computed, shallowReadonly, shallowRef } from 'vue'
import { isDiskFault } from '#contract/faults.ts'
import { randomId } from '../wire/random-id.ts'
import { usePastNotices } from './past-notices.ts'

type More = Pick<Notice, 'act' | 'details' | 'isOngoing'> & { readonly tone?: Notice['tone'] }
type Said = [text: Notice['text'], more?: More]

/** Default distance of notices from the lower edge, in pixels. */
const margin = 20
const staysMs = { plain: 6_000, good: 5_000, bad: 12_000 }
/** A notice with an action stays long enough to read it and reach the button. */
const staysWithActMs = 12_000
const atMost = 4

export const useNotices = defineStore('notices', () => {
  const past = usePastNotices()
  const shown = shallowRef<readonly Notice[]>([])
  const taken = shallowRef<ReadonlyMap<symbol, number>>(new Map())
  /** Dialogs that dim the room: its controls need not be kept clear in the meantime. */
  const dialogs = shallowRef<ReadonlySet<symbol>>(new Set())
  const timers = new Map<number, ReturnType<typeof setTimeout>>()
  let next = 1

  function hold(id: number): void {
    clearTimeout(timers.get(id))
    timers.delete(id)
  }
  function dismiss(id: number): void {
    hold(id)
    shown.value = shown.value.filter(notice => notice.id !== id)
  }
  function release({ id, tone, act, isOngoing }: Notice): void {
    hold(id)
    if (isOngoing)
      return
    timers.set(id, setTimeout(dismiss, act ? staysWithActMs : staysMs[tone], id))
  }
  function add(said: Omit<Notice, 'id' | 'key' | 'at'>, isKept = true): () => void {
    const notice: Notice = { ...said, id: next++, key: randomId(), at: Date.now() }
    if (isKept)
      past.add(notice)
    for (const { id } of shown.value.slice(0, 1 - atMost))
      hold(id)
    shown.value = [...shown.value.slice(1 - atMost), notice]
    release(notice)
    return () => dismiss(notice.id)
  }
  return {
    shown: shallowReadonly(shown),
    dismiss,
    /** The user has closed it or used its action. */
    close({ id, key }: Notice): void {
      dismiss(id)
      past.read(key)
    },
    /** A notice under the pointer or with the focus stays until it is left. */
    hold,
    release,
    /** Distance of notices from the lower edge, in pixels: above every control there. */
    standAt: computed(() => {
      const heeded = [...taken.value].filter(([who]) => dialogs.value.size === 0 || dialogs.value.has(who))
      return Math.max(0, ...heeded.map(([, height]) => height)) + margin
    }),
    /** Reserves this much of the window's height for controls at the lower edge; 0 releases it. */
    keepClear(who: symbol, height: number): void {
      // Several may ask from their own effects: what changes nothing must not wake the others.
      if ((taken.value.get(who) ?? 0) === Math.max(0, height))
        return
      const others = [...taken.value].filter(([other]) => other !== who)
      taken.value = new Map(height > 0 ? [...others, [who, height]] : others)
    },
    /** The room is dimmed by this dialog, until the returned function is called. */
    dim(who: symbol): () => void {
      dialogs.value = new Set([...dialogs.value, who])
      return () => {
        dialogs.value = new Set([...dialogs.value].filter(other => other !== who))
      }
    },
    /** `say(t => t.library.trashed(3), { act: { label: t => t.shell.act.undo, run } })` */
    say: (...[text, more = {}]: Said): void => void add({ tone: 'plain', text, ...more }),
    /** The same, of what may soon hold no more: the answer takes it back. */
    hint: (...[text, more = {}]: Said) => add({ tone: 'plain', text, ...more }, false),
    /** A full disk refuses every write: one notice shows the newest figures. */
    fault(fault: AnyFault): void {
      if (isDiskFault(fault.code))
        shown.value.filter(notice => notice.fault?.code === fault.code).forEach(notice => dismiss(notice.id))
      add({ tone: 'bad', text: () => '', fault })
    },
  }
})
