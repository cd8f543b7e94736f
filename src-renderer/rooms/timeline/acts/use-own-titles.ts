/** What can be done with a person's own titles: save, rename, delete, export and import. */
import type { OwnTitle, OwnTitleChanges } from '#contract/own-titles.ts'
import type { NewTitle, TitleRefusal } from '#rules/captions/own-titles.ts'
import type { AnyFault } from '../../../studio.ts'
import { computed } from 'vue'
import { mostOwnTitles, readTitleFile, writeTitleFile } from '#rules/captions/own-titles.ts'
import { freePresetName, tidyName } from '#rules/deliver/own-presets.ts'
import { useNotices } from '../../../actions/notices.ts'
import { saveText } from '../../../parts/files/save-text.ts'
import { useSettings } from '../../../stores/settings.ts'
import { randomId } from '../../../wire/random-id.ts'

/** More than a file of titles ever has: not even read. */
const mostBytes = 2_000_000

export function useOwnTitles() {
  const settings = useSettings()
  const notices = useNotices()
  const all = computed<readonly OwnTitle[]>(() => settings.now.titles)

  const change = (changes: Partial<OwnTitleChanges>) => settings.change({ titles: { put: [], remove: [], ...changes } })
  async function write(changes: Partial<OwnTitleChanges>): Promise<AnyFault | null> {
    return (await change(changes)).fault ?? null
  }

  /** Behind the others, under names that are free. Tells what went wrong. Answers those that were added, as main has them. */
  async function add(news: readonly NewTitle[]): Promise<readonly OwnTitle[]> {
    const names = all.value.map(({ name }) => name)
    const asked = news.map((title): OwnTitle => {
      const name = freePresetName(title.name, names)
      names.push(name)
      return { ...title, id: `own-${randomId()}`, name }
    })
    const { value, fault } = await change({ put: asked })
    if (fault)
      notices.fault(fault)
    return value?.settings.titles.filter(({ id }) => asked.some(title => title.id === id)) ?? []
  }

  return {
    all,
    isFull: computed(() => all.value.length >= mostOwnTitles),
    async save(title: NewTitle): Promise<void> {
      const [added] = await add([title])
      if (added)
        notices.say(texts => texts.timeline.titles.saved(added.name), { tone: 'good' })
    },
    /** `title` as it was when its dialog was opened: what somebody else made of it since stays. */
    async rename(title: OwnTitle, name: string): Promise<AnyFault | null> {
      const names = all.value.filter(({ id }) => id !== title.id).map(each => each.name)
      const put = [{ ...title, name: freePresetName(tidyName(name), names) }]
      return (await settings.change({ titles: { put, remove: [] } }, { titles: [title] })).fault ?? null
    },
    async remove(title: OwnTitle): Promise<void> {
      const at = all.value.findIndex(({ id }) => id === title.id)
      const fault = await write({ remove: [title.id] })
      if (fault)
        return notices.fault(fault)
      const back = async (): Promise<void> => {
        const refused = all.value.some(({ id }) => id === title.id) ? null : await write({ put: [title], at })
        if (refused)
          notices.fault(refused)
      }
      notices.say(texts => texts.timeline.titles.removed(title.name), { act: { label: texts => texts.shell.act.undo, run: back } })
    },
    /** Hands it to the user as a file. */
    exportFile(title: OwnTitle): void {
      saveText(writeTitleFile([title]), `${title.name.replaceAll(/[\\/:*?"<>|]+/g, ' ').trim()}.json`, 'application/json')
    },
    /** All of the file or nothing, with the reason. */
    async importFile(file: File): Promise<void> {
      const refuse = (because: 'full' | TitleRefusal): void =>
        void notices.say(texts => texts.timeline.titles.refused[because](file.name), { tone: 'bad' })
      if (file.size > mostBytes)
        return refuse('too-large')
      // A file that is gone in the meantime reads like an empty one.
      const read = readTitleFile(await file.text().catch(() => ''))
      if ('refused' in read)
        return refuse(read.refused)
      if (all.value.length + read.titles.length > mostOwnTitles)
        return refuse('full')
      const added = await add(read.titles)
      if (added.length > 0)
        notices.say(texts => texts.timeline.titles.imported(added.map(({ name }) => name)), { tone: 'good' })
    },
  }
}
