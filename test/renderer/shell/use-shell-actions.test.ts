/** The commands that work everywhere: each goes where its name says, for the projects and voices that are there. */
import { expect, it, onTestFinished, vi } from 'vitest'
import { useActionRegistry } from '../../../src-renderer/actions/action.ts'
import { useOverlay } from '../../../src-renderer/actions/overlay.ts'
import { useShellActions } from '../../../src-renderer/shell/use-shell-actions.ts'
import { useProject } from '../../../src-renderer/stores/project.ts'
import { useSettings } from '../../../src-renderer/stores/settings.ts'
import { useVoices } from '../../../src-renderer/stores/voices.ts'
import { textsOf } from '../../../src-renderer/texts/texts.ts'
import { plainAsset, spokenTake } from '../../kit/library.ts'
import { openPage } from '../../kit/page-wire.ts'
import { openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

const rooms = ['projects', 'library', 'workbench', 'voices', 'queue', 'settings', 'trash', 'spend']
const parts = ['script', 'timeline', 'deliver']

async function open() {
  onTestFinished(() => void vi.unstubAllGlobals())
  const studio = await openTestStudio()
  const project = await studio.parts.projects.create('The boat')
  const page = openPage(studio)
  for (const name of rooms)
    page.rooms.addRoute({ path: `/${name}`, name, component: {} })
  page.rooms.removeRoute('make')
  for (const name of [...parts, 'make'])
    page.rooms.addRoute({ path: `/${name}/:projectId`, name, component: {} })
  const stores = page.run(() => ({ open: useProject(), settings: useSettings(), voices: useVoices() }))
  await expect.poll(() => stores.settings.isReady).toBe(true)
  page.run(() => useShellActions())
  const registry = useActionRegistry()
  return {
    ...studio,
    ...stores,
    page,
    project,
    registry,
    /** Runs it as the palette does; answers where the page is then. */
    async run(id: string): Promise<string | null> {
      const action = registry.find(id)
      if (!action || action.when?.() === false)
        return null
      await action.run()
      return page.rooms.currentRoute.value.fullPath
    },
  }
}

it('the commands of rooms go there, each with a key of its own', async () => {
  const { run, registry } = await open()
  const ids = ['projects', 'library', 'workbench', 'voices', 'queue', 'settings', 'trash', 'spend'].map(name => `go.${name}`)
  const places: (string | null)[] = []
  for (const id of ids)
    places.push(await run(id))
  expect(places).toEqual(rooms.map(name => `/${name}`))
  expect(await run('projects.create')).toBe('/projects?new=')
  expect(await run('accounts.connect')).toBe('/settings?connect=')
  const keys = registry.all.flatMap(action => action.keys ?? [])
  expect(new Set(keys).size).toBe(keys.length)
})

it('the parts of a project are there while one is open', async () => {
  const { run, open: opened, project } = await open()
  expect(await run('project.timeline')).toBeNull()
  opened.open(project.id)
  for (const name of ['script', 'make', 'timeline', 'deliver'])
    expect(await run(`project.${name}`)).toBe(`/${name}/${project.id}`)
  opened.open(null)
  expect(await run('project.script')).toBeNull()
})

it('each project and each voice has a command with its name, for as long as it is there', async () => {
  const { run, registry, page, project, folder, parts: main } = await open()
  const command = () => registry.find(`projects.open.${project.id}`)
  await expect.poll(() => command()?.label(textsOf.en)).toContain('The boat')
  expect(await run(`projects.open.${project.id}`)).toBe(`/script/${project.id}`)
  const asset = await plainAsset({ root: folder, assets: main.assets } as never, 'clip')
  const clip = await main.takes.file(spokenTake('clip'), asset)
  const voice = await main.voices.create({ takeId: clip.id, name: 'Grandmother', consent: 'yes' })
  await expect.poll(() => registry.find(`voices.use.${voice.id}`)?.label(textsOf.en)).toContain('Grandmother')
  await run(`voices.use.${voice.id}`)
  expect(page.rooms.currentRoute.value).toMatchObject({ name: 'workbench', query: { voiceId: voice.id, kind: 'speech' } })
  await main.projects.trash(project.id)
  await expect.poll(command).toBeUndefined()
})

it('the palette opens and closes by the same key; the keys and the past notices open over the room', async () => {
  const { run } = await open()
  const overlay = useOverlay()
  await run('studio.palette')
  expect(overlay.now.is).toBe('palette')
  await run('studio.palette')
  expect(overlay.now.is).toBe('nothing')
  await run('studio.keys')
  expect(overlay.now.is).toBe('keys')
  await run('studio.notices')
  expect(overlay.now.is).toBe('notices')
})

it('look and language change to the other one, on record', async () => {
  const { run, settings, parts: main } = await open()
  const root = { dataset: { theme: 'dark' } }
  vi.stubGlobal('document', { documentElement: root })
  await run('studio.theme')
  expect(settings.now.theme).toBe('light')
  root.dataset.theme = 'light'
  await run('studio.theme')
  vi.unstubAllGlobals()
  await run('studio.language')
  await expect.poll(async () => {
    const { theme, language } = await main.settings.get()
    return [theme, language]
  }).toEqual(['dark', 'zh'])
})
