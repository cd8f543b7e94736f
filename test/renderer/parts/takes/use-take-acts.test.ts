/** Undo of an act on takes is about those that it changed: not about those that other acts had starred or trashed before. */
import { expect, it, vi } from 'vitest'
import { useNotices } from '../../../../src-renderer/actions/notices.ts'
import { stepWords, useUndo } from '../../../../src-renderer/actions/undo.ts'
import { useTakeActs } from '../../../../src-renderer/parts/takes/use-take-acts.ts'
import { textsOf } from '../../../../src-renderer/texts/texts.ts'
import { anyQuery, spokenTake } from '../../../kit/library.ts'
import { openPage } from '../../../kit/page-wire.ts'
import { openTestStudio } from '../../../kit/studio.ts'

vi.mock('../../../../src-renderer/wire/open-wire.ts', () => import('../../../kit/page-wire.ts'))

it('stars and the trash of other acts stay', async () => {
  const { parts: { takes, assets }, ...studio } = await openTestStudio()
  const asset = await assets.adoptText('words', { mime: 'text/plain', extension: 'txt' })
  const file = (words: string) => takes.file(spokenTake(words), asset)
  const made = [await file('one'), await file('two'), await file('three')]
  const [one, two, three] = made.map(take => take.id)
  const ids = [one!, two!, three!]
  const page = openPage({ ...studio })
  const acts = page.run(() => useTakeActs())
  const undo = useUndo()
  const next = async () => {
    await undo.refresh()
    return undo.next && stepWords(undo.next, textsOf.en)
  }
  const stars = async () => (await takes.find(ids)).map(take => take.isStarred)
  const trashed = async () => (await takes.find(ids)).map(take => take.trashedAt !== null)

  await takes.star([two!], true)
  await acts.star(ids, true)
  expect([await stars(), await next()]).toEqual([[true, true, true], 'star 2 takes'])
  await undo.undo()
  expect(await stars()).toEqual([false, true, false])
  await undo.redo()
  await acts.star(ids, true)
  expect(await next(), 'what changes nothing is no step').toBe('star 2 takes')
  await takes.star([one!], false)
  await acts.star(ids, false)
  await undo.undo()
  expect(await stars()).toEqual([false, true, true])

  await takes.trash([three!])
  await acts.trash(ids)
  expect([await trashed(), await next()]).toEqual([[true, true, true], 'move 2 takes to trash'])
  await useNotices().shown.at(-1)?.act?.run()
  expect(await trashed()).toEqual([false, false, true])
  await takes.trash([one!])
  await acts.restore([one!, two!, three!])
  await undo.undo()
  expect(await trashed()).toEqual([true, false, true])
})

it('a name and tags of several takes are one step each, and a search follows undo and redo', async () => {
  const { parts: { takes, assets }, ...studio } = await openTestStudio()
  const asset = await assets.adoptText('words', { mime: 'text/plain', extension: 'txt' })
  const made = [await takes.file(spokenTake('one'), asset), await takes.file(spokenTake('two'), asset)]
  const ids = made.map(take => take.id)
  const page = openPage({ ...studio })
  const acts = page.run(() => useTakeActs())
  const undo = useUndo()
  const next = async () => {
    await undo.refresh()
    return undo.next && stepWords(undo.next, textsOf.en)
  }
  const found = async (text: string) => (await takes.search({ ...anyQuery, text })).takes.map(take => take.text).sort()

  await takes.tag([made[0]!.id], { add: ['night'], remove: [] })
  await acts.tag(ids, { add: ['night'], remove: [] })
  expect([await next(), await found('night')]).toEqual(['add the tag “night”', ['one', 'two']])
  await undo.undo()
  expect(await found('night'), 'the tag that was there stays').toEqual(['one'])
  await undo.redo()
  expect(await found('night')).toEqual(['one', 'two'])
  await acts.tag(ids, { add: [], remove: ['night'] })
  expect([await next(), await found('night')]).toEqual(['remove the tag “night”', []])

  await acts.rename(made.map((take, at) => ({ take, name: `Wave ${at + 1}` })))
  expect([await next(), await found('wave')]).toEqual(['rename 2 takes', ['one', 'two']])
  await undo.undo()
  expect([await found('wave'), (await takes.get(ids[0]!)).title]).toEqual([[], 'one'])
  await undo.undo()
  expect(await found('night')).toEqual(['one', 'two'])
})

it('keeps no take whose file is missing in place of those that have theirs', async () => {
  const { parts: { takes, assets }, ...studio } = await openTestStudio()
  const gull = await assets.adoptText('gull', { mime: 'text/plain', extension: 'txt' })
  const saved = await assets.adoptText('gull with settings', { mime: 'text/plain', extension: 'txt' })
  const kept = await takes.file(spokenTake('kept'), gull)
  const other = await takes.file(spokenTake('other'), { ...saved, contentId: gull.id })
  const page = openPage({ ...studio })
  const acts = page.run(() => useTakeActs())
  const isTrashed = async () => (await takes.get(other.id)).trashedAt !== null
  await assets.markMissing(gull.id, true)
  const lost = await takes.get(kept.id)
  await acts.keepOfContent(lost)
  await acts.keepOne(lost, [kept.id, other.id])
  const said = useNotices().shown.map(({ text }) => typeof text === 'function' ? text(textsOf.en) : text)
  expect([await isTrashed(), said]).toEqual([false, [textsOf.en.player.missingFile, textsOf.en.player.missingFile]])
  await assets.markMissing(gull.id, false)
  await acts.keepOfContent(await takes.get(kept.id))
  expect(await isTrashed()).toBe(true)
})
