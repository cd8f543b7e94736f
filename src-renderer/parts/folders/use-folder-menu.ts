/** The acts of a folder as commands: of the one whose menu is open, else of the one that is shown; and that menu. */
import { useActions } from '../../actions/action.ts'
import { useMeant } from '../../actions/meant.ts'

export function useFolderMenu({ group, names, chosen, rename, remove }: {
  /** Whose acts these are. */
  group: 'voices' | 'project'
  names: () => readonly string[]
  /** Null shows all, the empty name what is in no folder. */
  chosen: () => string | null
  rename: (folder: string) => void
  remove: (folder: string) => void
}): (event: MouseEvent, folder: string) => void {
  const meant = useMeant(chosen)
  /** While there is one of that name. */
  const named = (): string => names().find(name => name === meant.now.value) ?? ''
  const base = { group, of: named, when: () => named() !== '' } as const
  useActions([
    { ...base, id: `${group}.rename-folder`, label: t => t.folders.rename, run: () => rename(named()) },
    { ...base, id: `${group}.remove-folder`, label: t => t.folders.remove, run: () => remove(named()) },
  ])
  return (event, folder) => meant.open(event, folder, [[`${group}.rename-folder`, `${group}.remove-folder`]])
}
