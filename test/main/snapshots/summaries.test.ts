/** What is listed of a version is what its content says, whether it was written with it or afterwards. */
import type { openTestLibrary } from '../../kit/library.ts'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { plainAsset, spokenTake } from '../../kit/library.ts'
import { storeSequence } from '../../kit/sequences.ts'
import { recordStatements } from '../../kit/statements.ts'
import { openTestStudio } from '../../kit/studio.ts'

const missing = '00000000-0000-7000-8000-000000000007'

interface Content {
  readonly lines: readonly { chosenTakeId: string | null }[]
  readonly castings: readonly object[]
  readonly sequences: readonly { document: string }[]
  readonly bin?: readonly string[]
  readonly storyboard?: {
    pictures: readonly { stillTakeId: string | null, shotTakeId: string | null }[]
    look: { referenceTakeId: string | null } | null
  }
}

interface Parsed { readonly tracks: Record<string, { clips: Record<string, { takeId?: string }> }> }

/** What a summary says of a content. */
function summaryOf({ lines, sequences, castings, storyboard, bin }: Content) {
  const documents = sequences.map(({ document }) => JSON.parse(document) as Parsed)
  const shown = [
    ...lines.map(line => line.chosenTakeId),
    ...(storyboard?.pictures ?? []).flatMap(({ stillTakeId, shotTakeId }) => [stillTakeId, shotTakeId]),
    ...documents.flatMap(({ tracks }) => Object.values(tracks)).flatMap(({ clips }) => Object.values(clips).map(clip => clip.takeId)),
  ]
  const each = (all: readonly (string | null | undefined)[]) => [...new Set(all.flatMap(one => one ?? []))].sort()
  return {
    line_count: lines.length,
    made_count: lines.filter(line => line.chosenTakeId !== null).length,
    sequence_count: sequences.length,
    take_ids: each(shown),
    other_take_ids: each([...bin ?? [], storyboard?.look?.referenceTakeId]),
    castings,
  }
}

it('a list of versions reads no content, and asks the database as often for many as for one', async () => {
  const { parts } = await openTestStudio()
  const project = await parts.projects.create('Harbour')
  const [line] = await parts.script.add(project.id, null, [{ speaker: 'Anna', text: 'One.', direction: '' }])
  await parts.snapshots.take(project.id)
  const ask = async () => {
    const recording = recordStatements()
    const list = await parts.snapshots.list(project.id)
    recording.end()
    return { list, statements: recording.statements.map(({ text }) => text) }
  }
  const { list: [one], statements } = await ask()
  expect(one).toMatchObject({ lineCount: 1, madeCount: 0, sequenceCount: 0, missingTakes: 0, pictureAssetId: null })
  expect(statements.filter(text => /\bcontent\b/.test(text))).toEqual([])
  await parts.script.edit(line!.id, { text: 'Two.' })
  await parts.snapshots.take(project.id)
  const both = await ask()
  expect(both.list).toHaveLength(2)
  expect(both.statements).toEqual(statements)
})

it('what is written with a version counts and names what its content has', async () => {
  const { parts, folder } = await openTestStudio()
  const project = await parts.projects.create('Harbour')
  const lines = [{ speaker: 'Anna', text: 'One.', direction: '' }, { speaker: 'Ben', text: 'Two.', direction: '' }]
  const [first, second] = await parts.script.add(project.id, null, lines)
  const asset = await plainAsset({ root: folder, assets: parts.assets } as Awaited<ReturnType<typeof openTestLibrary>>, 'sound')
  const file = async (text: string) => (await parts.takes.file(spokenTake(text, { projectId: project.id, lineId: first!.id }), asset)).id
  const [spoken, music, binned] = [await file('One.'), await file('Music'), await file('For later')]
  await parts.script.choose(first!.id, spoken)
  await parts.script.cast(project.id, { speaker: 'Anna', modelId: 'higgs2p5' as never, voiceId: null, fields: { voice: 'Linda' } })
  await parts.takes.addToProject(project.id, [binned])
  const clips = [{ takeId: spoken, lineId: first!.id }, { takeId: music, lineId: second!.id }]
  await storeSequence(parts.sequences, project.id, { spoken: clips })
  await parts.snapshots.take(project.id)
  const db = new DatabaseSync(join(folder, 'library.db'), { readOnly: true })
  const row = db.prepare('SELECT content, snapshot_summaries.* FROM snapshots JOIN snapshot_summaries ON snapshot_id = id').get()
  db.close()
  const written = {
    ...row,
    take_ids: (JSON.parse(String(row!.take_ids)) as string[]).sort(),
    other_take_ids: JSON.parse(String(row!.other_take_ids)) as unknown,
    castings: JSON.parse(String(row!.castings)) as unknown,
  }
  expect(written).toMatchObject(summaryOf(JSON.parse(String(row!.content)) as Content))
  expect(written).toMatchObject({ line_count: 2, made_count: 1, sequence_count: 1, take_ids: [spoken, music].sort() })
})

it('a version without a summary gets one when the studio opens, and one that cannot be read is left out', async () => {
  const studio = await openTestStudio()
  const project = await studio.parts.projects.create('Harbour')
  await studio.parts.script.add(project.id, null, [{ speaker: 'Anna', text: 'One.', direction: '' }])
  await studio.parts.snapshots.take(project.id)
  const before = await studio.parts.snapshots.list(project.id)
  await studio.close()
  const db = new DatabaseSync(join(studio.folder, 'library.db'))
  db.exec('DELETE FROM snapshot_summaries')
  db.prepare('INSERT INTO snapshots (id, project_id, taken_at, content, hash) VALUES (?, ?, 1, ?, ?)')
    .run(missing, project.id, '{"lines":', 'hash')
  db.close()
  const { parts } = await openTestStudio({ folder: studio.folder })
  await expect.poll(() => parts.snapshots.list(project.id), { timeout: 20_000 }).toEqual(before)
})
