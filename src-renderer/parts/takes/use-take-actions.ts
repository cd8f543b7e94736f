/** The acts on takes as commands, for menus, keys and the palette; they mean the takes of `useTakeTarget`. */
import type { Take } from '#contract/takes.ts'
import type { Action } from '../../actions/action.ts'
import type { TakesToActOn } from './take-work.ts'
import { watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { ProjectId } from '#contract/words.ts'
import { seedFieldOf } from '#rules/models/repeats.ts'
import { useActions } from '../../actions/action.ts'
import { openTakeInspector, openTakeViewer } from '../../actions/overlay.ts'
import { useModels } from '../../stores/models.ts'
import { useProjects } from '../../stores/projects.ts'
import { useTakes } from '../../stores/takes.ts'
import { useCollectionDialogs } from '../collections/collection-dialogs.ts'
import { useProjectActs } from '../projects/use-project-acts.ts'
import { useSaveDialog } from '../saving/save-dialog.ts'
import { itemsOf, useSaving } from '../saving/use-saving.ts'
import { againRoute } from './again-route.ts'
import { useTakeTarget } from './take-menu.ts'
import { asMany, numbersOf, useTakeWork } from './take-work.ts'
import { usePurge } from './use-purge.ts'
import { useTakeActs } from './use-take-acts.ts'

export function useTakeActions(): void {
  const route = useRoute()
  const router = useRouter()
  const models = useModels()
  const projects = useProjects()
  const target = useTakeTarget()
  const known = useTakes()
  const work = useTakeWork()
  const acts = useTakeActs()
  const purge = usePurge()
  const projectActs = useProjectActs()
  const saving = useSaving()
  const dialog = useSaveDialog()
  const collectionDialogs = useCollectionDialogs()

  watch(() => route.path, () => target.set([]))

  /** As they are now: one may have been starred since. */
  const takes = (): readonly Take[] => target.takes.map(take => known.get(take.id) ?? take)
  const ids = () => takes().map(take => take.id)
  const one = (): Take | undefined => takes().length === 1 ? takes()[0] : undefined
  const areTrashed = (): boolean => takes().some(take => take.trashedAt !== null)
  /** Very many are changed one act after another. */
  const unloaded = () => work.now === null ? target.unloaded : null
  const all = (): TakesToActOn => unloaded() ? target.all() : takes()
  const areThere = (): boolean => takes().length > 0 && !areTrashed()
  const areAnyThere = (): boolean => areThere() || unloaded()?.areTrashed === false
  const isMissing = (): boolean => takes().every(take => take.asset.isMissing)
  const mayVary = (take: Take | undefined): boolean => {
    const model = models.get(take?.modelId ?? null)
    return take?.request != null && model !== undefined && seedFieldOf(model) !== null
  }
  const again = (how: 'again' | 'vary' | 'words') => {
    const take = one()
    return take && router.push(againRoute(take, how, projects.get(take.projectId)?.trashedAt === null))
  }
  /** The project that is open, else one that has the take. */
  function projectOf(take: Take) {
    const open = typeof route.params.projectId === 'string' ? ProjectId.safeParse(route.params.projectId).data : undefined
    return [open, take.projectId, ...take.addedToIds].find(id => id && projects.get(id)?.trashedAt === null) ?? null
  }
  /** The Timeline of that project. Null for words, and without a project. */
  function sourceRoute() {
    const take = one()
    const projectId = take && projectOf(take)
    return take && take.medium !== 'text' && projectId
      ? { name: 'timeline', params: { projectId }, query: { source: take.id } }
      : null
  }
  /** Its picture on the card of the open project, else of one that has it. */
  function coverOf() {
    const take = one()
    const project = take && projects.get(projectOf(take))
    return take?.asset.hasPoster && project && project.coverTakeId !== take.id ? { project, takeId: take.id } : null
  }
  const act = (id: string, label: Action['label'], when: () => boolean, run: Action['run'], more: Partial<Action> = {}): Action =>
    ({ id: `take.${id}`, group: 'library', label, when, run, ...more })

  useActions(() => {
    const areStarred = target.unloaded?.areStarred ?? takes().every(take => take.isStarred)
    const count = (): number => target.unloaded?.count ?? takes().length
    // The library has acts of its own for these, with keys.
    const ofLibrary = { isHidden: route.name === 'library' }
    return [
      act('details', t => t.saving.details, () => one() !== undefined, () => ids().slice(0, 1).forEach(takeId => openTakeInspector(takeId))),
      act('look', t => t.viewer.open, () => takes().length > 0, () => takes().slice(0, 1).forEach(take =>
        target.look ? target.look(take) : openTakeViewer(takes(), take))),
      act('source', t => t.library.openInSource, () => sourceRoute() !== null && areThere(), () => {
        const to = sourceRoute()
        return to && router.push(to)
      }),
      act('again', t => t.library.inspector.again, () => one()?.request != null && areThere(), () => again('again')),
      act('vary', t => t.make.take.vary, () => mayVary(one()) && areThere(), () => again('vary')),
      act('words', t => t.make.take.promptOnly, () => one()?.request != null && one()?.medium !== 'text' && areThere(), () => again('words')),
      act('save', t => t.saving.saveAs, () => one() !== undefined && !isMissing(), () => saving.download(itemsOf(takes())), { keys: ['mod+s'] }),
      act('save-many', t => t.saving.saveMany(count()), () => unloaded() !== null || (takes().length > 1 && !isMissing()), () => {
        dialog.items = itemsOf(takes())
        dialog.numbers = numbersOf(all())
      }, { keys: ['mod+s'] }),
      act('reveal', t => t.saving.reveal, () => one() !== undefined && !isMissing(), () => itemsOf(takes()).slice(0, 1).map(saving.reveal)),
      act(
        'copy',
        t => one()?.medium === 'picture' ? t.saving.copyPicture : t.saving.copyWords,
        () => one() !== undefined,
        () => takes().slice(0, 1).map(saving.copyTake),
      ),
      act('star', t => areStarred ? t.library.unstar : t.library.star, areAnyThere, () => acts.star(asMany(all()), !areStarred), ofLibrary),
      act('rename', t => t.library.naming.open, areThere, () => {
        dialog.naming = takes()
      }, ofLibrary),
      act('tag', t => t.library.tags.open, areAnyThere, () => {
        dialog.tagging = all()
      }, ofLibrary),
      act('note', t => t.library.noting.open, areAnyThere, () => {
        dialog.noting = all()
      }, ofLibrary),
      act('collect', t => t.collections.collect, areAnyThere, () => {
        collectionDialogs.adding = asMany(all())
      }, ofLibrary),
      act('add', t => t.bin.add, areAnyThere, () => {
        dialog.adding = all()
      }, ofLibrary),
      act('cover', t => t.projects.useAsCover, () => coverOf() !== null && areThere(), () => {
        const cover = coverOf()
        return cover && projectActs.setCover(cover.project, cover.takeId)
      }),
      act('trash', t => t.library.trash, areAnyThere, () => acts.trash(asMany(all())), ofLibrary),
      act('restore', t => t.library.restore, () => areTrashed() || unloaded()?.areTrashed === true, () => acts.restore(asMany(all())), ofLibrary),
      act('purge', t => t.library.purge, areTrashed, () => purge({ items: ids().map(id => ({ kind: 'take', id })) }), ofLibrary),
    ]
  })
}
