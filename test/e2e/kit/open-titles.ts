import type { PictureClip } from '#contract/sequence-document.ts'
import type { ClipId, SequenceId } from '#contract/words.ts'
/** A sequence of titles, made from outside and opened in the page: clips whose places are known. */
import type { StoryStudio } from './story.ts'
import { sequenceEvent } from '#contract/sequences.ts'
import { titleStyle } from '#rules/captions/style.ts'
import { plainLook } from '#rules/sequence/new-tracks.ts'
import { newId } from '../../../src-main/base/ids.ts'

function title(text: string, start: number, length: number): PictureClip {
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

/** A sequence of two titles of two seconds each, at 0 and 3 seconds. */
export async function openTitles(studio: StoryStudio): Promise<void> {
  await studio.lookAround()
  let address = ''
  await studio.running.call?.(async (client) => {
    const { project } = await client.projects.create({ name: 'Titles' })
    const sequenceId = newId<SequenceId>()
    const size = { width: 1280, height: 720, rate: { numerator: 30, denominator: 1 } }
    await client.sequences.create({ projectId: project.id, sequenceId, name: 'Titles', ...size })
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
      edits: [{ do: 'place', placements: [title('One', 0, 60), title('Two', 90, 60)].map(clip => ({ trackId, clip })), how: 'overwrite' }],
    })
    address = `#/projects/${project.id}/timeline`
  })
  await studio.page.evaluate((hash) => {
    location.hash = hash
  }, address)
  await studio.timeline.clips.first().waitFor()
}
