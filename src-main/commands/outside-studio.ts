/** The place of a delivery from the command line: anywhere but among the files of the studio. */
import type { HostFolders } from '../base/host-folders.ts'
import { isOfStudio } from '../base/of-studio.ts'
import { CannotDeliver } from './cannot-deliver.ts'

/** `path` is absolute. @throws CannotDeliver */
export async function assertOutsideStudio(path: string, folders: Pick<HostFolders, 'folder' | 'deliveriesFolder'>): Promise<void> {
  if (await isOfStudio(path, folders))
    throw new CannotDeliver('in-studio', { path, deliveriesFolder: folders.deliveriesFolder })
}
