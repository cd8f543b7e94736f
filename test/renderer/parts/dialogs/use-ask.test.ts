/** A question is asked in the language that is set, also when that changes while it is open. */
import { expect, it, vi } from 'vitest'
import { useQuestion } from '../../../../src-renderer/actions/question.ts'
import { useAsk } from '../../../../src-renderer/parts/dialogs/use-ask.ts'
import { textsOf } from '../../../../src-renderer/texts/texts.ts'
import { openPage } from '../../../kit/page-wire.ts'
import { openTestStudio } from '../../../kit/studio.ts'

vi.mock('../../../../src-renderer/wire/open-wire.ts', () => import('../../../kit/page-wire.ts'))

it('in both languages', async () => {
  const page = openPage(await openTestStudio())
  const { ask, question } = page.run(() => ({ ask: useAsk(), question: useQuestion() }))
  const isSure = ask(({ safety: { damage } }) => ({ title: damage.ask, content: damage.askBody, act: damage.act }))
  const said = (language: keyof typeof textsOf) => {
    const { title, body, act, keep } = question.now!.question
    return [title, body, act, keep!].map(words => words(textsOf[language]))
  }
  for (const language of ['en', 'zh'] as const) {
    const { safety: { damage }, shell } = textsOf[language]
    expect(said(language)).toEqual([damage.ask, damage.askBody, damage.act, shell.act.cancel])
  }
  question.now!.answer('act')
  expect(await isSure).toBe(true)
})
