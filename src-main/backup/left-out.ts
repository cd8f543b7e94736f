/** Counts what of a backup was not restored. */
import type { LeftOutOfBackup } from './rebuild-studio.ts'

export function countRows({ rows }: Pick<LeftOutOfBackup, 'rows'>): number {
  return Object.values(rows).reduce((sum, count) => sum + count, 0)
}
