/** Fixtures of every story: its own studio on either host, the page objects, and a service to connect. */
import type { Page } from '@playwright/test'
import type { PracticeOptions } from '../../../src-main/practice/index.ts'
import type { ResidentHost } from '../../kit/resident-host.ts'
import type { Rooms } from '../pages/rooms.ts'
import type { HostName, Launch, Running } from './launch.ts'
import type { StoryService } from './service.ts'
import type { SharedContext } from './shared-context.ts'
import type { Watch } from './watch.ts'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test as base } from '@playwright/test'
import { createResidentHost } from '../../kit/resident-host.ts'
import { makeStudioFolder } from '../../kit/web-studio.ts'
import { roomsOf } from '../pages/rooms.ts'
import { expect } from './expect.ts'
import { bundleLauncher, electronLauncher, forgetFolder, webLauncher } from './launch.ts'
import { openStoryService } from './service.ts'
import { createSharedContext } from './shared-context.ts'
import { createWatch } from './watch.ts'

export interface StoryStudio extends Rooms {
  readonly page: Page
  readonly folder: string
  readonly running: Running
  /** Kills the program; the page stays open without a studio. */
  kill: () => Promise<void>
  /** Opens the same folder again, in the same page where the host has one; with `staysOutside` the page is left alone. */
  reopen: (how?: { port?: number, staysOutside?: boolean }) => Promise<void>
  /** Opens the studio in the page: a new folder shows the first run. */
  open: () => Promise<void>
  /** Opens an empty studio past the first run. */
  lookAround: () => Promise<void>
  /** Does what saves a file, and answers its name and where it is, whole. */
  save: (act: () => Promise<unknown>) => Promise<{ name: string, path: string }>
  /** Opens a studio past the first run, with an account of this service. */
  enterWith: (service: Pick<StoryService, 'url' | 'key'>) => Promise<void>
}

interface Fixtures {
  watch: Watch
  studio: StoryStudio
  /** Opens another service for this story; closed at its end. */
  openService: (options?: Partial<PracticeOptions>) => Promise<StoryService>
  service: StoryService
}

/** What the stories of one worker share. */
interface WorkerFixtures {
  hostName: HostName
  residentHost: ResidentHost
  sharedContext: SharedContext
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  hostName: ['web', { option: true, scope: 'worker' }],

  // eslint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs: nothing
  residentHost: [async ({}, use) => {
    const host = createResidentHost()
    await use(host)
    await host.close()
  }, { scope: 'worker' }],

  // eslint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs: nothing
  sharedContext: [async ({}, use) => use(createSharedContext()), { scope: 'worker' }],

  context: async ({ browser, sharedContext }, use) => {
    await use(await sharedContext.take(browser))
    await sharedContext.release()
  },

  watch: async ({ context }, use) => {
    const watch = createWatch()
    watch.follow(context)
    await use(watch)
    watch.stop()
    expect.soft(watch.errors(), 'no page logged an error').toEqual([])
    expect.soft(watch.foreignRequests(), 'no page contacted another machine').toEqual([])
  },

  studio: async ({ hostName, residentHost, sharedContext, context, watch }, use) => {
    const taken = hostName === 'web' ? await residentHost.open() : undefined
    const folder = taken?.folder ?? await makeStudioFolder()
    const launch: Launch = hostName === 'web'
      ? webLauncher(context)
      : hostName === 'bundle' ? bundleLauncher(context) : electronLauncher(app => watch.follow(app.context()))
    let running: Running | null = await launch(folder, taken && { studio: taken })
    let { page } = running
    let saved = 0
    let rooms = roomsOf(page)
    const now = (): Running => {
      if (!running)
        throw new Error('The studio was killed and not opened again')
      return running
    }
    const extra = {
      folder,
      get page() { return page },
      get running() { return now() },
      async kill() {
        await now().close({ kill: true })
        running = null
      },
      async reopen({ staysOutside = false, ...how }: { port?: number, staysOutside?: boolean } = {}) {
        await running?.close()
        running = await launch(folder, hostName === 'web' ? { page, ...how } : how)
        page = running.page
        rooms = roomsOf(page)
        if (!staysOutside)
          await running.open()
      },
      open: () => now().open(),
      async lookAround() {
        const { call, open } = now()
        await call?.(client => client.settings.change({ settings: { hasSeenWelcome: true } }))
        await open()
        await (call ? rooms.projects.heading.waitFor() : rooms.firstRun.lookAround())
      },
      async save(act: () => Promise<unknown>) {
        const { saveTo } = now()
        if (saveTo === null) {
          const [download] = await Promise.all([page.waitForEvent('download'), act()])
          return { name: download.suggestedFilename(), path: await download.path() }
        }
        // Nothing is saved into the folder of the studio.
        const outside = outsideOf(folder)
        await mkdir(outside, { recursive: true })
        const path = join(outside, `saved ${saved += 1}`)
        await saveTo(path)
        await act()
        await expect(page.getByText(`Saved as ${path}`)).toBeVisible()
        return { name: await now().app?.run(({ asked }) => asked.places.at(-1)?.defaultPath?.split('/').at(-1) ?? '') ?? '', path }
      },
      async enterWith({ url, key }: Pick<StoryService, 'url' | 'key'>) {
        const { call, open } = now()
        await call?.(async (client) => {
          await client.accounts.connect({ name: 'My account', baseUrl: url, key })
          await client.settings.change({ settings: { hasSeenWelcome: true } })
        })
        await open()
        await (call ? rooms.projects.heading.waitFor() : rooms.firstRun.enterWith({ url, key }))
      },
    }
    // Looks page objects up at each access: after a restart in another window they belong to the new page.
    // The proxy has the members of both.
    const studio = new Proxy(extra, { get: (own, name) => Reflect.get(name in own ? own : rooms, name) }) as typeof extra & Rooms
    await use(studio)
    expect.soft(running?.unexpectedExit() ?? null, 'the studio ran until the end').toBeNull()
    await page.close().catch(() => {}) // The page may already be closed when the studio crashed.
    // Others would look for the studio that closes, and say that it is gone.
    if (hostName === 'web')
      await sharedContext.closePages()
    await running?.close()
    expect.soft(await brokenPromises(folder), 'no unhandled rejection in the host').toEqual([])
    await forgetFolder(folder)
    await forgetFolder(outsideOf(folder))
  },

  // eslint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs: nothing
  openService: async ({}, use) => {
    const opened: StoryService[] = []
    await use(async (options) => {
      const service = await openStoryService(options)
      opened.push(service)
      return service
    })
    await Promise.all(opened.map(service => service.close()))
  },

  service: async ({ openService }, use) => {
    await use(await openService())
  },
})

/** Where a story saves what a person saves: removed with its studio. */
export function outsideOf(folder: string): string {
  return `${folder}-outside`
}

/** Unhandled rejections recorded in the host's log. */
async function brokenPromises(folder: string): Promise<string[]> {
  const lines = await readFile(join(folder, 'logs', 'host.log'), 'utf8').catch(() => '')
  return lines.split('\n').filter(line => line.includes('"unhandled-rejection"'))
}

export { expect }
