/**
 * Every act of every menu is about what its menu was opened on, whatever gets the focus, is selected or becomes the current one while the
 * menu is open: a walk through the menus of all rooms, each opened on Alpha while Beta becomes the current one.
 *
 * @module-tag wide
 */
import type { Meta } from '#contract/define.ts'
import type { Delivery } from '#contract/deliveries.ts'
import type { Job } from '#contract/jobs.ts'
import type { Take } from '#contract/takes.ts'
import type { DeliveryId, JobId, LineId, SequenceId } from '#contract/words.ts'
import type { TakeQuery } from '../../../src-renderer/stores/take-query.ts'
import { isContractProcedure } from '@orpc/contract'
import { expect, it, vi } from 'vitest'
import { computed, shallowRef } from 'vue'
import { Fault } from '#contract/faults.ts'
import { contract } from '#contract/index.ts'
import { newestFirst } from '#contract/take-order.ts'
import { useRun } from '../../../src-renderer/actions/action.ts'
import { useMeant } from '../../../src-renderer/actions/meant.ts'
import { useMenu } from '../../../src-renderer/actions/menu.ts'
import { useOverlay } from '../../../src-renderer/actions/overlay.ts'
import { binMenu, useBinActs } from '../../../src-renderer/parts/bin/use-bin-acts.ts'
import { useCollectionDialogs } from '../../../src-renderer/parts/collections/collection-dialogs.ts'
import { useFolderMenu } from '../../../src-renderer/parts/folders/use-folder-menu.ts'
import { useJobMenu, useJobMenuActions } from '../../../src-renderer/parts/jobs/job-menu.ts'
import { useProjectActions, useProjectMenu, useProjectTarget, useTemplateMenu } from '../../../src-renderer/parts/projects/project-menu.ts'
import { useSaveDialog } from '../../../src-renderer/parts/saving/save-dialog.ts'
import { useTakeMenu, useTakeTarget } from '../../../src-renderer/parts/takes/take-menu.ts'
import { useTakeActions } from '../../../src-renderer/parts/takes/use-take-actions.ts'
import { useDeliveryMenu } from '../../../src-renderer/rooms/deliver/deliveries/use-delivery-acts.ts'
import { useLists } from '../../../src-renderer/rooms/library/lists/use-lists.ts'
import { createItems } from '../../../src-renderer/rooms/queue/queue-groups.ts'
import { useQueueKeys } from '../../../src-renderer/rooms/queue/use-queue-keys.ts'
import { useLineMenu } from '../../../src-renderer/rooms/script/use-line-menu.ts'
import { useVoiceMenu } from '../../../src-renderer/rooms/voices/use-voice-menu.ts'
import { useCollections } from '../../../src-renderer/stores/collections.ts'
import { useJobs } from '../../../src-renderer/stores/jobs.ts'
import { useProject } from '../../../src-renderer/stores/project.ts'
import { useProjects } from '../../../src-renderer/stores/projects.ts'
import { useSavedSearches } from '../../../src-renderer/stores/saved-searches.ts'
import { everyTake } from '../../../src-renderer/stores/take-query.ts'
import { useTakes } from '../../../src-renderer/stores/takes.ts'
import { useVoices } from '../../../src-renderer/stores/voices.ts'
import { hangMs } from '../../kit/hang.ts'
import { idOf, jobOf } from '../../kit/job.ts'
import { plainAsset, spokenTake } from '../../kit/library.ts'
import { openPage } from '../../kit/page-wire.ts'
import { openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))
const route = { path: '/x', name: 'make', params: {}, query: {} }
vi.mock('vue-router', async original => ({ ...await original<object>(), useRoute: () => route }))

function rightClick(): MouseEvent {
  const click = {
    ...{ button: 2, defaultPrevented: false, clientX: 1, clientY: 1, target: null },
    preventDefault: () => void (click.defaultPrevented = true),
  }
  return click as unknown as MouseEvent
}

