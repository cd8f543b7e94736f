/** A studio that is killed while it is edited: a line's text counts up, one step for each number, and each answered one is printed. */
import type { LineId, ProjectId, StepId } from '#contract/words.ts'
import { writeSync } from 'node:fs'
import process from 'node:process'
import { newId } from '../../src-main/base/ids.ts'
import { openStudio } from '../../src-main/studio/open-studio.ts'
import { testPorts } from './ports.ts'

// The project's and the line's ids, as the test made them.
const [folder, cacheFolder, projectId, lineId] = process.argv.slice(2) as [string, string, ProjectId, LineId]
const call = { signal: new AbortController().signal, origin: 'page' } as const

async function main(): Promise<void> {
  const studio = await openStudio(testPorts(folder, { cacheFolder }))
  const of = { is: 'project' as const, projectId }
  for (let number = 1; ; number++) {
    const step = { id: newId<StepId>(), projectId, name: 'editLine' as const, of: '1', room: 'script' }
    await studio.handlers.script.edit({ lineId, text: String(number), step }, call)
    if (number % 5 === 0) {
      await studio.handlers.journal.undo({ of, stepId: step.id }, call)
      await studio.handlers.journal.redo({ of, stepId: step.id }, call)
    }
    writeSync(1, `${number}\n`)
  }
}

void main()
