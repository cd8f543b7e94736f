/**
 * Errors of the page that nothing caught: each is written into the studio's log, and the user is told in a
 * sentence. A room that could not be loaded, for want of a connection, can be asked for again.
 */
import type { App } from 'vue'
import type { Router } from 'vue-router'
import { isFault } from '#contract/faults.ts'
import { useNotices } from '../actions/notices.ts'
import { attempt, studio } from '../studio.ts'

/** The same error often repeats at once; it is logged once. */
const quietMs = 10_000
const notedAtMost = 20
const longestText = 4000

/** After pinia: it needs the notices. */
export function catchBreakage(app: App, router: Router): void {
  const notices = useNotices()
  const seen = new WeakSet<object>()
  let toldAt = Number.NEGATIVE_INFINITY
  let noted = 0

  function broke(thrown: unknown, where: string): void {
    const isObject = typeof thrown === 'object' && thrown !== null
    // A call that was cancelled, or that met a fault which the strip on top tells already, is no breakage.
    if ((isObject && seen.has(thrown))
      || (thrown instanceof DOMException && thrown.name === 'AbortError')
      || (isFault(thrown) && thrown.code === 'disconnected')) {
      return
    }
    if (isObject)
      seen.add(thrown)
    if (noted < notedAtMost) {
      noted += 1
      void attempt(studio.studio.noteBreakage({ where, said: storyOf(thrown) }))
    }
    if (performance.now() - toldAt > quietMs) {
      toldAt = performance.now()
      notices.say(texts => texts.shell.broke.notice, { act: { label: texts => texts.shell.broke.act, run: () => location.reload() } })
    }
  }

  app.config.errorHandler = (thrown, _, info) => {
    console.error(thrown)
    broke(thrown, info)
  }
  // Both are on the console by themselves. An error without a value is the browser's own, such as a loop of a ResizeObserver.
  window.addEventListener('error', event => event.error && broke(event.error, 'page'))
  window.addEventListener('unhandledrejection', event => broke(event.reason, 'promise'))
  router.onError((thrown: unknown, to) => {
    if (typeof thrown === 'object' && thrown !== null)
      seen.add(thrown)
    notices.say(texts => texts.shell.broke.notLoaded, {
      act: { label: texts => texts.shell.act.retry, run: () => router.push(to.fullPath) },
    })
  })
}

function storyOf(thrown: unknown): string {
  return (thrown instanceof Error ? `${thrown.message}\n${thrown.stack ?? ''}` : String(thrown)).slice(0, longestText)
}
