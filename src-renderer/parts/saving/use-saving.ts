/** Saves results out of the studio: as a download under its own name, as an archive, into a folder; shows and copies them. */
import type { SavedItem } from '#contract/saving.ts'
import type { Take } from '#contract/takes.ts'
import type { Texts } from '../../texts/texts.ts'
import { printRuns } from '#rules/search/runs.ts'
import { useNotices } from '../../actions/notices.ts'
import { mediaUrls } from '../../stores/media.ts'
import { useSequence } from '../../stores/sequence.ts'
import { useStatus } from '../../stores/status.ts'
import { attempt, studio } from '../../studio.ts'
import { useCopy } from '../text/use-copy.ts'
import { copyPicture } from './copy-picture.ts'

export const itemsOf = (takes: readonly Take[]): SavedItem[] => takes.map(take => ({ of: 'take', takeId: take.id }))

export function useSaving() {
  const notices = useNotices()
  const copy = useCopy()
  const sequence = useSequence()
  const status = useStatus()

  /** The file is whole when this is answered, so there is something to tell. */
  async function inApp(items: readonly SavedItem[], template: string): Promise<boolean> {
    const { value, fault } = await attempt(studio.saving.toFile({ items: [...items], template }))
    if (fault) {
      notices.fault(fault)
      return false
    }
    const { saved, missing } = value
    if (saved) {
      const act = { label: (t: Texts) => t.saving.copyPath, run: () => copy(saved.path) }
      notices.say(t => t.saving.savedAs(saved.path), { tone: 'good', act })
    }
    if (saved && missing.length > 0)
      notices.say(t => t.saving.missing(missing), { tone: 'bad' })
    return saved !== null
  }

  return {
    /**
     * The app asks where and saves it; a browser asks, or puts it where downloads go. Several files come as a ZIP archive. Answers whether
     * it began.
     */
    async download(items: readonly SavedItem[], template = ''): Promise<boolean> {
      await sequence.whenSent()
      if (status.now?.host === 'electron')
        return inApp(items, template)
      const answer = await attempt(studio.saving.prepare({ items: [...items], template }))
      if (answer.fault) {
        notices.fault(answer.fault)
        return false
      }
      const { ticket, name, missing } = answer.value
      const address = await attempt(mediaUrls([{ of: 'saved', ticket }]))
      if (address.fault) {
        notices.fault(address.fault)
        return false
      }
      const link = document.createElement('a')
      link.href = address.value[0] ?? ''
      link.download = name
      link.click()
      if (missing.length > 0)
        notices.say(t => t.saving.missing(missing), { tone: 'bad' })
      return true
    },
    async toFolder(items: readonly SavedItem[], template: string): Promise<boolean> {
      await sequence.whenSent()
      const answer = await attempt(studio.saving.toFolder({ items: [...items], template }))
      if (answer.fault) {
        notices.fault(answer.fault)
        return false
      }
      const { saved } = answer.value
      if (saved) {
        const act = { label: (t: Texts) => t.saving.copyPath, run: () => copy(saved.folder) }
        notices.say(t => t.saving.inFolder(saved.count, saved.folder), { tone: 'good', act })
      }
      return saved !== null
    },
    /** Any number of takes, by their numbers: whether they were saved. The status strip shows how far it is; a notice tells the end. */
    async manyToFolder(numbers: readonly number[], template: string): Promise<boolean> {
      const { value, fault } = await attempt(studio.saving.manyToFolder({ runs: printRuns(numbers), template }))
      if (fault)
        notices.fault(fault)
      if (!value?.saved)
        return false
      const { folder, count, missing } = value.saved
      const act = { label: (t: Texts) => t.saving.copyPath, run: () => copy(folder) }
      notices.say(t => t.saving.manyInFolder(count, missing, folder), { tone: missing > 0 ? 'bad' : 'good', act })
      return true
    },
    /** Without a file manager on the host, a notice shows the path to copy. */
    async reveal(item: SavedItem): Promise<void> {
      const { fault } = await attempt(studio.saving.reveal({ item }))
      if (fault?.code === 'not-in-this-host') {
        const { what } = fault.data
        notices.say(t => t.saving.isAt(what), { act: { label: t => t.saving.copyPath, run: () => copy(what) } })
      }
      else if (fault) {
        notices.fault(fault)
      }
    },
    /** A picture is copied as a picture, anything else as its words. */
    async copyTake(take: Take): Promise<void> {
      if (take.medium !== 'picture' || take.asset.isMissing)
        return copy(take.text || take.title)
      const address = await attempt(mediaUrls([{ of: 'asset', assetId: take.asset.id, variant: 'original' }]))
      if (address.fault)
        return notices.fault(address.fault)
      const isCopied = await copyPicture(address.value[0] ?? '')
      notices.say(t => isCopied ? t.shell.act.copied : t.shell.act.copyFailed, { tone: isCopied ? 'good' : 'bad' })
    },
  }
}
