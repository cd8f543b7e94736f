/** Lines removed together come back together, each where it was; a casting can be taken away. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createScript } from '../../../src-main/script/script.ts'
import { openLibrary } from './open-library.ts'

it('removing any lines and restoring them changes nothing, and leaves no gaps between', async () => {
  const library = await openLibrary()
  const script = createScript(library)
  const { projectId } = library
  const lines = await script.add(projectId, null, Array.from({ length: 9 }, (_, at) => ({ speaker: '', text: `${at}`, direction: '' })))
  const shown = async () => (await script.lines(projectId)).map(line => [line.position, line.text])
  const before = await shown()
  await fc.assert(fc.asyncProperty(fc.subarray(lines, { minLength: 1 }), async (chosen) => {
    const ids = chosen.map(line => line.id)
    expect(await script.removeLines(projectId, ids)).toBe(ids.length)
    const rest = await shown()
    expect(rest.map(([position]) => position)).toEqual(rest.map((_, at) => at))
    expect(rest.map(([, text]) => text)).toEqual(before.map(([, text]) => text).filter(text => !chosen.some(line => line.text === text)))
    expect(await script.removeLines(projectId, ids), 'a repeat is harmless').toBe(0)
    expect(await script.restoreLines(projectId, ids)).toBe(ids.length)
    expect(await script.restoreLines(projectId, ids)).toBe(0)
    expect(await shown()).toEqual(before)
  }), { numRuns: 20 })
})

it('touches no line of another project', async () => {
  const library = await openLibrary()
  const script = createScript(library)
  const [line] = await script.add(library.projectId, null, [{ speaker: '', text: 'one', direction: '' }])
  expect(await script.removeLines(await library.otherProject(), [line!.id])).toBe(0)
  expect(await script.lines(library.projectId)).toHaveLength(1)
})
