/** Sets a component up in a node test as its page does, and draws nothing: what its template would read and call is answered. */
import type { Component } from 'vue'
import type { TestPage } from './page-wire.ts'
import { onTestFinished } from 'vitest'
import { createRenderer, ssrContextKey } from 'vue'
import { routeLocationKey, routerKey } from 'vue-router'

const { createApp } = createRenderer<object, object>({
  createElement: () => ({}),
  createText: () => ({}),
  createComment: () => ({}),
  insert: () => {},
  remove: () => {},
  patchProp: () => {},
  setText: () => {},
  setElementText: () => {},
  parentNode: () => null,
  nextSibling: () => null,
})

/** `props` has listeners, too, as `onClose`. `State` is what the script of the component gives its template, refs unwrapped. */
export function setUp<State>(page: TestPage, component: Component, props: Record<string, unknown>): State {
  const app = createApp({ ...component as object, render: () => null }, props)
  app.provide(routerKey, page.rooms)
  app.provide(routeLocationKey, page.rooms.currentRoute.value)
  // Components are compiled for a server here, and note their module with it.
  app.provide(ssrContextKey, { modules: new Set() })
  // A test gives the properties that it is about.
  app.config.warnHandler = () => {}
  const shown = app.mount({})
  onTestFinished(() => app.unmount())
  // Not in the types of Vue, which keeps it for itself and its tools.
  return (shown.$ as unknown as { readonly setupState: State }).setupState
}
