/** The certificates of a network: chosen in Settings, used at once, kept over a restart, and never taken over from a backup. */
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:https'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { backUpFolder, restoreFile } from '../../../src-main/commands/back-up.ts'
import { makeSelfSigned } from '../../../src-main/hosts/web/self-signed.ts'
import { makeFolder } from '../../kit/folder.ts'
import { openTestStudio } from '../../kit/studio.ts'

const { signal } = new AbortController()
const call = { signal, origin: 'page' as const }
const day = 86_400_000
const pair = makeSelfSigned({ names: ['localhost'], notBefore: Date.now() - day, notAfter: Date.now() + day })

async function openService(): Promise<string> {
  const server = createServer({ cert: pair.cert, key: pair.key }, (_, response) => {
    response.setHeader('Content-Type', 'application/json')
    response.end('{"object":"list","data":[]}')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `https://localhost:${(server.address() as AddressInfo).port}` // It listens at a port.
}

it('are used from the next connection on, kept, and given up again', async () => {
  const url = await openService()
  const folder = await makeFolder()
  const first = await openTestStudio({ folder })
  const said = async (studio = first) =>
    JSON.stringify(await studio.parts.client.checkConnection({ baseUrl: url, key: 'sk-0123456789' }, signal))
  expect(await said()).toContain('authority that is not known here')

  const change = (pem: string) => first.handlers.settings.change({ settings: { networkRoots: { name: 'company.pem', pem } } }, call)
  await expect(change('no certificate'))
    .rejects
    .toMatchObject({ code: 'roots-refused', data: { problem: 'no-certificate', name: 'company.pem' } })
  expect((await first.parts.settings.get()).networkRoots).toBe(null)
  expect(await said()).toContain('authority')

  const { settings } = await change(`${pair.key}\n${pair.cert}`)
  expect(settings.networkRoots?.pem).not.toContain('PRIVATE KEY')
  expect(await said()).not.toContain('authority')
  // Another setting leaves them as they are.
  await first.handlers.settings.change({ settings: { theme: 'light' } }, call)
  expect(await said()).not.toContain('authority')
  await first.close()

  const second = await openTestStudio({ folder })
  expect(await said(second)).not.toContain('authority')
  await second.handlers.settings.change({ settings: { networkRoots: null } }, call)
  expect(await said(second)).toContain('authority')
})

it('do not come with a backup, which anybody may have made', async () => {
  const [folder, place] = [await makeFolder(), await makeFolder()]
  const studio = await openTestStudio({ folder })
  await studio.handlers.settings.change({ settings: { networkRoots: { name: 'company.pem', pem: pair.cert }, trashDays: 9 } }, call)
  await studio.close()
  const file = join(place, 'studio.backup')
  const quiet = { print: () => {}, signal }
  await backUpFolder(folder, file, { madeBy: '1', withFilms: false, ...quiet })
  const into = join(place, 'restored')
  await restoreFile(file, { into, beside: folder, ...quiet })
  const restored = await openTestStudio({ folder: into })
  expect(await restored.parts.settings.get()).toMatchObject({ networkRoots: null, trashDays: 9 })
})
