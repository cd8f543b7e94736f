/**
 * Loads the code of every room, one after another, whenever the page has nothing else to do. Without it, a studio that is away leaves only
 * those rooms that were open before: the web host serves their code.
 */
import type { Router } from 'vue-router'

export async function loadRooms(router: Router): Promise<void> {
  await router.isReady()
  for (const { components } of router.getRoutes()) {
    for (const load of Object.values(components ?? {})) {
      await whenIdle()
      // A failed load is repeated, and reported, when the room is opened.
      if (typeof load === 'function')
        await Promise.resolve((load as () => unknown)()).catch(() => {}) // No room is a functional component.
    }
  }
}

/** Within a second at the latest. Safari has no such callback. */
function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis)
      requestIdleCallback(() => resolve(), { timeout: 1000 })
    else
      setTimeout(resolve, 200)
  })
}
