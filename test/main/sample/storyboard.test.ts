/**
 * The sample shows its picture and its shot in the storyboard, as made by the requests that the storyboard asks for.
 *
 * @module-tag wide
 */
import { expect, it } from 'vitest'
import { openTestStudio } from '../../kit/studio.ts'

it('has its picture and its shot in the storyboard, neither of them outdated', async () => {
  const studio = await openTestStudio()
  const { project, sequence } = await studio.parts.sample.finish('en', () => {})
  const [shown, ...others] = await studio.parts.storyboard.ofProject(project.id)
  expect(others).toEqual([])
  expect(shown).toMatchObject({ still: { medium: 'picture' }, shot: { medium: 'video' }, picture: { still: 'made', shot: 'made' } })
  expect(sequence.clipCount).toBeGreaterThan(5)
})
