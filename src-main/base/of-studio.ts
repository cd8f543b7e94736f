/** Whether a path that a person chose to write to is among the studio's own: its databases, and the files of its takes and jobs. */
import type { HostFolders } from './host-folders.ts'
import { relative } from 'node:path'
import { isWithin, wouldBeWithin } from './within.ts'

/** The deliveries folder may be in the studio folder. What is in it is the user's. */
export async function isOfStudio(
  path: string,
  { folder, deliveriesFolder }: Pick<HostFolders, 'folder' | 'deliveriesFolder'>,
): Promise<boolean> {
  if (!await wouldBeWithin(path, folder))
    return false
  const hasOwnFolder = isWithin(deliveriesFolder, folder) && relative(folder, deliveriesFolder) !== ''
  return !(hasOwnFolder && path !== deliveriesFolder && await wouldBeWithin(path, deliveriesFolder))
}
