/**
 * A script is laid out in pieces, while others edit; one with more lines than a track can have clips is refused in words.
 *
 * @module-tag wide
 */
import type { Line } from '#contract/script.ts'
import type { Take } from '#contract/takes.ts'
import type { SequenceId } from '#contract/words.ts'
import { describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { mostClips } from '#contract/sequence-limits.ts'
import { clipsOf, tracksOf } from '#rules/sequence/document.ts'
import { assembleInto, layoutOf, layOutProject } from '../../../src-main/sequences/lay-out-project.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { aLine, aTake, idOf } from '../../seam/sequence/arbitrary.ts'
import { openSequences } from './open-sequences.ts'

const size = { width: 1280, height: 720, rate: { numerator: 24, denominator: 1 } }

/** Every line has a take of a second. */
function scriptOf(count: number): { line: Line, take: Take }[] {
  const take = aTake(1, { medium: 'audio', kind: 'speech', asset: { durationSeconds: 1 } })
  return Array.from({ length: count }, (_, index) => ({ line: aLine(index + 10, { pauseSeconds: 0 }), take }))
}

async function openScript(count: number) {
  const opened = await openSequences()
  const lines = scriptOf(count)
  const parts = {
    ...opened,
    takes: { ofProject: async () => [] },
    script: { linesWithTakes: async () => lines },
    storyboard: {
      ofProject: async () => [],
      pictureIds: async () => [],
      look: async () => ({ whenShort: 'hold' as const, whenShortOf: {} }),
    },
  }
  return { ...opened, parts, layout: { projectId: opened.projectId, ...size } }
}

describe('more lines than a track can have clips', () => {
  const refused = { code: 'edit-refused', data: { because: 'too-many' } }

  it('are refused, and leave nothing behind', async () => {
    const { parts, layout, sequences, sequenceId, projectId } = await openScript(mostClips + 1)
    await expect(assembleInto(parts, sequenceId)).rejects.toMatchObject(refused)
    expect(await sequences.summary(sequenceId)).toMatchObject({ revision: 1, clipCount: 0 })
    await sequences.trash(sequenceId)
    await expect(layoutOf(parts, { ...layout, sequenceId: null })).rejects.toMatchObject(refused)
    await expect(layOutProject(parts, layout)).rejects.toMatchObject(refused)
    expect(await sequences.ofProject(projectId)).toEqual([])
  })

  it('as many as it can have are laid out', async () => {
    const { parts, sequences, sequenceId } = await openScript(mostClips)
    const { report } = await assembleInto(parts, sequenceId)
    expect(report).toEqual({ added: 2 * mostClips, changed: 0, removed: 0, kept: 0, notMade: [] })
    expect((await assembleInto(parts, sequenceId)).report).toEqual({ added: 0, changed: 0, removed: 0, kept: 2 * mostClips, notMade: [] })
    expect((await sequences.summary(sequenceId)).clipCount).toBe(2 * mostClips)
  })

  it.each([
    contract.sequences.layout,
    contract.sequences.layOut,
    contract.sequences.assemble,
    contract.deliveries.preflight,
    contract.deliveries.predictLoudness,
  ])('are told so by every call that lays out', (procedure) => {
    expect(procedure['~orpc'].errorMap).toHaveProperty('edit-refused')
  })
})

describe('what comes while a script is laid out', () => {
  it('is kept: the script is laid out again, into what is there then', async () => {
    const { sequences, sequenceId, place, picturesId } = await openSequences()
    let times = 0
    const revision = await sequences.replace(sequenceId, 'assemble', async (now) => {
      times += 1
      if (times === 1)
        await place(0, 48)
      return { ...now, name: `Assembled from ${Object.keys(now.tracks[picturesId]!.clips).length} clips` }
    })
    const now = await sequences.get(sequenceId)
    expect({ times, revision, name: now.name }).toEqual({ times: 2, revision: 3, name: 'Assembled from 1 clips' })
    expect(tracksOf(now).flatMap(track => clipsOf(track))).toHaveLength(1)
  })

  it('of other sequences waits for nothing', async () => {
    const { sequences, sequenceId, wish } = await openSequences()
    const otherId = idOf(77) as SequenceId // has the form of an id
    await sequences.create({ ...wish, sequenceId: otherId }, true)
    await sequences.replace(sequenceId, 'assemble', async (now) => {
      const edits = [{ do: 'setSequence' as const, values: { name: 'Another' } }]
      await sequences.edit(otherId, { baseRevision: 1, name: 'sequence', edits })
      return { ...now, name: 'Assembled' }
    })
    expect((await sequences.get(otherId)).name).toBe('Another')
    expect((await sequences.get(sequenceId)).name).toBe('Assembled')
  })

  it('is not overwritten where another module wrote it', async () => {
    const { sequences, sequenceId, db, place, pictures } = await openSequences()
    await place(0, 48)
    // As restoring an earlier version does, before it tells of it.
    await db.run(sql`UPDATE sequences SET revision = 9 WHERE id = ${sequenceId}`)
    await expect(sequences.replace(sequenceId, 'assemble', now => ({ ...now, tracks: {}, trackIds: [] })))
      .rejects
      .toMatchObject({ code: 'edit-refused', data: { because: 'changed-since' } })
    expect(await pictures()).toEqual([[0, 48]])
  })
})
