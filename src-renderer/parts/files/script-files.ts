/** Text files that can be read as a script, by their names; while they are dragged, by what the browser tells of them. */

const endings = /\.(?:txt|text|fountain|spmd|md|markdown|csv|tsv|srt|vtt|docx|odt|epub|fdx|ssml|ass|ssa|rpy|yarn|ink|twee)$/i
const documents = new Set([
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.oasis.opendocument.text',
  'application/epub+zip',
])
const types = /^(?:text\/(?!html)|application\/x-subrip$|application\/csv$)/

export function isScriptFile({ name }: Pick<File, 'name'>): boolean {
  return endings.test(name)
}

/** `all`: nothing else; `maybe`: some of them have no type that systems know, or only some are text; `none`. */
export function scriptsOver({ items }: Pick<DataTransfer, 'items'>): 'all' | 'maybe' | 'none' {
  const files = [...items].filter(item => item.kind === 'file')
  const isText = files.map(({ type }) => documents.has(type) || types.test(type))
  if (files.length > 0 && isText.every(Boolean))
    return 'all'
  return isText.some(Boolean) || files.some(file => file.type === '') ? 'maybe' : 'none'
}

/** Whether all that is dragged, or was dropped, is a script. */
export function isOnlyScripts(transfer: DataTransfer): boolean {
  return transfer.files.length > 0 ? [...transfer.files].every(isScriptFile) : scriptsOver(transfer) === 'all'
}

/** Which of these are scripts, and which are for elsewhere. */
export function splitScripts(files: readonly File[]): { scripts: File[], others: File[] } {
  return { scripts: files.filter(isScriptFile), others: files.filter(file => !isScriptFile(file)) }
}