// As much of a document as menus and stores look at.
class NoElement {}
vi.stubGlobal('HTMLElement', NoElement)
vi.stubGlobal('Element', NoElement)
vi.stubGlobal('document', { activeElement: null, body: null, documentElement: {}, addEventListener: () => {} })
vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw, 0))
vi.stubGlobal('cancelAnimationFrame', (frame: NodeJS.Timeout) => clearTimeout(frame))

/** A studio whose writing calls are noted and refused, and a page that notes where it was sent. */
async function openBench() {
  const studio = await openTestStudio()
  const traces: string[] = []
  const note = (what: unknown): void => void traces.push(JSON.stringify(what))
  const noted = <Args extends unknown[]>(name: string) => (...args: Args): void => note([name, ...args])
  const handlers = Object.fromEntries(Object.entries(studio.handlers).map(([room, verbs]) => [room, Object.fromEntries(
    Object.entries(verbs).map(([verb, handler]) => {
      const procedure = (contract as unknown as Record<string, Record<string, unknown>>)[room]?.[verb]
      const { effect } = (isContractProcedure(procedure) ? procedure['~orpc'].meta : {}) as Partial<Meta>
      const isWriting = effect === 'writes' || effect === 'pays'
      const mayWait = isWriting || room === 'saving' || `${room}.${verb}` === 'deliveries.since'
      return [verb, !mayWait
        ? handler
        : async (input: unknown) => {
          note([`${room}.${verb}`, input])
          throw new Fault('library-read-only', { trouble: 'damaged' })
        }]
    }),
  )])) as unknown as typeof studio.handlers
  const page = openPage({ ...studio, handlers })
  vi.spyOn(page.rooms, 'push').mockImplementation(async (to) => {
    note(['push', to])
  })
  vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => note(['copy', text]) } })
  const stores = page.run(() => ({
    ...{ menu: useMenu(), overlay: useOverlay(), dialogs: [useSaveDialog(), useCollectionDialogs(), useProjectTarget()] as const },
    ...{ takes: useTakes(), target: useTakeTarget(), projects: useProjects(), collections: useCollections(), searches: useSavedSearches() },
    ...{ voices: useVoices(), jobs: useJobs(), run: useRun() },
  }))
  const { save, collections, project } = {
    save: stores.dialogs[0],
    collections: stores.dialogs[1],
    project: stores.dialogs[2],
  }
  function forgetDialogs(): void {
    Object.assign(save, { items: [], numbers: [], adding: [], naming: [], noting: [], tagging: [] })
    Object.assign(collections, { adding: [], renaming: null, renamingSearch: null, saving: null, isMaking: false })
    Object.assign(project, { renaming: null, duplicating: null, moving: null, colouring: null, templating: null, versionsOf: null })
    stores.overlay.close()
  }
  function shown(): string {
    const { renaming, duplicating, moving, colouring, templating, versionsOf } = project
    return JSON.stringify([
      ...[save.items, save.numbers, save.adding, save.naming, save.noting, save.tagging],
      ...[collections.adding, collections.renaming, collections.renamingSearch],
      ...[renaming, duplicating, moving, colouring, templating, versionsOf, stores.overlay.now],
    ])
  }
  return {
    ...studio,
    ...stores,
    ...{ page, noted },
    /**
     * Chooses each act of a menu that is opened on Alpha, while Beta becomes the current one. Answers the acts that the menu has. What an
     * act leaves must name Alpha and not Beta.
     */
    async walk(openMenu: () => unknown, { alpha, beta, becomesBeta, besides = [] }: {
      /** What names it: its id, or its name. */
      alpha: readonly string[]
      beta: readonly string[]
      becomesBeta: () => unknown
      /** Acts that are not about one thing, such as those of the whole list. */
      besides?: readonly string[]
    }): Promise<string[]> {
      forgetDialogs()
      openMenu()
      const ids = stores.menu.now?.groups.flat().map(action => action.id) ?? []
      stores.menu.close()
      for (const id of ids.filter(each => !besides.includes(each))) {
        forgetDialogs()
        openMenu()
        becomesBeta()
        const action = stores.menu.now?.groups.flat().find(each => each.id === id)
        expect(action, id).toBeDefined()
        traces.length = 0
        stores.menu.choose(() => stores.run(action!))
        const left = (): string => traces.join('\n') + shown()
        const names = (words: readonly string[]): boolean => words.some(word => left().includes(word))
        await expect.poll(() => names(alpha), { message: `${id} is about what its menu was opened on` }).toBe(true)
        expect(names(beta), `${id} is not about another: ${left()}`).toBe(false)
      }
      return ids
    },
  }
}
type Bench = Awaited<ReturnType<typeof openBench>>

