/** Pictures and films for the next message: brought in as files or takes, or named by their address. */
import type { MessagePart } from '#contract/conversations.ts'
import type { Take } from '#contract/takes.ts'
import type { ProjectId } from '#contract/words.ts'
import type { AnyFault } from '../../studio.ts'
import { shallowReadonly, shallowRef } from 'vue'
import { useNotices } from '../../actions/notices.ts'
import { useComingFiles } from '../../parts/coming-files.ts'
import { useHeldFiles } from '../../parts/held-files.ts'
import { takeIn } from '../../parts/take-drag.ts'
import { useTakes } from '../../stores/takes.ts'
import { attempt, importFile, studio } from '../../studio.ts'
import { spreadMoments } from './message-tree.ts'

/** One is for the words. */
export const mostShownParts = 19
const framesOfFilm = 3

export function useShownParts(at: { projectId: () => ProjectId | null, parts: () => readonly MessagePart[], change: (parts: MessagePart[]) => void }) {
  const notices = useNotices()
  const takes = useTakes()
  const held = useHeldFiles()
  const incoming = shallowRef<string | null>(null)
  const fault = shallowRef<AnyFault | null>(null)
  /** A film that was dropped: the person says whether stills of it are to be shown instead. */
  const film = shallowRef<Take | null>(null)
  const isTakingFrames = shallowRef(false)
  const comes = useComingFiles()

  function add(part: MessagePart): void {
    if (at.parts().length >= mostShownParts)
      return notices.say(t => t.chat.tooMany(mostShownParts + 1))
    const isThere = at.parts().some(other => JSON.stringify(other) === JSON.stringify(part))
    if (!isThere)
      at.change([...at.parts(), part])
  }

  function addTake(take: Take): void {
    if (take.medium === 'video') {
      film.value = take
      return
    }
    if (take.medium !== 'picture')
      return notices.say(t => t.chat.noSound)
    held.note(take)
    add({ type: 'image', assetId: take.asset.id })
  }

  async function bringFiles(files: readonly File[]): Promise<void> {
    fault.value = null
    for (const file of files.slice(0, mostShownParts)) {
      incoming.value = file.name
      const ticket = await attempt(importFile(file))
      const answer = ticket.fault ? ticket : await attempt(studio.takes.import({ ticket: ticket.value, projectId: at.projectId() }))
      if (answer.fault)
        fault.value = answer.fault
      else
        addTake(answer.value.take)
    }
    incoming.value = null
  }

  async function takeFrames(): Promise<void> {
    const source = film.value
    if (!source || isTakingFrames.value)
      return
    isTakingFrames.value = true
    fault.value = null
    for (const atSeconds of spreadMoments(source.asset.durationSeconds ?? 0, framesOfFilm)) {
      const answer = await attempt(studio.takes.frame({ takeId: source.id, atSeconds, projectId: at.projectId() }))
      if (answer.fault) {
        fault.value = answer.fault
        break
      }
      addTake(answer.value.take)
    }
    isTakingFrames.value = false
    film.value = null
  }

  return {
    incoming: shallowReadonly(incoming),
    fault: shallowReadonly(fault),
    film: shallowReadonly(film),
    isTakingFrames: shallowReadonly(isTakingFrames),
    add,
    remove: (part: MessagePart) => at.change(at.parts().filter(other => other !== part)),
    bringFiles: (files: readonly File[]) => comes(() => bringFiles(files)),
    bringTakes: (chosen: readonly Take[]) => chosen.forEach(addTake),
    bringTransfer: (transfer: DataTransfer) => comes(async (): Promise<void> => {
      const dragged = takeIn(transfer)
      if (!dragged)
        return bringFiles([...transfer.files])
      const answer = await takes.load(dragged.takeId)
      if (answer.fault)
        fault.value = answer.fault
      else if (answer.value)
        addTake(answer.value.take)
    }),
    takeFrames: () => comes(takeFrames),
    leaveFilm(): void {
      film.value = null
    },
  }
}
