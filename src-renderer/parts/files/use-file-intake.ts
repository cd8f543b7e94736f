/** Brings a dropped, pasted or picked file, or a take, into a file field; refuses what cannot be used before any upload. */
import type { ShallowRef } from 'vue'
import type { Field, FileValue } from '#contract/models.ts'
import type { AsMoving, Take } from '#contract/takes.ts'
import type { ProjectId, TakeId } from '#contract/words.ts'
import type { AnyFault } from '../../studio.ts'
import { shallowReadonly, shallowRef } from 'vue'
import { useTakes } from '../../stores/takes.ts'
import { attempt, importFile, studio } from '../../studio.ts'
import { takesIn } from '../takes/take-drag.ts'
import { useComingFiles } from './coming-files.ts'
import { isOfWrongType, mediaAccepted } from './file-types.ts'
import { useHeldFiles } from './held-files.ts'

/** Why an offered file was not accepted. */
export interface Refusal { readonly because: 'wrong-kind' | 'missing' | 'full' | 'empty', readonly name: string }

export interface FileIntake {
  /** The name of the file that is being brought in. */
  incoming: Readonly<ShallowRef<string | null>>
  fault: Readonly<ShallowRef<AnyFault | null>>
  /** The last offered file that was refused. */
  refusal: Readonly<ShallowRef<Refusal | null>>
  bringTransfer: (transfer: DataTransfer) => Promise<void>
  bringFiles: (files: readonly File[]) => Promise<void>
  bringTakes: (takes: readonly Take[]) => void
}

/** A field for one file replaces it with the newest. */
export function isSingle(field: Pick<Field, 'type' | 'maxFiles'>): boolean {
  return field.type === 'file' || field.maxFiles === 1
}

/** A model that is asked with a picture wants the picture. */
function movingFor(field: Pick<Field, 'accepts'>): AsMoving {
  const media = mediaAccepted(field)
  return media.has('video') && !media.has('picture') ? 'film' : 'still'
}

/** `room` is how many more files the field takes; a field for one file always has room, because a new file replaces it. */
export function useFileIntake(
  field: () => Field,
  projectId: () => ProjectId | null,
  room: () => number,
  hold: (files: readonly FileValue[]) => void,
): FileIntake {
  const takes = useTakes()
  const held = useHeldFiles()
  const comes = useComingFiles()
  const incoming = shallowRef<string | null>(null)
  const fault = shallowRef<AnyFault | null>(null)
  const refusal = shallowRef<Refusal | null>(null)

  function clear(): void {
    fault.value = null
    refusal.value = null
  }

  function refuse(because: Refusal['because'], name: string): false {
    refusal.value = { because, name }
    return false
  }

  function isUsable(take: Take): boolean {
    if (take.asset.isMissing)
      return refuse('missing', take.title)
    return field().accepts !== null && !field().accepts?.includes(take.asset.mime) ? refuse('wrong-kind', take.title) : true
  }

  function offer(offered: readonly Take[]): void {
    const usable = offered.filter(isUsable)
    for (const take of usable)
      held.note(take)
    const places = room()
    if (usable.length > places)
      refuse('full', usable[places]?.title ?? '')
    if (usable.length > 0 && places > 0)
      hold(usable.slice(0, places).map(take => ({ assetId: take.asset.id })))
  }

  async function bringFile(file: File): Promise<void> {
    if (isOfWrongType(field(), file.type))
      return void refuse('wrong-kind', file.name)
    if (file.size === 0)
      return void refuse('empty', file.name)
    incoming.value = file.name
    const ticket = await attempt(importFile(file))
    const how = { projectId: projectId(), moving: movingFor(field()) }
    const answer = ticket.fault ? ticket : await attempt(studio.takes.import({ ticket: ticket.value, ...how }))
    incoming.value = null
    if (answer.fault)
      fault.value = answer.fault
    else
      offer([answer.value.take])
  }

  async function bringAll(files: readonly File[]): Promise<void> {
    for (const file of isSingle(field()) ? files.slice(0, 1) : files) {
      if (room() === 0)
        return void refuse('full', file.name)
      await bringFile(file)
    }
  }

  async function bringDragged(takeIds: readonly TakeId[]): Promise<void> {
    const dragged: Take[] = []
    for (const takeId of takeIds) {
      const answer = await takes.load(takeId)
      if ('fault' in answer && answer.fault)
        fault.value = answer.fault
      else if (answer.value)
        dragged.push(answer.value.take)
    }
    offer(dragged)
  }

  function bringFiles(files: readonly File[]): Promise<void> {
    clear()
    return comes(() => bringAll(files))
  }

  return {
    incoming: shallowReadonly(incoming),
    fault: shallowReadonly(fault),
    refusal: shallowReadonly(refusal),
    bringFiles,
    bringTakes(chosen) {
      clear()
      offer(chosen)
    },
    bringTransfer(transfer) {
      const dragged = takesIn(transfer)
      if (dragged.length === 0)
        return bringFiles([...transfer.files])
      clear()
      return comes(() => bringDragged(dragged.map(take => take.takeId)))
    },
  }
}
