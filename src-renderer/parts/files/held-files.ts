/** Facts about the files that forms hold, because a request names a file by its asset only. Kept over a reload, as the forms are. */
import type { Fields } from '#contract/models.ts'
import type { Take } from '#contract/takes.ts'
import type { Medium } from '#contract/words.ts'
import type { FileFacts } from '#rules/models/check-request.ts'
import { useLocalStorage } from '@vueuse/core'
import { defineStore } from 'pinia'
import { onScopeDispose, shallowReactive } from 'vue'
import { z } from 'zod'
import { AssetId, TakeId } from '#contract/words.ts'
import { filesOf } from '#rules/models/presence.ts'
import { useTakes } from '../../stores/takes.ts'
import { pageKeys } from '../../wire/page-keys.ts'

export interface HeldFile extends FileFacts {
  takeId: TakeId
  title: string
  medium: Medium
  hasPoster: boolean
  /** The file is not where it should be, or its take was deleted. */
  isMissing: boolean
}

const Remembered = z.array(z.tuple([AssetId, TakeId]))
/** More than the forms of a few projects contain. */
const mostRemembered = 200

export const useHeldFiles = defineStore('held-files', () => {
  const takes = useTakes()
  const byAsset = shallowReactive(new Map<AssetId, HeldFile>())
  const remembered = useLocalStorage<z.infer<typeof Remembered>>(pageKeys.heldFiles, [], {
    shallow: true,
    // Written by another version: then the studio alone judges these files, when they are sent.
    serializer: { read: text => Remembered.catch([]).parse(JSON.parse(text)), write: value => JSON.stringify(value) },
    onError: cause => console.warn(cause),
  })

  /** Remembers what a take's file is, so that any form that comes to hold it can show and check it. */
  function note(take: Take): void {
    const { id, mime, sizeBytes, durationSeconds, hasPoster, isMissing } = take.asset
    byAsset.set(id, { takeId: take.id, title: take.title, medium: take.medium, hasPoster, mime, sizeBytes, durationSeconds, isMissing })
    if (!remembered.value.some(([assetId]) => assetId === id))
      remembered.value = [...remembered.value.slice(1 - mostRemembered), [id, take.id]]
  }

  /** Asks for what is not known any more of the files in these fields. */
  async function recall(fields: Fields): Promise<void> {
    const unknown = Object.values(fields).flatMap(value => filesOf(value).map(file => file.assetId)).filter(id => !byAsset.has(id))
    for (const assetId of unknown) {
      const takeId = remembered.value.find(([id]) => id === assetId)?.[1]
      const answer = takeId && await takes.load(takeId)
      if (answer && answer.value)
        note(answer.value.take)
    }
  }

  // A file that vanished, or came back, while a form held it.
  onScopeDispose(takes.listen(({ changed, removed }) => {
    for (const take of changed) {
      if (byAsset.has(take.asset.id))
        note(take)
    }
    for (const [assetId, file] of byAsset) {
      if (removed.includes(file.takeId))
        byAsset.set(assetId, { ...file, isMissing: true })
    }
  }))

  /** Facts of all files in the fields, without those that are gone; undefined when one is not known, for then only the studio can judge. */
  function factsOf(fields: Fields): Record<string, FileFacts> | undefined {
    const ids = Object.values(fields).flatMap(value => filesOf(value).map(file => file.assetId))
    if (ids.some(id => !byAsset.has(id)))
      return undefined
    return Object.fromEntries(ids.flatMap((id): [string, FileFacts][] => {
      const file = byAsset.get(id)
      return file && !file.isMissing ? [[id, file]] : []
    }))
  }

  return { get: (assetId: AssetId): HeldFile | undefined => byAsset.get(assetId), note, recall, factsOf }
})
