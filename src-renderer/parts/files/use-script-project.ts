/** A new project, named after a text file that becomes its script. */
import { useNotices } from '../../actions/notices.ts'
import { attempt, studio } from '../../studio.ts'
import { useBringScript } from './incoming-script.ts'

export function useScriptProject(): (file: File) => Promise<void> {
  const notices = useNotices()
  const bringScript = useBringScript()
  return async (file) => {
    const name = file.name.replace(/\.[^.]*$/, '').trim().slice(0, 100)
    const made = await attempt(studio.projects.create({ name: name === '' ? file.name.slice(0, 100) : name }))
    if (made.fault)
      return notices.fault(made.fault)
    bringScript(made.value.project.id, [file])
  }
}
