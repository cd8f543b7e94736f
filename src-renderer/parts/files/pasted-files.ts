/** The files of a drop or of the clipboard. A picture without a name, such as a screenshot, gets one that tells when it was pasted. */
import { fieldAt, hasDialog } from '../../actions/fields.ts'

/** What browsers call a picture of the clipboard. */
const nameless = /^image\.(?:png|jpe?g|webp|gif)$/i

/** `now` in milliseconds; the name has local time: `pasted-2026-05-01-14.05.09.png`. */
export function withName(file: File, now: number): File {
  if (!nameless.test(file.name))
    return file
  const at = new Date(now - new Date(now).getTimezoneOffset() * 60_000).toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '.')
  return new File([file], `pasted-${at}${file.name.slice('image'.length)}`, { type: file.type })
}

/** Of a paste, empty while a field has the focus, whose own it is, and while a dialog is open. */
export function filesIn(event: DragEvent | ClipboardEvent): File[] {
  if (!('clipboardData' in event))
    return [...event.dataTransfer?.files ?? []]
  if (fieldAt(event.target) !== null || fieldAt(document.activeElement) !== null || hasDialog())
    return []
  return [...event.clipboardData?.files ?? []].map(file => withName(file, Date.now()))
}
