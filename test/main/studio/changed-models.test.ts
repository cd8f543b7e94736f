/** The model list changes: lines and pictures that ask for something else then are judged again, and pages are told. */
import type { Model } from '#contract/models.ts'
import type { Line } from '#contract/script.ts'
import type { StoryboardPicture } from '#contract/storyboard.ts'
import type { ModelId } from '#contract/words.ts'
import { expect, it, vi } from 'vitest'
import { fingerprint } from '../../../src-main/script/stale.ts'
import { madeForPicture } from '../../../src-main/storyboard/picture-states.ts'
import { hangMs } from '../../kit/hang.ts'
import { plainAsset, spokenTake } from '../../kit/library.ts'
import { openTestStudio } from '../../kit/studio.ts'

async function open() {
  const { parts, folder } = await openTestStudio()
  const { id: projectId } = await parts.projects.create('Harbour')
  const assetOf = (content: string) => plainAsset({ root: folder, assets: parts.assets } as never, content)
  const modelOf = (name: string): Model => parts.models.all().find(model => model.id === name)!
  return { parts, projectId, assetOf, modelOf }
}

/** The last of each that a page was told. */
function follow<Item>(events: (signal: AbortSignal) => AsyncIterable<{ changed: Item[] }>) {
  const stop = new AbortController()
  const seen: { now: Item | undefined } = { now: undefined }
  const done = (async () => {
    for await (const { changed } of events(stop.signal))
      seen.now = changed.at(-1) ?? seen.now
  })()
  return {
    until: (isIt: (item: Item) => boolean) => vi.waitUntil(() => seen.now !== undefined && isIt(seen.now), { timeout: hangMs }),
    async stop() {
      stop.abort()
      await done
    },
  }
}

it('a line asks for what its model is sent now, uses a take that fits then, and is told', async () => {
  const { parts, projectId, assetOf, modelOf } = await open()
  const chatty = { ...modelOf('qwen3-tts'), id: 'my-tts' as ModelId, label: 'Mine', isBuiltIn: false }
  await parts.models.save(chatty)
  const casting = { speaker: 'ANN', modelId: chatty.id, voiceId: null, fields: { voice: 'Ryan', instructions: 'Softly.' } }
  await parts.script.cast(projectId, casting)
  const [line] = await parts.script.add(projectId, null, [{ speaker: 'ANN', text: 'Yes.', direction: '' }])
  // Made without the instructions.
  const madeFrom = fingerprint({ text: 'Yes.', direction: '', modelId: chatty.id, voiceId: null, voiceFields: { voice: 'Ryan' } })
  const plain = await parts.takes.file(spokenTake('Yes.', { projectId, modelId: chatty.id, madeFrom }), await assetOf('plain'))
  const page = follow<Line>(signal => parts.script.changes(projectId, signal))
  await page.until(each => each.state === 'not-made')

  await parts.models.save({ ...chatty, fields: chatty.fields.filter(field => field.name !== 'instructions') })
  await page.until(each => each.state === 'made' && each.chosenTakeId === plain.id)
  expect(await parts.script.lines(projectId)).toMatchObject([{ id: line!.id, state: 'made' }])
  await parts.models.save(chatty)
  await page.until(each => each.state === 'stale')
  await page.stop()
})

it('a picture is told to be outdated when its model is sent something else, and by which model it is made when the first is hidden', async () => {
  const { parts, projectId, assetOf, modelOf } = await open()
  const mine = { ...modelOf('eigen-image'), id: 'my-image' as ModelId, label: 'Mine', isBuiltIn: false }
  await parts.models.save(mine)
  const [line] = await parts.script.add(projectId, null, [{ speaker: '', text: 'A lamp.', direction: '' }])
  await parts.storyboard.setLook(projectId, { still: { modelId: mine.id, fields: { width: 640, height: 640 } } })
  const [{ id }] = await parts.storyboard.edit(projectId, [{ lineId: line!.id, prompt: 'A lamp' }]) as [StoryboardPicture]
  const [{ askedStill }] = await parts.storyboard.read(projectId) as unknown as [{ askedStill: { fields: object } }]
  await parts.takes.file({
    ...spokenTake('A lamp', { projectId, modelId: mine.id, madeFrom: madeForPicture(id) }),
    kind: 'image',
    medium: 'picture',
    isPractice: false,
    request: { method: 'POST', path: '/', encoding: 'json', fields: askedStill.fields as never, body: '{}' },
  }, { ...await assetOf('lamp'), mime: 'image/png', extension: 'png', durationSeconds: null })
  const page = follow<StoryboardPicture>(signal => parts.storyboard.changes(projectId, signal))
  await page.until(each => each.still === 'made')

  await parts.models.remove(mine.id)
  await page.until(each => each.still === 'stale')
  await parts.models.restore(mine.id)
  await page.until(each => each.still === 'made')

  await parts.storyboard.setLook(projectId, { still: { modelId: null, fields: {} } })
  let first: string | null = null
  await page.until(({ still, stillKey }) => still === 'stale' && (first = stillKey) !== null)
  const [asked] = await parts.storyboard.read(projectId)
  await parts.models.hide(asked!.askedStill!.model.id, true)
  await page.until(({ stillKey }) => stillKey !== first)
  await page.stop()
})
