/** Replaces `wire/open-wire.ts` in node tests: a MessagePort to a whole studio that a test can cut. */
import type { MessagePort } from 'node:worker_threads'
import type { Router } from 'vue-router'
import type { Studio } from '../../src-main/studio/ports.ts'
import type { Wire } from '../../src-renderer/wire/wire.ts'
import { randomUUID } from 'node:crypto'
import { MessageChannel } from 'node:worker_threads'
import { RPCLink } from '@orpc/client/message-port'
import { createPinia, disposePinia, setActivePinia } from 'pinia'
import { onTestFinished } from 'vitest'
import { computed, createApp, effectScope, reactive, shallowRef } from 'vue'
import { createMemoryHistory, createRouter as createPageRouter, routeLocationKey, routerKey } from 'vue-router'
import { systemClock } from '../../src-main/base/clock.ts'
import { createLog } from '../../src-main/base/log.ts'
import { answerCalls, createRouter } from '../../src-main/hosts/wire.ts'
import { changeHeaders, createSwitchedLink } from '../../src-renderer/wire/switched-link.ts'

const { link, state, whenOpen, use } = createSwitchedLink()

const folderId = randomUUID()
let importFile: Wire['importFile']

export function openWire(): Wire {
  const send: Wire['importFile'] = (file, signal) => importFile(file, signal)
  return { link, state, whenOpen, startedBy: shallowRef('npm'), reconnect: () => {}, importFile: send }
}

export interface TestPage {
  readonly rooms: Router
  /** Runs until the test ends, as in a component. */
  run: <Value>(make: () => Value) => Value
  /** Ends the scopes of `run`, as when the room is left. */
  leave: () => void
  cut: () => void
  restore: () => void
}

/** `vi.mock('…/src-renderer/wire/open-wire.ts', () => import('…/kit/page-wire.ts'))` in the test, then one page at a time. */
export function openPage(studio: Pick<Studio, 'handlers' | 'receiveFile'>): TestPage {
  importFile = (file, signal) => {
    signal?.throwIfAborted()
    return studio.receiveFile(file.name, file.stream(), file.size)
  }
  // The module of the page lives as long as the test file, and is not to take the next test's studio for another folder of this one.
  const handlers = { ...studio.handlers, studio: { ...studio.handlers.studio, folder: async () => ({ folderId }) } }
  const router = createRouter(handlers, createLog({ write: () => {}, clock: systemClock }))
  const pinia = createPinia()
  setActivePinia(pinia)
  const rooms = createPageRouter({
    history: createMemoryHistory(),
    routes: ['make', 'queue'].map(name => ({ path: `/${name}`, name, component: {} })),
  })
  const app = createApp({}).use(pinia)
  // Provided alone: installed, it would look for the page's address.
  app.provide(routerKey, rooms)
  const place = rooms.currentRoute
  app.provide(routeLocationKey, reactive({
    path: computed(() => place.value.path),
    fullPath: computed(() => place.value.fullPath),
    name: computed(() => place.value.name),
    params: computed(() => place.value.params),
    query: computed(() => place.value.query),
    hash: computed(() => place.value.hash),
    meta: computed(() => place.value.meta),
    matched: computed(() => place.value.matched),
    redirectedFrom: computed(() => place.value.redirectedFrom),
  }))
  let scope = effectScope(true)
  let port: MessagePort | null = null

  function cut(): void {
    use(null, 'lost')
    port?.close()
    port = null
  }
  function restore(): void {
    const ends = new MessageChannel()
    port = ends.port1
    answerCalls(router, {
      send: text => ends.port1.postMessage(text),
      onMessage: listener => void ends.port1.on('message', listener),
      onClose: listener => void ends.port1.once('close', listener),
      refuse: () => ends.port1.close(),
    }, { origin: 'page' })
    use(new RPCLink({ port: ends.port2, headers: changeHeaders }), 'open')
  }
  function leave(): void {
    scope.stop()
    scope = effectScope(true)
  }
  restore()
  onTestFinished(() => {
    leave()
    cut()
    disposePinia(pinia)
  })
  return { rooms, run: make => scope.run(() => app.runWithContext(make))!, leave, cut, restore }
}
