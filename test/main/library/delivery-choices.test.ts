/** What is chosen for deliveries belongs to the project, part by part, and survives a restart and a damaged row. */
import type { ProjectId } from '#contract/words.ts'
import { expect, it } from 'vitest'
import { usualChoices } from '#contract/delivery-choices.ts'
import { createDeliveryChoices } from '../../../src-main/library/delivery-choices.ts'
import { sql } from '../../../src-main/storage/sql.ts'
import { openTestStudio } from '../../kit/studio.ts'

const fault = (code: string) => expect.objectContaining({ code })

async function first<Event>(feed: AsyncIterable<Event>): Promise<Event> {
  const { value, done } = await feed[Symbol.asyncIterator]().next()
  if (done)
    throw new Error('The feed ended')
  return value
}

it('each project has its own, and a change leaves the other choices', async () => {
  const { parts } = await openTestStudio()
  const { deliveryChoices, projects, library } = parts
  const [film, book] = [await projects.create('Film'), await projects.create('Book')]
  expect(await first(deliveryChoices.changes(film.id))).toEqual({ choices: usualChoices, revision: 0 })
  await deliveryChoices.change(book.id, { presetId: 'audiobook-m4b', tags: { ...usualChoices.tags, artist: 'Ada' } })
  await Promise.all([
    deliveryChoices.change(book.id, { captionMode: 'sidecar' }),
    deliveryChoices.change(book.id, { kit: ['master', 'poster'] }),
    deliveryChoices.change(book.id, { tags: { album: 'Tales' } }),
  ])
  const chosen = {
    ...{ ...usualChoices, presetId: 'audiobook-m4b', captionMode: 'sidecar', kit: ['master', 'poster'] },
    tags: { ...usualChoices.tags, artist: 'Ada', album: 'Tales' },
  }
  expect(await first(createDeliveryChoices({ db: library }).changes(book.id))).toEqual({ choices: chosen, revision: 4 })
  expect((await first(deliveryChoices.changes(film.id))).choices).toEqual(usualChoices)
})

it('of a damaged row, the parts that can be read are kept', async () => {
  const { parts: { deliveryChoices, projects, library } } = await openTestStudio()
  const { id } = await projects.create('Film')
  await deliveryChoices.change(id, { levelsLines: false })
  const damaged = '{"levelsLines": false, "presetId": 5, "kit": ["master", "unknown"], "more": 1}'
  await library.run(sql`UPDATE delivery_choices SET choices = ${damaged}`)
  expect((await first(deliveryChoices.changes(id))).choices).toEqual({ ...usualChoices, levelsLines: false })
  await library.run(sql`UPDATE delivery_choices SET choices = 'null'`)
  expect((await first(deliveryChoices.changes(id))).choices).toEqual(usualChoices)
})

it('go with their project, and an unknown project has none', async () => {
  const { parts: { deliveryChoices, projects, library } } = await openTestStudio()
  const { id } = await projects.create('Film')
  await deliveryChoices.change(id, { presetId: 'podcast-mp3' })
  await projects.trash(id)
  await projects.purge(id)
  expect(await library.all(sql`SELECT project_id FROM delivery_choices`)).toEqual([])
  const nobodys = '00000000-0000-7000-8000-000000000000' as ProjectId
  await expect(deliveryChoices.change(nobodys, { presetId: '' })).rejects.toEqual(fault('not-found'))
})
