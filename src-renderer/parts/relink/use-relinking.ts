/** Looking for missing files in a folder, as the page asks for it and follows it: in a dialog, or told by a notice when that is closed. */
import type { SearchedFolder } from '#contract/relink-words.ts'
import type { RelinkEvent, RelinkReport } from '#contract/relinks.ts'
import type { AnyFault } from '../../studio.ts'
import { until } from '@vueuse/core'
import { defineStore } from 'pinia'
import { shallowReadonly, shallowRef } from 'vue'
import { useNotices } from '../../actions/notices.ts'
import { useFeedOf } from '../../stores/feed.ts'
import { useRenditions } from '../../stores/renditions.ts'
import { attempt, studio } from '../../studio.ts'

/** Without its feed for so long, main is away, and the call says so. */
const feedMs = 5000

export const useRelinking = defineStore('relinking', () => {
  const notices = useNotices()
  const renditions = useRenditions()
  const isOpen = shallowRef(false)
  /** The folder that was typed last. */
  const path = shallowRef('')
  const now = shallowRef<RelinkEvent | null>(null)
  /** What the dialog shows when nothing is searched: a report, or else the choice of a folder. */
  const report = shallowRef<RelinkReport | null>(null)
  /** Null while it is not known. */
  const missing = shallowRef<number | null>(null)
  const fault = shallowRef<AnyFault | null>(null)
  const isBusy = shallowRef(false)
  /** A search was begun or seen here, and its end was not; `since` is the report before it, absent while that is not known. */
  const awaited = shallowRef<{ readonly since?: string | null } | null>(null)

  function end(last: RelinkReport): void {
    awaited.value = null
    report.value = last
    if (last.found.count > 0)
      void renditions.wantMissing()
    if (isOpen.value)
      return
    notices.say(texts => texts.relink.summary(last.found.count, last.notFound.count), {
      tone: last.notFound.count === 0 ? 'good' : 'plain',
      act: { label: texts => texts.relink.show, run: () => void (isOpen.value = true) },
    })
  }

  useFeedOf<'searches', RelinkEvent>(() => isOpen.value || awaited.value ? 'searches' : null, {
    open: (_, options) => studio.relinks.changes({}, options),
    begin: () => void (now.value = null),
    take(event) {
      now.value = event
      const id = event.last?.reportId ?? null
      if (event.work)
        awaited.value ??= { since: id }
      else if (awaited.value?.since !== undefined && event.last && awaited.value.since !== id)
        end(event.last)
    },
  })

  async function count(): Promise<void> {
    const answer = await attempt(studio.relinks.missing({}))
    if (!answer.fault)
      missing.value = answer.value.count
  }

  function choose(): void {
    report.value = null
    fault.value = null
    missing.value = null
    void count()
  }

  return {
    path,
    isOpen: shallowReadonly(isOpen),
    now: shallowReadonly(now),
    report: shallowReadonly(report),
    missing: shallowReadonly(missing),
    fault: shallowReadonly(fault),
    isBusy: shallowReadonly(isBusy),
    open(): void {
      choose()
      isOpen.value = true
    },
    close: () => void (isOpen.value = false),
    /** Another folder. */
    choose,
    async find(folder: SearchedFolder): Promise<void> {
      isBusy.value = true
      awaited.value = {}
      if (now.value === null)
        await until(now).not.toBeNull({ timeout: feedMs })
      const mine = awaited.value = { since: now.value?.last?.reportId ?? null }
      const answer = await attempt(studio.relinks.find({ in: folder }))
      isBusy.value = false
      fault.value = answer.fault ?? null
      if (awaited.value === mine && (answer.fault || !answer.value.isStarted))
        awaited.value = null
    },
    async stop(): Promise<void> {
      const answer = await attempt(studio.relinks.stop({}))
      if (answer.fault)
        notices.fault(answer.fault)
    },
    /** After one file was relinked: offers to look for the others. */
    async offerOthers(said: string): Promise<void> {
      await count()
      const others = missing.value ?? 0
      notices.say(texts => others === 0 ? texts.timeline.media.found(said) : texts.relink.others(said, others), {
        tone: 'good',
        ...others > 0 && { act: { label: texts => texts.relink.act, run: () => {
          choose()
          isOpen.value = true
        } } },
      })
    },
  }
})