async function fileTake({ parts, takes }: Bench, text: string, more: Parameters<typeof spokenTake>[1] = {}): Promise<Take> {
  const asset = await parts.assets.adoptText(text, { mime: 'text/plain', extension: 'txt' })
  const take = await parts.takes.file(spokenTake(text, more), asset)
  await expect.poll(() => takes.get(take.id)).toBeDefined()
  return take
}

function listsOf(bench: Bench, query = shallowRef<TakeQuery>({ ...everyTake })) {
  return bench.page.run(() => useLists({
    ...{ query, sort: shallowRef(newestFirst), chosen: () => [idOf(99)] as never, show: () => {} },
  }))
}

it('a take: it alone, the selection that it is in, and very many', async () => {
  const bench = await openBench()
  const [alpha, second, beta] = [await fileTake(bench, 'Alpha'), await fileTake(bench, 'Alpha two'), await fileTake(bench, 'Beta')]
  bench.page.run(() => useTakeActions())
  const openMenu = bench.page.run(() => useTakeMenu())
  const becomesBeta = (): void => bench.target.set([beta])
  const one = await bench.walk(() => openMenu(rightClick(), [alpha]), {
    ...{ alpha: [alpha.id, '"Alpha"'], beta: [beta.id, '"Beta"'], becomesBeta },
  })
  expect(one).toEqual(expect.arrayContaining(['take.star', 'take.tag', 'take.collect', 'take.add', 'take.trash', 'take.save']))
  for (const each of [alpha, second]) {
    const both = await bench.walk(() => openMenu(rightClick(), [alpha, second]), {
      ...{ alpha: [each.id], beta: [beta.id], becomesBeta, besides: ['take.look'] },
    })
    expect(both).toEqual(expect.arrayContaining(['take.star', 'take.rename', 'take.save-many', 'take.trash']))
  }
  const numbers = [alpha.number, second.number]
  const many = { numbers, count: 2, areStarred: false, areTrashed: false }
  const ofMany = await bench.walk(() => openMenu(rightClick(), many), {
    ...{ alpha: [alpha.id, JSON.stringify(numbers)], beta: [beta.id], becomesBeta },
  })
  expect(ofMany).toEqual(['take.save-many', 'take.star', 'take.tag', 'take.note', 'take.collect', 'take.add', 'take.trash'])
})

it('a take in a collection, of which another take is selected', async () => {
  const bench = await openBench()
  const [alpha, beta] = [await fileTake(bench, 'Alpha'), await fileTake(bench, 'Beta')]
  await bench.parts.collections.create('Best', [alpha.id, beta.id])
  await expect.poll(() => bench.collections.all.length).toBe(1)
  listsOf(bench, shallowRef({ ...everyTake, text: 'collection:Best' }))
  const openMenu = bench.page.run(() => useTakeMenu())
  const acts = await bench.walk(() => openMenu(rightClick(), [alpha]), {
    ...{ alpha: [alpha.id], beta: [beta.id, idOf(99)], becomesBeta: () => bench.target.set([beta]) },
  })
  expect(acts).toEqual(['take.leave-collection'])
})

