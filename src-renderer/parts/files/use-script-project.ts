/** A new project, named after a text file that becomes its script. */
import { useNotices } from '../../actions/notices.ts'
import { attempt, studio } from '../../studio.ts'
import { useStillThere } from '../navigation/use-still-there.ts'
import { useBringScript } from './incoming-script.ts'

export function useScriptProject(): (file: File) => Promise<void> {
  const notices = useNotices()
  const bringScript = useBringScript()
  const noteWhere = useStillThere()
  return async (file) => {
    const isStillThere = noteWhere()
    const plain = file.name.replace(/\.[^.]*$/, '').trim().slice(0, 100)
    const name = plain === '' ? file.name.slice(0, 100) : plain
    const made = await attempt(studio.projects.create({ name }))
    if (made.fault)
      return notices.fault(made.fault)
    const { id } = made.value.project
    if (isStillThere())
      return bringScript(id, [file])
    notices.say(t => t.projects.created(name), {
      tone: 'good',
      act: { label: t => t.shell.act.open, run: () => bringScript(id, [file]) },
    })
  }
}
