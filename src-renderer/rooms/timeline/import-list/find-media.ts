/** Finds the takes that the media of an edit list are: by content, else by the take that Takeroom wrote, else by name and length. */
import type { Take } from '#contract/takes.ts'
import type { ProjectId } from '#contract/words.ts'
import type { ListedMedia, ReadList } from '#rules/interchange/list.ts'
import { TakeId } from '#contract/words.ts'
import { listedMediaOf } from '#rules/interchange/own-film.ts'
import { useTakes } from '../../../stores/takes.ts'
import { attempt, patientStudio } from '../../../studio.ts'

/** Lengths of one file may be measured a little differently. */
const sameSeconds = 0.1

/** As many are asked for at once. */
const mostAtOnce = 500

export function keyOfMedia({ takeId, hash, name, seconds }: ListedMedia): string {
  return `${takeId ?? ''} ${hash ?? ''} ${name.toLowerCase()} ${seconds?.toFixed(2) ?? ''}`
}

/** Each once. */
export function mediaOf(list: ReadList): ListedMedia[] {
  if (list.own)
    return listedMediaOf(list.own)
  const tracks = [list, ...list.compounds.values()].flatMap(sequence => sequence.tracks)
  const all = tracks.flatMap(({ clips }) => clips.flatMap(({ media, title }) => media && title === null ? [media] : []))
  return [...new Map(all.map(media => [keyOfMedia(media), media])).values()]
}

const plain = (name: string): string => name.normalize('NFC').trim().toLowerCase()
const withoutEnding = (name: string): string => name.replace(/\.[a-z\d]{1,5}$/i, '')

interface Named extends Pick<Take, 'title'> { readonly asset: Pick<Take['asset'], 'durationSeconds'> }

/** Whether a take may be the file: its title is that name, with or without the ending, and it is as long. */
export function isSameMedia({ name, seconds }: ListedMedia, { title, asset }: Named): boolean {
  const isNamed = plain(title) === plain(name) || plain(withoutEnding(title)) === plain(withoutEnding(name))
  const known = asset.durationSeconds
  // A list may know only how much of a file is used.
  return isNamed && (seconds === null || known === null || known + sameSeconds >= seconds)
}

/** Those of the project come first, then the newest. Media that are not found are not in the answer. */
export async function findMedia(
  media: readonly ListedMedia[],
  projectId: ProjectId,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Take>> {
  const takes = useTakes()
  const found = new Map<string, Take>()
  const known = await byContent(media, projectId, signal)
  for (const each of media) {
    signal.throwIfAborted()
    const take = known.get(each) ?? await ownTake(each) ?? await namedTake(each, projectId)
    if (take)
      found.set(keyOfMedia(each), take)
  }
  takes.remember([...found.values()])
  return found
}

/** Of those whose content the list says: a take may have another name since, or another id in another studio. */
async function byContent(media: readonly ListedMedia[], projectId: ProjectId, signal: AbortSignal): Promise<Map<ListedMedia, Take>> {
  const asked = media.flatMap(each => each.hash ? [{ each, hash: each.hash, takeId: TakeId.safeParse(each.takeId).data ?? null }] : [])
  const found = new Map<ListedMedia, Take>()
  for (let from = 0; from < asked.length; from += mostAtOnce) {
    signal.throwIfAborted()
    const some = asked.slice(from, from + mostAtOnce)
    const files = some.map(({ hash, takeId }) => ({ hash, takeId }))
    const { value } = await attempt(patientStudio.takes.ofContents({ files, projectId }))
    value?.takes.forEach((take, index) => {
      const media = some[index]?.each
      if (take && media)
        found.set(media, take)
    })
  }
  return found
}

async function ownTake({ takeId }: ListedMedia): Promise<Take | null> {
  const id = TakeId.safeParse(takeId).data
  if (!id)
    return null
  const { value } = await attempt(patientStudio.takes.get({ takeId: id }))
  return value && value.take.trashedAt === null ? value.take : null
}

async function namedTake(media: ListedMedia, projectId: ProjectId): Promise<Take | null> {
  const all = { kinds: [], media: [], modelIds: [], lineId: null, inTrash: false }
  const any = { onlyMadeThere: false, onlyStarred: false, onlyIncomplete: false }
  for (const where of [projectId, null]) {
    const { value } = await attempt(patientStudio.takes.search({
      ...all,
      ...any,
      ...{ text: withoutEnding(media.name).slice(0, 200), projectId: where, cursor: null, limit: 100 },
    }))
    const same = value?.takes.filter(take => isSameMedia(media, take)) ?? []
    const [first] = same.toSorted((a, b) => offBy(media, a) - offBy(media, b))
    if (first)
      return first
  }
  return null
}

/** Seconds between the lengths; 0 where they are not known. */
function offBy({ seconds }: ListedMedia, { asset }: Take): number {
  return seconds === null || asset.durationSeconds === null ? 0 : Math.abs(asset.durationSeconds - seconds)
}