it('a take of the bin', async () => {
  const bench = await openBench()
  const project = await bench.parts.projects.create('Harbour')
  const [alpha, beta] = [await fileTake(bench, 'Alpha'), await fileTake(bench, 'Beta')]
  await bench.parts.takes.addToProject(project.id, [alpha.id, beta.id])
  await expect.poll(() => bench.takes.get(beta.id)?.addedToIds).toEqual([project.id])
  bench.page.run(() => useBinActs({ projectId: () => project.id, canPlace: () => true, place: bench.noted('place') }))
  const openMenu = bench.page.run(() => useTakeMenu())
  const added = bench.takes.get(alpha.id)!
  const acts = await bench.walk(() => openMenu(rightClick(), [added], binMenu), {
    ...{ alpha: [alpha.id], beta: [beta.id], becomesBeta: () => bench.target.set([beta]) },
  })
  expect(acts).toEqual(['bin.place', 'bin.take-out'])
})

it('a collection and a saved search', async () => {
  const bench = await openBench()
  const { collections, savedSearches } = bench.parts
  await collections.create('Alpha list', [])
  await collections.create('Beta list', [])
  for (const name of ['Alpha', 'Beta'])
    await savedSearches.create({ name: `${name} search`, text: name, sort: newestFirst })
  await expect.poll(() => [bench.collections.all.length, bench.searches.all.length]).toEqual([2, 2])
  const query = shallowRef<TakeQuery>({ ...everyTake, text: 'storm' })
  const lists = listsOf(bench, query)
  const idIn = (all: readonly { id: string, name: string }[], name: string): string => all.find(each => each.name.startsWith(name))!.id
  const named = (all: readonly { id: string, name: string }[]) => ({ alpha: [idIn(all, 'Alpha')], beta: [idIn(all, 'Beta')] })
  const alphaList = bench.collections.all.find(each => each.name.startsWith('Alpha'))!
  expect(await bench.walk(() => lists.openCollectionMenu(rightClick(), alphaList), {
    ...named(bench.collections.all),
    becomesBeta: () => query.value = { ...everyTake, text: 'collection:"Beta list"' },
  })).toEqual(['collection.rename', 'collection.remove'])
  query.value = { ...everyTake, text: 'storm' }
  const alphaSearch = bench.searches.all.find(each => each.name.startsWith('Alpha'))!
  expect(await bench.walk(() => {
    query.value = { ...everyTake, text: 'storm' }
    lists.openSearchMenu(rightClick(), alphaSearch)
  }, { ...named(bench.searches.all), becomesBeta: () => query.value = { ...everyTake, text: 'Beta' } }))
    .toEqual(['search.update', 'search.rename', 'search.remove'])
})

it('a folder', async () => {
  const bench = await openBench()
  const chosen = shallowRef<string | null>(null)
  const openMenu = bench.page.run(() => useFolderMenu({
    ...{ group: 'voices', names: () => ['Alpha', 'Beta'], chosen: () => chosen.value },
    ...{ rename: bench.noted('rename'), remove: bench.noted('remove') },
  }))
  expect(await bench.walk(() => openMenu(rightClick(), 'Alpha'), {
    ...{ alpha: ['Alpha'], beta: ['Beta'], becomesBeta: () => chosen.value = 'Beta' },
  })).toEqual(['voices.rename-folder', 'voices.remove-folder'])
})

