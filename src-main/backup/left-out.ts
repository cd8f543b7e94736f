/** Tells what of a backup was not restored. */
import type { LeftOutOfBackup } from './rebuild-studio.ts'

/** For the command line. None where everything was taken over. */
export function leftOutSentences({ rows, things, files, deliveries }: LeftOutOfBackup): string[] {
  const named = Object.entries(rows).map(([table, count]) => `${count} ${table === '' ? 'that refer to nothing' : `of ${table}`}`)
  return [
    ...deliveries > 0 ? [`The files of ${deliveries} deliveries are not in this backup. The deliveries are listed without them.`] : [],
    ...named.length > 0 ? [`Rows that Takeroom cannot have written were left out: ${named.join(', ')}.`] : [],
    ...things > 0 ? [`${things} things in its databases that Takeroom did not make (such as triggers, views or indexes) were left out.`] : [],
    ...files > 0 ? [`${files} files were left out: their content is not what their names say. Their takes are marked.`] : [],
  ]
}

export function countRows({ rows }: Pick<LeftOutOfBackup, 'rows'>): number {
  return Object.values(rows).reduce((sum, count) => sum + count, 0)
}
