/** What is listed of a version is what its content says, whether it was written with it or by the migration of an older library. */
import type { TakeId } from '#contract/words.ts'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { versionSummaries } from '../../../src-main/storage/migrations/library/017-version-summaries.ts'
import { recordStatements } from '../../kit/statements.ts'
import { openTestStudio } from '../../kit/studio.ts'

const id = (number: number): string => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`
const takeId = fc.option(fc.nat(9).map(id), { nil: null })
const clips = fc.array(fc.record({ takeId: fc.option(fc.nat(9).map(id), { nil: undefined }) }), { maxLength: 4 })
const tracks = fc.array(fc.record({ clips: fc.oneof(clips, clips.map(all => ({ ...all }))) }), { maxLength: 3 })
const content = fc.record({
  lines: fc.array(takeId.map(chosenTakeId => ({ chosenTakeId })), { maxLength: 6 }),
  castings: fc.array(fc.record({ speaker: fc.string(), voiceId: takeId, fields: fc.constant('{}') }), { maxLength: 2 }),
  sequences: fc.array(
    fc.oneof(tracks, tracks.map(all => ({ ...all }))).map(all => ({ document: JSON.stringify({ tracks: all }) })),
    { maxLength: 2 },
  ),
  bin: fc.option(fc.array(fc.nat(9).map(id), { maxLength: 3 }), { nil: undefined }),
  storyboard: fc.option(fc.record({
    pictures: fc.array(fc.record({ stillTakeId: takeId, shotTakeId: takeId }), { maxLength: 3 }),
    look: fc.option(fc.record({ referenceTakeId: takeId }), { nil: null }),
  }), { nil: undefined }),
})

interface Parsed { readonly tracks: Record<string, { clips: Record<string, { takeId?: string }> }> }

it('the migration counts and names what each version has', () => {
  fc.assert(fc.property(fc.array(content, { maxLength: 4 }), (contents) => {
    const db = new DatabaseSync(':memory:')
    db.exec('CREATE TABLE snapshots (id TEXT PRIMARY KEY, project_id TEXT, taken_at INTEGER, content TEXT, picture_asset_id TEXT)')
    db.exec('CREATE INDEX snapshots_by_project ON snapshots (project_id, taken_at)')
    contents.forEach((each, at) => db.prepare('INSERT INTO snapshots (id, content) VALUES (?, ?)').run(id(at), JSON.stringify(each)))
    db.prepare('INSERT INTO snapshots (id, content) VALUES (?, ?)').run('damaged', '{"lines":')
    versionSummaries.statements.forEach(statement => db.exec(statement))
    const rows = db.prepare('SELECT * FROM snapshot_summaries ORDER BY snapshot_id').all()
    expect(rows.map(row => ({
      ...row,
      take_ids: JSON.parse(String(row.take_ids)),
      other_take_ids: JSON.parse(String(row.other_take_ids)),
      castings: JSON.parse(String(row.castings)),
    }))).toEqual(contents.map(({ lines, sequences, castings, storyboard, bin }, at) => {
      const documents = sequences.map(({ document }) => JSON.parse(document) as Parsed)
      const shown = [
        ...lines.map(line => line.chosenTakeId),
        ...(storyboard?.pictures ?? []).flatMap(({ stillTakeId, shotTakeId }) => [stillTakeId, shotTakeId]),
        ...documents.flatMap(({ tracks }) => Object.values(tracks)).flatMap(({ clips }) => Object.values(clips).map(clip => clip.takeId)),
      ]
      const others = [...bin ?? [], storyboard?.look?.referenceTakeId]
      const each = (all: readonly (string | null | undefined)[]) => [...new Set(all.flatMap(one => one ?? []))].sort()
      return {
        snapshot_id: id(at),
        line_count: lines.length,
        made_count: lines.filter(line => line.chosenTakeId !== null).length,
        sequence_count: sequences.length,
        take_ids: each(shown),
        other_take_ids: each(others),
        castings,
      }
    }))
    db.close()
  }))
})

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

it('what is written with a version is what the migration makes of its content', async () => {
  const { parts, folder } = await openTestStudio()
  const project = await parts.projects.create('Harbour')
  const lines = [{ speaker: 'Anna', text: 'One.', direction: '' }, { speaker: 'Ben', text: 'Two.', direction: '' }]
  await parts.script.add(project.id, null, lines)
  await parts.script.cast(project.id, { speaker: 'Anna', modelId: 'higgs2p5' as never, voiceId: null, fields: { voice: 'Linda' } })
  await parts.takes.addToProject(project.id, [id(1) as TakeId])
  await parts.snapshots.take(project.id)
  const db = new DatabaseSync(join(folder, 'library.db'), { readOnly: true })
  const row = db.prepare('SELECT content, snapshot_summaries.* FROM snapshots JOIN snapshot_summaries ON snapshot_id = id').get()
  const again = new DatabaseSync(':memory:')
  again.exec('CREATE TABLE snapshots (id TEXT PRIMARY KEY, project_id TEXT, taken_at INTEGER, content TEXT, picture_asset_id TEXT)')
  again.exec('CREATE INDEX snapshots_by_project ON snapshots (project_id, taken_at)')
  again.prepare('INSERT INTO snapshots (id, content) VALUES (?, ?)').run(String(row!.snapshot_id), String(row!.content))
  versionSummaries.statements.forEach(statement => again.exec(statement))
  const { content: _, ...written } = row!
  expect(again.prepare('SELECT * FROM snapshot_summaries').get()).toEqual(written)
  again.close()
  db.close()
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
    .run(id(7), project.id, '{"lines":', 'hash')
  db.close()
  const { parts } = await openTestStudio({ folder: studio.folder })
  await expect.poll(() => parts.snapshots.list(project.id), { timeout: 20_000 }).toEqual(before)
})