it('a voice', async () => {
  const bench = await openBench()
  for (const name of ['Alpha', 'Beta']) {
    const asset = await plainAsset({ root: bench.folder, assets: bench.parts.assets } as never, `clip of ${name}`)
    const clip = await bench.parts.takes.file(spokenTake(`clip of ${name}`), asset)
    await bench.parts.voices.create({ takeId: clip.id, name, consent: 'yes' })
  }
  await expect.poll(() => bench.voices.all.length).toBe(2)
  const [alpha, beta] = bench.voices.all
  const acts = { trash: bench.noted('trash') } as never // The menu uses no other.
  const menu = bench.page.run(() => useVoiceMenu({
    ...{ acts, rename: bench.noted('rename'), describe: bench.noted('describe'), moveToFolder: bench.noted('folder') },
  }))
  expect(await bench.walk(() => menu.open(rightClick(), alpha!), {
    ...{ alpha: [alpha!.id, alpha!.clipTakeId, 'Alpha'], beta: [beta!.id, beta!.clipTakeId, '"Beta"'] },
    becomesBeta: () => menu.mean(beta!),
  })).toEqual(expect.arrayContaining(['voice.use', 'voice.clip', 'voice.save', 'voice.copy', 'voice.rename', 'voice.trash']))
})

it('a job of the queue, also one that leaves the list meanwhile', async () => {
  const bench = await openBench()
  const all = [1, 2, 3].map(n => jobOf(n, { state: 'queued', title: `Job ${n}` }))
  const jobs = shallowRef<readonly Job[]>(all)
  const waiting = computed(() => jobs.value.map(head => ({ head, parts: [] })))
  const items = computed(() => createItems()(waiting.value))
  const acts = {
    run: (act: string, job: Job) => bench.noted('run')(act, job.id),
    move: (family: { head: Job }) => bench.noted('move')(family.head.id),
  } as never // The menu uses no other.
  const { activeId, openMenu } = bench.page.run(() => useQueueKeys({ items, waiting, acts, reveal: () => {}, pageSize: () => 10 }))
  const names = { alpha: [idOf(2), 'Job 2'], beta: [idOf(1), idOf(3)] }
  expect(await bench.walk(() => openMenu(rightClick(), idOf(2) as JobId), {
    ...names,
    becomesBeta: () => activeId.value = idOf(3) as JobId,
  })).toEqual(expect.arrayContaining(['queue.run-next', 'queue.move-up', 'queue.move-down', 'queue.act', 'queue.copy']))
  openMenu(rightClick(), idOf(2) as JobId)
  const cancel = bench.menu.now?.groups.flat().find(action => action.id === 'queue.act')
  jobs.value = all.filter(job => job.id !== idOf(2))
  await vi.waitUntil(() => activeId.value === idOf(3), { timeout: hangMs })
  expect(cancel?.when?.(), 'the job in its place is not cancelled in its stead').toBe(false)
})

it('a job of a card in another room', async () => {
  const bench = await openBench()
  vi.spyOn(bench.jobs, 'get').mockImplementation(id =>
    [21, 22].filter(n => idOf(n) === id).map(n => jobOf(n, { state: 'failed', title: `Job ${n}` }))[0])
  bench.page.run(() => useJobMenuActions())
  const openMenu = bench.page.run(() => useJobMenu())
  expect(await bench.walk(() => openMenu(rightClick(), jobOf(21, { state: 'failed' })), {
    ...{ alpha: [idOf(21), 'Job 21'], beta: [idOf(22), 'Job 22'], becomesBeta: () => {}, besides: ['job.attach'] },
  })).toEqual(expect.arrayContaining(['job.copy', 'job.act', 'job.show']))
})

it('a delivery', async () => {
  const bench = await openBench()
  const delivery = (n: number, name: string): Delivery => ({
    ...{ id: idOf(n) as DeliveryId, name, sequenceId: idOf(80 + n) as SequenceId, folder: `/out/${name}`, isMissing: false },
    files: [{ name: `${name}.mp4`, sizeBytes: 1 }],
  }) as never // The menu reads nothing else.
  const [alpha, beta] = [delivery(31, 'Alpha'), delivery(32, 'Beta')]
  const playing = shallowRef<Delivery | null>(null)
  const openMenu = bench.page.run(() => useDeliveryMenu({
    ...{ show: bench.noted('show'), shown: () => playing.value, again: bench.noted('again') },
    ...{ compare: bench.noted('compare'), mayCompare: () => true },
  }))
  expect(await bench.walk(() => openMenu(rightClick(), alpha), {
    ...{ alpha: [alpha.id, '/out/Alpha'], beta: [beta.id, '/out/Beta'], becomesBeta: () => playing.value = beta },
  })).toEqual(['play', 'compare', 'again', 'save', 'reveal', 'copy', 'log', 'trash'].map(name => `delivery.${name}`))
})

