/** Pictures and films for the next message: brought in as files or takes, or named by their address. */
import type { MessagePart } from '#contract/conversations.ts'
import type { Take } from '#contract/takes.ts'
import type { ConversationId, ProjectId } from '#contract/words.ts'
import type { AnyFault } from '../../../studio.ts'
import { computed, shallowReadonly, shallowRef } from 'vue'
import { useNotices } from '../../../actions/notices.ts'
import { useComingFiles } from '../../../parts/files/coming-files.ts'
import { useHeldFiles } from '../../../parts/files/held-files.ts'
import { takesIn } from '../../../parts/takes/take-drag.ts'
import { useTakes } from '../../../stores/takes.ts'
import { attempt, importFile, studio } from '../../../studio.ts'
import { spreadMoments } from '../messages/message-tree.ts'
import { useChatDrafts } from './drafts.ts'

/** One is for the words. */
export const mostShownParts = 19
const framesOfFilm = 3

/** Where a message is being written. What is on its way stays with it, whichever conversation is open when it arrives. */
interface Place { readonly conversationId: ConversationId | null, readonly projectId: ProjectId | null }

export function useShownParts(here: () => Place) {
  const drafts = useChatDrafts()
  const notices = useNotices()
  const takes = useTakes()
  const held = useHeldFiles()
  const incoming = shallowRef<readonly { name: string, at: Place }[]>([])
  const fault = shallowRef<{ fault: AnyFault, at: Place } | null>(null)
  /** A film that was dropped: the user says whether stills of it are to be shown instead. */
  const film = shallowRef<{ take: Take, at: Place } | null>(null)
  const isTakingFrames = shallowRef(false)
  const comes = useComingFiles()
  const isHere = (at: Place | undefined): boolean => at?.conversationId === here().conversationId && at.projectId === here().projectId

  function change(at: Place, by: (parts: readonly MessagePart[]) => MessagePart[]): void {
    const draft = drafts.draftOf(at.conversationId, at.projectId)
    drafts.put(at.conversationId, at.projectId, { ...draft, seen: by(draft.seen) })
  }

  function add(part: MessagePart, at = here()): void {
    const parts = drafts.draftOf(at.conversationId, at.projectId).seen
    if (parts.length >= mostShownParts)
      return notices.say(t => t.chat.tooMany(mostShownParts + 1))
    const isThere = parts.some(other => JSON.stringify(other) === JSON.stringify(part))
    if (!isThere)
      change(at, before => [...before, part])
  }

  function addTake(take: Take, at = here()): void {
    if (take.medium === 'video') {
      film.value = { take, at }
      return
    }
    if (take.medium !== 'picture')
      return notices.say(t => t.chat.noSound)
    held.note(take)
    add({ type: 'image', assetId: take.asset.id }, at)
  }

  async function bringFiles(files: readonly File[]): Promise<void> {
    const at = here()
    fault.value = null
    for (const file of files.slice(0, mostShownParts)) {
      const mine = { name: file.name, at }
      incoming.value = [...incoming.value, mine]
      const ticket = await attempt(importFile(file))
      const how = { projectId: at.projectId, moving: 'still' } as const
      const answer = ticket.fault ? ticket : await attempt(studio.takes.import({ ticket: ticket.value, ...how }))
      if (answer.fault)
        fault.value = { fault: answer.fault, at }
      else
        addTake(answer.value.take, at)
      incoming.value = incoming.value.filter(other => other !== mine)
    }
  }

  async function takeFrames(): Promise<void> {
    if (!film.value || isTakingFrames.value)
      return
    const { take: source, at } = film.value
    isTakingFrames.value = true
    fault.value = null
    for (const atSeconds of spreadMoments(source.asset.durationSeconds ?? 0, framesOfFilm)) {
      const answer = await attempt(studio.takes.frame({ takeId: source.id, atSeconds, projectId: at.projectId }))
      if (answer.fault) {
        fault.value = { fault: answer.fault, at }
        break
      }
      addTake(answer.value.take, at)
    }
    isTakingFrames.value = false
    // Another one may have been brought in in the meantime.
    if (film.value?.take === source)
      film.value = null
  }

  return {
    /** The name of a file that is on its way into this message. */
    incoming: computed(() => incoming.value.find(({ at }) => isHere(at))?.name ?? null),
    fault: computed(() => isHere(fault.value?.at) ? fault.value?.fault ?? null : null),
    film: computed(() => isHere(film.value?.at) ? film.value?.take ?? null : null),
    isTakingFrames: shallowReadonly(isTakingFrames),
    add: (part: MessagePart) => add(part),
    remove: (part: MessagePart) => change(here(), parts => parts.filter(other => other !== part)),
    bringFiles: (files: readonly File[]) => comes(() => bringFiles(files)),
    bringTakes: (chosen: readonly Take[]) => chosen.forEach(take => addTake(take)),
    bringTransfer: (transfer: DataTransfer) => comes(async (): Promise<void> => {
      const dragged = takesIn(transfer)
      if (dragged.length === 0)
        return bringFiles([...transfer.files])
      const at = here()
      for (const { takeId } of dragged) {
        const answer = await takes.load(takeId)
        if (answer.fault)
          fault.value = { fault: answer.fault, at }
        else if (answer.value)
          addTake(answer.value.take, at)
      }
    }),
    takeFrames: () => comes(takeFrames),
    leaveFilm(): void {
      film.value = null
    },
  }
}
