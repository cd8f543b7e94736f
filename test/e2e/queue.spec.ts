/** The queue: watching and cancelling jobs, and a warning about the cost before anything is sent again. */
import { expect, test } from './kit/story.ts'

test.describe('the queue', () => {
  test('cancelling an unsent job costs nothing; cancelling a sent one only stops waiting for it @short', async ({ studio, service }) => {
    await studio.enterWith(service)
    const { make, queue, shell } = studio
    service.hold('speech')
    await shell.go('Make')
    await make.prompt.fill('Never mind.')
    await make.send()
    await make.open('Image')
    await make.draw('A door')
    service.faults.set({ do: 'status', value: 'processing' })
    await make.stage.getByRole('button', { name: 'Animate' }).click()
    await make.prompt.fill('It opens')
    await make.send()

    await shell.go('Queue')
    await expect(queue.job('Never mind.')).toContainText(/On hold until .* The service asked to wait/)
    await queue.job('Never mind.').getByRole('button', { name: 'Cancel' }).click()
    await expect(queue.job('Never mind.')).toContainText('Cancelled')
    await expect(queue.job('Never mind.')).toContainText('Not charged')

    await expect(queue.job('It opens')).toContainText('Generating')
    await queue.job('It opens').getByRole('button', { name: 'Stop waiting' }).click()
    await expect(queue.question).toContainText('the service may still finish it and charge you')
    await queue.answer('Stop waiting')
    await expect(queue.job('It opens')).toContainText('Cancelled')
    await expect(queue.job('It opens')).not.toContainText('Not charged')
    expect(service.taken('speech')).toBe(0)
    expect(service.taken('video')).toBe(1)
  })

  test('a refused job shows the service’s message and that nothing was charged, and a retry succeeds', async ({ studio, service }) => {
    await studio.enterWith(service)
    const { make, queue, shell } = studio
    service.faults.set({ do: 'refuse', status: 400, message: 'The text offends the tide', times: 1, when: { kind: 'speech' } })
    await shell.go('Make')
    await make.prompt.fill('The tide is early.')
    await make.send()
    await shell.go('Queue')
    const job = queue.job('The tide is early.')
    await expect(job).toContainText('Failed')
    await expect(job).toContainText('The text offends the tide')
    await expect(job).toContainText('Not charged')
    expect(service.taken('speech')).toBe(0)
    await job.getByRole('button', { name: 'Generate again', exact: true }).dblclick()
    await expect(queue.job(/The tide is early\..*Done/)).toBeVisible()
    await shell.idle()
    expect(service.taken('speech')).toBe(1)

    // The failed row is still listed; making it again would cost again.
    await queue.job(/The tide is early\..*Failed/).getByRole('button', { name: 'Generate again', exact: true }).click()
    await expect(queue.question).toContainText('You already generated this again')
    await queue.answer('Cancel')
    expect(service.taken('speech')).toBe(1)
  })

  test('a job that may have been charged is resent only after an explicit confirmation @short', async ({ studio, service }) => {
    await studio.enterWith(service)
    const { make, queue, shell } = studio
    service.faults.set({ do: 'reset', at: 'accepted', times: 1, when: { kind: 'speech' } })
    await shell.go('Make')
    await make.prompt.fill('Did it arrive?')
    await make.send()
    await shell.go('Queue')
    const unsure = queue.job('Unsure')
    await expect(unsure).toContainText('Maybe charged')
    await expect(unsure).toContainText('Takeroom never resends it automatically.')
    expect(service.taken('speech')).toBe(1)

    await unsure.getByRole('button', { name: 'Generate again…' }).click()
    await expect(queue.question).toContainText('You may be charged twice')
    await queue.answer('Cancel')
    await expect(queue.question).toHaveCount(0)
    expect(service.taken('speech')).toBe(1)

    await unsure.getByRole('button', { name: 'Generate again…' }).click()
    await queue.answer('Generate anyway')
    await expect(queue.job('Done')).toBeVisible()
    expect(service.taken('speech')).toBe(2)
  })

  test('a service that asks to wait is given the time, and the job is charged once', async ({ studio, service }) => {
    await studio.enterWith(service)
    const { make, queue, shell } = studio
    service.faults.set({ do: 'refuse', status: 429, retryAfter: 1, times: 2, when: { kind: 'speech' } })
    await shell.go('Make')
    await make.prompt.fill('I can wait.')
    await make.send()
    await shell.go('Queue')
    await expect(queue.job('I can wait.')).toContainText(/On hold until .* The service asked to wait/)
    await expect(queue.job('I can wait.')).toContainText('Done')
    expect(service.taken('speech')).toBe(1)
  })

  test('a service that asks for a day is asked again when the user says so, once, and what waits behind continues', async ({ studio, service }) => {
    await studio.enterWith(service)
    const { make, queue, shell } = studio
    service.faults.set({ do: 'refuse', status: 429, retryAfter: 86_400, message: 'Come back tomorrow', times: 1, when: { kind: 'speech' } })
    await shell.go('Make')
    await make.prompt.fill('Today, please.')
    await make.send()
    await shell.go('Queue')
    await expect(queue.job('Today, please.')).toContainText(/On hold until .* The service asked to wait/)
    await expect(queue.job('Today, please.')).toContainText('Come back tomorrow')
    await shell.go('Make')
    await make.prompt.fill('Me, too.')
    await make.send()
    await shell.go('Queue')
    await expect(queue.job('Me, too.')).toContainText('Come back tomorrow')
    await queue.job('Me, too.').getByRole('button', { name: 'Try now' }).click()
    await expect(queue.job('Me, too.')).toContainText('Done')
    await expect(queue.job('Today, please.')).toContainText('Done')
    expect(service.taken('speech')).toBe(2)
  })

  test('a row keeps the focus while its job starts, ends, and moves among the others', async ({ studio, service }) => {
    await studio.enterWith(service)
    const { make, page, queue, shell } = studio
    await shell.go('Queue')
    await queue.pause.click()
    await shell.go('Make')
    for (const words of ['The first.', 'The second.', 'The third.']) {
      await make.prompt.fill(words)
      await make.send()
    }
    await shell.go('Queue')
    await expect(queue.jobs).toHaveCount(3)
    await queue.choose('The second.')
    await expect(queue.job('The second.')).toBeFocused()
    await page.keyboard.press('Shift+P')
    await expect(queue.heading('Finished')).toContainText('3')
    await expect(queue.job('The second.')).toBeFocused()
  })

  test('finished jobs are cleared from the list, and their takes stay', async ({ studio, service }) => {
    await studio.enterWith(service)
    const { make, queue, shell } = studio
    await shell.go('Make')
    await make.speak('One.')
    await make.speak('Two.')
    await shell.go('Queue')
    await expect(queue.jobs).toHaveCount(2)
    await queue.clear.click()
    await expect(queue.empty).toBeVisible()
    await shell.go('Library')
    await expect(studio.library.takes).toHaveCount(2)
  })
})