it('a project and a template', async () => {
  const bench = await openBench()
  const open = bench.page.run(() => useProject())
  const [alpha, beta] = [await bench.parts.projects.create('Alpha'), await bench.parts.projects.create('Beta')]
  await expect.poll(() => bench.projects.get(beta.id)).toBeDefined()
  bench.page.run(() => useProjectActions())
  const openMenu = bench.page.run(() => useProjectMenu())
  const names = { alpha: [alpha.id, 'Alpha'], beta: [beta.id, '"Beta"'] }
  expect(await bench.walk(() => openMenu(rightClick(), alpha), {
    ...names,
    becomesBeta() {
      open.open(beta.id)
      bench.dialogs[2].last = beta
    },
  })).toEqual(expect.arrayContaining(['a-project.script', 'a-project.rename', 'a-project.archive', 'a-project.export', 'a-project.trash']))
  const openTemplate = bench.page.run(() => useTemplateMenu())
  expect(await bench.walk(() => openTemplate(rightClick(), alpha), { ...names, becomesBeta: () => {} }))
    .toEqual(['a-template.rename', 'a-template.export', 'a-template.trash'])
})

it('a line of a script, while another gets the caret', async () => {
  const bench = await openBench()
  const project = await bench.parts.projects.create('Harbour')
  const texts = ['Beta', 'Alpha', 'Gamma'].map(text => ({ speaker: 'Ada', text, direction: '' }))
  const lines = await bench.parts.script.add(project.id, null, texts)
  const [beta, alpha] = lines
  const at = shallowRef<LineId | null>(null)
  const room = bench.page.run(() => {
    const meant = useMeant(() => at.value)
    const active = () => lines.find(line => line.id === meant.now.value)
    const acts = Object.fromEntries(['toggleLock', 'toggleMute', 'toggleUnspoken', 'merge', 'splitAtSentences', 'remove'].map(name =>
      [name, () => bench.noted(name)(active()?.id)]))
    return {
      as: meant.as,
      openMenu: useLineMenu({
        ...{ lines: () => lines, active, as: meant.as, activate: (id: LineId) => at.value = id },
        ...{ move: bench.noted('move'), remove: bench.noted('remove'), targets: () => [active() ?? []].flat() },
        selection: { ids: shallowRef(new Set()), clear: () => {}, toggleScene: bench.noted('scene'), all: () => {} } as never,
        acts: { ...acts, mayMerge: () => true, split: bench.noted('split') } as never,
        openLanguage: () => bench.noted('language')(active()?.id),
        textAt: () => 2,
      }),
    }
  })
  expect(await bench.walk(() => room.openMenu(rightClick(), alpha!), {
    ...{ alpha: [alpha!.id, alpha!.text], beta: [beta!.id], becomesBeta: () => at.value = beta!.id },
  })).toEqual([
    ...['lock', 'mute', 'unspoken', 'language', 'split', 'split-sentences', 'merge', 'copy', 'up', 'down', 'remove'],
  ].map(name => `line.${name}`))
})

it('of two menus that one click would open, the inner one is open and is about its own', async () => {
  const bench = await openBench()
  const [alpha, beta] = [await fileTake(bench, 'Alpha'), await fileTake(bench, 'Beta')]
  bench.page.run(() => useTakeActions())
  const openMenu = bench.page.run(() => useTakeMenu())
  const click = rightClick()
  openMenu(click, [alpha])
  openMenu(click, [beta])
  expect(bench.target.takes.map(take => take.id)).toEqual([alpha.id])
  bench.menu.close()
  expect(bench.target.takes.map(take => take.id)).toEqual([alpha.id])
})
