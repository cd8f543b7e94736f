/** Every failure says what happened, what to do next, and whether it was charged. */
import type { Fault } from '../../src-main/practice/index.ts'
import type { StoryStudio } from './kit/story.ts'
import { expect, test } from './kit/story.ts'

interface Told {
  readonly fault: Fault
  readonly what: string
  readonly todo: string
  readonly charged: 'Not charged' | 'Charged' | 'Maybe charged'
  readonly said?: string
}

function refusal(status: number, message: string, more: object = {}): Fault {
  return { do: 'refuse', status, message, times: 1, when: { kind: 'speech' }, ...more }
}
const lookFirst = 'Takeroom never resends it automatically.'

const failures: Readonly<Record<string, Told>> = {
  'a wrong value': {
    fault: refusal(422, 'text: too purple'),
    what: 'The service rejected the request.',
    todo: 'Fix what it names',
    charged: 'Not charged',
    said: 'text: too purple',
  },
  'no credits': {
    fault: refusal(402, 'Payment required'),
    what: 'The account has no credits left.',
    todo: 'Top up',
    charged: 'Not charged',
  },
  'no permission': {
    fault: refusal(403, 'Not for you'),
    what: 'The account has no access to this model.',
    todo: 'Choose another model or account.',
    charged: 'Not charged',
    said: 'Not for you',
  },
  'an unknown model': {
    fault: refusal(404, 'Nothing here'),
    what: 'The service does not know this model or file.',
    todo: 'Choose another model.',
    charged: 'Not charged',
  },
  'too much': {
    fault: refusal(413, 'Body too large'),
    what: 'The request was too large for the service.',
    todo: 'Use a shorter text or a smaller file.',
    charged: 'Not charged',
  },
  'a wrong kind of file': {
    fault: refusal(415, 'No such type'),
    what: 'The service does not accept this kind of file.',
    todo: 'Use another file format.',
    charged: 'Not charged',
  },
  'a model that is unavailable': {
    fault: refusal(500, 'Unsupported category: tts'),
    what: 'The model is unavailable right now.',
    todo: 'It is safe to retry later.',
    charged: 'Not charged',
  },
  'a broken service': {
    fault: refusal(500, 'Out of memory'),
    what: 'The service reported an error.',
    todo: lookFirst,
    charged: 'Maybe charged',
    said: 'Out of memory',
  },
  'a broken connection': {
    fault: { do: 'reset', at: 'accepted', times: 1, when: { kind: 'speech' } },
    what: 'The request was sent completely, but no response came back.',
    todo: lookFirst,
    charged: 'Maybe charged',
  },
  'an unreadable answer': {
    fault: { do: 'wrong-body', as: 'html', times: 1, when: { kind: 'speech' } },
    what: 'The service’s response could not be read.',
    todo: 'What arrived is kept.',
    charged: 'Charged',
  },
}

async function inSpeech(studio: StoryStudio, service: { url: string, key: string }): Promise<void> {
  await studio.enterWith(service)
  await studio.shell.go('Make')
}

test.describe('failures', () => {
  test('each says what happened, what to do and whether it was charged, on its workbench and in the queue @wide', async ({ studio, service }) => {
    await inSpeech(studio, service)
    for (const [name, { fault, what, todo, charged, said }] of Object.entries(failures)) {
      await test.step(name, async () => {
        service.faults.set(fault)
        await studio.make.prompt.fill(`About ${name}.`)
        await studio.make.send()
        const card = studio.make.job(`About ${name}.`)
        await expect(card).toContainText(what)
        await expect(card).toContainText(todo)
        await expect(card).toContainText(charged)
        if (said !== undefined)
          await expect(card).toContainText(`The service said: “${said}`)
      })
    }
    await studio.shell.go('Queue')
    for (const [name, { what, todo, charged }] of Object.entries(failures)) {
      const job = studio.queue.job(`About ${name}.`)
      await expect(job).toContainText(what)
      await expect(job).toContainText(todo)
      await expect(job).toContainText(charged)
    }
  })

  test('a rejected key puts the job on hold at no cost; with the right key it continues', async ({ studio, service }) => {
    await inSpeech(studio, service)
    const letThrough = service.faults.set({ do: 'refuse', status: 401, message: 'Invalid API key', when: { kind: 'speech' } })
    await studio.make.prompt.fill('Who is there?')
    await studio.make.send()
    await expect(studio.make.job('Who is there?')).toContainText('On hold: the service rejected the account’s key.')
    letThrough()
    await studio.shell.go('Queue')
    await studio.queue.job('Who is there?').getByRole('button', { name: 'Open Settings' }).click()
    await studio.settings.more('My account', 'Replace key…')
    await studio.settings.form.fill({ key: service.key })
    await studio.settings.form.submit()
    await studio.shell.go('Make')
    await expect(studio.make.take('Who is there?')).toBeVisible()
    expect(service.taken('speech')).toBe(1)
  })

  test('a shot that failed at the service says why; one whose result is said to be gone stays open, and can be stopped', async ({ studio, service }) => {
    test.slow()
    await inSpeech(studio, service)
    await studio.make.open('Image')
    await studio.make.draw('A gate')
    service.faults.set({ do: 'job-fails', error: 'The motion ran away', times: 1 })
    await studio.make.stage.getByRole('button', { name: 'Animate' }).click()
    await studio.make.prompt.fill('It opens')
    await studio.make.send()
    await expect(studio.make.job('It opens')).toContainText('The job failed at the service.')
    await expect(studio.make.job('It opens')).toContainText('The service said: “The motion ran away”')
    await expect(studio.make.job('It opens')).toContainText('Adjust the request, then generate again.')

    service.faults.set({
      do: 'refuse',
      status: 410,
      message: 'The result is gone',
      when: { path: '/api/v1/generate/result' },
    })
    await studio.make.prompt.fill('It shuts')
    await studio.make.send()
    // One such answer ends nothing that was paid for: it takes several, over minutes.
    await expect(studio.make.job('It shuts')).toContainText('Paid for, not received yet.')
    await expect(studio.make.job('It shuts').getByRole('button', { name: 'Stop waiting' })).toBeVisible()
    expect(service.taken('video')).toBe(2)
  })
})
