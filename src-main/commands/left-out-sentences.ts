/** Says what of a backup was not restored. */
import type { TerminalWords } from '#rules/text/terminal/words.ts'
import type { LeftOutOfBackup } from '../backup/rebuild-studio.ts'

/** None where everything was taken over. */
export function leftOutSentences({ rows, things, files, deliveries }: LeftOutOfBackup, words: TerminalWords['backup']): string[] {
  return [
    ...deliveries > 0 ? [words.leftOutDeliveries(deliveries)] : [],
    ...Object.keys(rows).length > 0 ? [words.leftOutRows(rows)] : [],
    ...things > 0 ? [words.leftOutThings(things)] : [],
    ...files > 0 ? [words.leftOutFiles(files)] : [],
  ]
}
