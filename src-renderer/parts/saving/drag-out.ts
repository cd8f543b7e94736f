/** Dragging files out of the window: the browser gets an address to download; the app passes the files itself. */
import type { SavedItem } from '#contract/saving.ts'
import { useMedia } from '../../stores/media.ts'
import { useStatus } from '../../stores/status.ts'
import { attempt, studio } from '../../studio.ts'

interface Held { readonly key: string, readonly at: number, readonly type: string | null }

/** A download must begin while its address is good. */
const heldMs = 60_000
/** The pressed item: a drag can only carry files that are ready when it begins. */
let held: Held | null = null

/** `DownloadURL`, as Chromium reads it: type, name and whole address of one file. */
export function downloadType(mime: string, name: string, url: string): string {
  return `${mime}:${name.replaceAll(':', ' ')}:${url}`
}

/** Call it when the pointer goes down on something that can be dragged. */
export async function prepareDrag(items: readonly SavedItem[]): Promise<void> {
  const key = JSON.stringify(items)
  if (items.length === 0 || (held?.key === key && Date.now() - held.at < heldMs))
    return
  const mine = held = { key, at: Date.now(), type: null }
  const media = useMedia()
  const { value } = await attempt(studio.saving.prepare({ items: [...items], template: '' }))
  // What has no file can be dragged about in the studio all the same.
  const url = value && await media.url({ of: 'saved', ticket: value.ticket }).catch(() => null)
  // Something else was pressed in the meantime.
  if (held !== mine)
    return
  // What failed is asked for again at the next press.
  held = value && url ? { key, at: Date.now(), type: downloadType(value.mime, value.name, new URL(url, location.href).href) } : null
}

/**
 * Puts the files on a drag that begins. In the app, Shift makes it a drag of the files themselves, for other programs; answers true, for
 * then nothing else may be put on it.
 */
export function dragFiles(event: DragEvent, items: readonly SavedItem[]): boolean {
  if (event.shiftKey && useStatus().now?.host === 'electron') {
    event.preventDefault()
    void attempt(studio.saving.drag({ items: [...items], template: '' }))
    return true
  }
  if (held?.type && held.key === JSON.stringify(items) && Date.now() - held.at < heldMs)
    event.dataTransfer?.setData('DownloadURL', held.type)
  return false
}
