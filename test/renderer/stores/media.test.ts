/** Addresses of media are asked for again once the host may no longer accept them. */
import type { MediaRef } from '#contract/studio.ts'
import type { AssetId } from '#contract/words.ts'
import { expect, it, vi } from 'vitest'
import { lastingUrl, useMedia } from '../../../src-renderer/stores/media.ts'
import { openPage } from '../../kit/page-wire.ts'
import { openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

const ref: MediaRef = { of: 'asset', assetId: 'a'.repeat(64) as AssetId, variant: 'original' }

/** A host whose addresses name the run of the host that signed them. */
async function openHost() {
  const studio = await openTestStudio()
  let run = 1
  const page = openPage({ ...studio, handlers: { ...studio.handlers, studio: {
    ...studio.handlers.studio,
    media: async ({ refs }) => ({ urls: refs.map(() => `/media/a?s=${run}`), expiresAt: Date.now() + 3_600_000 }),
  } } })
  const startAgain = (): void => {
    page.cut()
    run += 1
    page.restore()
  }
  return { page, startAgain }
}

it('does not hand out an address of a host that was started again since', async () => {
  const { page, startAgain } = await openHost()
  const media = page.run(useMedia)
  expect(await media.url(ref)).toBe('/media/a?s=1')
  expect(media.cachedUrl(ref)).toBe('/media/a?s=1')
  startAgain()
  expect(media.cachedUrl(ref)).toBeNull()
  expect(await media.url(ref)).toBe('/media/a?s=2')
})

it('renews an address that a player has when the host was started again, and not one that is still good', async () => {
  const { startAgain } = await openHost()
  const lasting = await lastingUrl(ref)
  expect(await lasting.renew()).toBeNull()
  startAgain()
  expect(await lasting.renew()).toBe('/media/a?s=2')
  expect(await lasting.renew()).toBeNull()
})
