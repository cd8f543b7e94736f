/** A sequence of titles for stories that need clips and no files. */
import type { FrameRate, PictureClip } from '#contract/sequence-document.ts'
import type { ClipId, SequenceId } from '#contract/words.ts'
import type { StoryStudio } from './story.ts'
import { sequenceEvent } from '#contract/sequences.ts'
import { titleStyle } from '#rules/captions/style.ts'
import { plainLook } from '#rules/sequence/new-tracks.ts'
import { newId } from '../../../src-main/base/ids.ts'

export function titleClip(text: string, start: number, length: number): PictureClip {
  return {
    id: newId<ClipId>(),
    start,
    length,
    linkId: null,
    in: 0,
    sourceLength: null,
    speed: 100,
    fadeIn: 0,
    fadeOut: 0,
    crossIn: 0,
    lineId: null,
    takeId: null,
    title: { text, style: titleStyle },
    look: plainLook,
  }
}

/** A sequence of two titles of 60 frames each, at frames 0 and 90, open in the page. Answers which it is. */
export async function openTitles(studio: StoryStudio, rate: FrameRate = { numerator: 30, denominator: 1 }): Promise<SequenceId> {
  await studio.lookAround()
  const sequenceId = newId<SequenceId>()
  let address = ''
  await studio.running.call?.(async (client) => {
    const { project } = await client.projects.create({ name: 'Titles' })
    await client.sequences.create({ projectId: project.id, sequenceId, name: 'Titles', width: 1280, height: 720, rate })
    const events = await client.sequences.follow({ sequenceId })
    const first = await events.next()
    await events.return?.()
    const sequence = first.done ? null : sequenceEvent(first.value).sequence
    const trackId = sequence?.trackIds.find(id => sequence.tracks[id]?.kind === 'pictures')
    if (!sequence || !trackId)
      throw new Error('no track for pictures')
    await client.sequences.edit({
      sequenceId,
      baseRevision: sequence.revision,
      name: 'place',
      edits: [{
        do: 'place',
        placements: [titleClip('One', 0, 60), titleClip('Two', 90, 60)].map(clip => ({ trackId, clip })),
        how: 'overwrite',
      }],
    })
    address = `#/projects/${project.id}/timeline`
  })
  await studio.page.evaluate((hash) => {
    location.hash = hash
  }, address)
  await studio.timeline.clips.first().waitFor()
  return sequenceId
}
