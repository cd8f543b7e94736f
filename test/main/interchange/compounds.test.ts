/**
 * The MLT file of a film with nested sequences, rendered by melt, shows and plays what the studio delivers.
 *
 * @module-tag all
 */
import type { SequenceId } from '#contract/words.ts'
import { expect, it, onTestFinished } from 'vitest'
import { notesOf } from '../../../src-main/interchange/notes.ts'
import { openMediaKit } from '../../kit/media.ts'
import { nested, nestedFilm, nestedId } from '../../kit/nested-film.ts'
import { meltedAndDelivered, meltedSize, patternedTakes } from '../../kit/truth/melted.ts'

it('looks and sounds as it is delivered: cut, in another one, twice, half clear, faded and quieter', async () => {
  const media = await openMediaKit()
  onTestFinished(() => media.close())
  const { film, innerOf: wide } = nestedFilm([
    nested(12, 1, { start: 20, length: 40, in: 5, fadeIn: 6, fadeOut: 8, look: { opacity: 0.5 } as never }), // the rest is plain
    nested(13, 1, { start: 70, length: 30, nested: { sequenceId: nestedId(1), gainDb: -6 } }),
    nested(14, 2, { start: 100, length: 20 }),
  ])
  const innerOf = (id: SequenceId) => {
    const inner = wide(id)
    return inner && { ...inner, ...meltedSize }
  }
  // At every cut, fade and edge of a sequence there is a frame on either side.
  const edges = [20, 26, 52, 60, 70, 100, 120, 130].flatMap(frame => [frame - 1, frame])
  const moments = [...new Set([...Array.from({ length: 50 }, (_, at) => at * 3), ...edges])].sort((a, b) => a - b)
  const { list, frames, other, otherLevels } = await meltedAndDelivered({ ...film, ...meltedSize }, {
    ...{ media, moments, innerOf },
    takes: await patternedTakes(media),
  })
  expect(frames).toEqual([150, 150])
  expect(other).toEqual([])
  expect(otherLevels).toEqual([])
  expect(notesOf(list, 'mlt').map(({ note }) => note)).toEqual(['mlt-places', 'whole-frames'])
}, 60_000)
