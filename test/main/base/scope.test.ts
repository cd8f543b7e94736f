/** Tests of base/scope.ts. */
import { expect, it } from 'vitest'
import { createScope } from '../../../src-main/base/scope.ts'

it('closes in reverse order, one after another', async () => {
  const closed: string[] = []
  const close = (name: string) => async () => {
    await Promise.resolve()
    closed.push(name)
  }
  const scope = createScope()
  scope.add(close('first'))
  scope.add(close('second'))
  scope.add(close('last'))
  await scope.close()
  expect(closed).toEqual(['last', 'second', 'first'])
})

it('aborts its signal before anything is closed', async () => {
  const scope = createScope()
  const seen: boolean[] = []
  scope.add(() => {
    seen.push(scope.signal.aborted)
  })
  await scope.close()
  expect(seen).toEqual([true])
})

it('runs a closer at once when it is registered after closing', async () => {
  const scope = createScope()
  await scope.close()
  let isClosed = false
  scope.add(() => {
    isClosed = true
  })
  expect(isClosed).toBe(true)
})

it('closes once, however often and by whichever caller', async () => {
  const scope = createScope()
  let count = 0
  scope.add(() => {
    count += 1
    void scope.close()
  })
  await Promise.all([scope.close(), scope.close()])
  await scope.close()
  expect(count).toBe(1)
})

it('closes the rest when one closer fails, and reports every failure', async () => {
  const scope = createScope()
  const closed: string[] = []
  scope.add(() => {
    closed.push('first')
  })
  scope.add(() => {
    throw new Error('stuck')
  })
  scope.add(() => Promise.reject(new Error('jammed')))
  await expect(scope.close()).rejects.toMatchObject({ errors: [{ message: 'jammed' }, { message: 'stuck' }] })
  expect(closed).toEqual(['first'])
})

it('does not run an unregistered closer', async () => {
  const scope = createScope()
  const closed: string[] = []
  scope.add(() => {
    closed.push('unregistered')
  })()
  await scope.close()
  expect(closed).toEqual([])
})

it('waits for joined work, which ends with the signal, before it closes what was opened earlier', async () => {
  const scope = createScope()
  const order: string[] = []
  scope.add(() => {
    order.push('closed')
  })
  scope.join((async () => {
    await new Promise(resolve => scope.signal.addEventListener('abort', resolve))
    await Promise.resolve()
    order.push('written')
    throw new Error('told elsewhere')
  })())
  await scope.close()
  expect(order).toEqual(['written', 'closed'])
})

it('forgets joined work that has ended', async () => {
  const scope = createScope()
  let ends = 0
  const work = Promise.resolve().finally(() => ends += 1)
  scope.join(work)
  await work
  await scope.close()
  scope.join(Promise.reject(new Error('after the end')))
  expect(ends).toBe(1)
})
