/** A change that is asked for twice under one id is made once: at the same time, later, after a restart, and after a kill. */
import type { CallContext } from '../../../src-main/studio/ports.ts'
import { randomUUID } from 'node:crypto'
import { cp } from 'node:fs/promises'
import { describe, expect, it, vi } from 'vitest'
import { SequenceId } from '#contract/words.ts'
import { newId } from '../../../src-main/base/ids.ts'
import { makeFolder } from '../../kit/folder.ts'
import { hangMs } from '../../kit/hang.ts'
import { openTestStudio } from '../../kit/studio.ts'

const ids = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'] as const
function asked(changeId?: string): CallContext {
  return { signal: new AbortController().signal, origin: 'page', ...changeId !== undefined && { changeId } }
}

describe('a change with an id', () => {
  it('is made once, and its answer is the same for all who ask', async () => {
    const { handlers } = await openTestStudio()
    const twice = await Promise.all([1, 2].map(() => handlers.projects.create({ name: 'Once' }, asked(ids[0]))))
    expect(twice[0]).toEqual(twice[1])
    expect(await handlers.projects.create({ name: 'Once' }, asked(ids[0]))).toEqual(twice[0])
    expect(await handlers.projects.create({ name: 'Once' }, asked(ids[1]))).not.toEqual(twice[0])
  })

  it('is made once while it runs, however many others are made meanwhile', async () => {
    const { handlers, parts } = await openTestStudio()
    const goesOn = Promise.withResolvers<void>()
    const { create } = parts.projects
    const slow = vi.spyOn(parts.projects, 'create').mockImplementationOnce(async (...made) => {
      await goesOn.promise
      return create(...made)
    })
    const first = handlers.projects.create({ name: 'Slow' }, asked(ids[0]))
    await vi.waitFor(() => expect(slow).toHaveBeenCalledOnce(), hangMs)
    const { project } = await handlers.projects.create({ name: 'Other' }, asked(ids[1]))
    for (let at = 0; at < 100; at++)
      await handlers.projects.restore({ projectId: project.id }, asked(randomUUID()))
    const again = handlers.projects.create({ name: 'Slow' }, asked(ids[0]))
    goesOn.resolve()
    expect(await again).toEqual(await first)
  })

  it('is known after a restart, and after the disk was copied in the moment of a kill', async () => {
    const { handlers, folder, close } = await openTestStudio()
    const { project } = await handlers.projects.create({ name: 'The boat' }, asked(ids[0]))
    const { lines } = await handlers.script.add(
      { projectId: project.id, afterLineId: null, lines: [{ speaker: '', text: 'Gone.', direction: '' }] },
      asked(ids[1]),
    )
    const killed = await makeFolder()
    await cp(folder, killed, { recursive: true, filter: path => !path.endsWith('.lock') })
    await close()
    for (const again of [folder, killed]) {
      const { handlers: now } = await openTestStudio({ folder: again })
      await expect(now.projects.create({ name: 'The boat' }, asked(ids[0]))).rejects.toMatchObject({ code: 'already-done' })
      await expect(now.script.remove({ lineId: lines[0]!.id }, asked(ids[1]))).rejects.toMatchObject({ code: 'already-done' })
      const feed = now.projects.changes({}, asked())[Symbol.asyncIterator]()
      const { value: { changed } } = await feed.next() as { value: { changed: { name: string }[] } }
      await feed.return?.()
      expect(changed.filter(each => each.name === 'The boat')).toHaveLength(1)
    }
  })

  it('that had nothing to change finds nothing to change later', async () => {
    const { handlers, folder, close } = await openTestStudio()
    const { project } = await handlers.projects.create({ name: 'A' }, asked())
    await handlers.projects.restore({ projectId: project.id }, asked(ids[0]))
    await handlers.projects.trash({ projectId: project.id }, asked())
    await close()
    const { handlers: now } = await openTestStudio({ folder })
    await expect(now.projects.restore({ projectId: project.id }, asked(ids[0]))).rejects.toMatchObject({ code: 'already-done' })
  })

  it('that was refused may be asked for again after a restart: it was not made', async () => {
    const { handlers, folder, close } = await openTestStudio()
    const { project } = await handlers.projects.create({ name: 'A' }, asked())
    const sequenceId = SequenceId.parse(newId())
    const edits = [{ do: 'setSequence' as const, values: { name: 'B' } }]
    const rename = { sequenceId, baseRevision: 1, name: 'sequence' as const, edits }
    await expect(handlers.sequences.edit(rename, asked(ids[0]))).rejects.toMatchObject({ code: 'not-found' })
    await close()
    const { handlers: now } = await openTestStudio({ folder })
    const size = { width: 1280, height: 720, rate: { numerator: 25, denominator: 1 } }
    await now.sequences.create({ projectId: project.id, sequenceId, name: 'Cut', ...size }, asked())
    expect(await now.sequences.edit(rename, asked(ids[0]))).toEqual({ revision: 2 })
  })
})
