/** The code of every room is loaded while the page has nothing else to do. */
import { expect, it } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import { loadRooms } from '../../../src-renderer/shell/load-rooms.ts'

it('one room after another is loaded; one that fails stops no other, and is loaded when somebody goes there', async () => {
  const loaded: string[] = []
  let loading = 0
  let fails = true
  const room = (name: string) => async () => {
    expect(++loading).toBe(1)
    await Promise.resolve()
    loading -= 1
    loaded.push(name)
    if (name === 'library' && fails)
      throw new Error('Failed to fetch a chunk')
    return { default: { render: () => null } }
  }
  const router = createRouter({ history: createMemoryHistory(), routes: [
    { path: '/', component: { render: () => null } },
    { path: '/script', components: { default: room('script'), side: room('side') } },
    ...['library', 'queue'].map(name => ({ path: `/${name}`, component: room(name) })),
  ] })
  const loadingAll = loadRooms(router)
  await router.push('/')
  await loadingAll
  expect(loaded.toSorted()).toEqual(['library', 'queue', 'script', 'side'])
  fails = false
  await router.push('/library')
  expect([router.currentRoute.value.path, loaded.at(-1)]).toEqual(['/library', 'library'])
})
