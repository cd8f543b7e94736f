/** Promises of base/scope.ts. */
import { expect, it } from 'vitest'
import { createScope } from '../../../src-main/base/scope.ts'

it('closes in reverse order, one after another, children in their place', async () => {
  const closed: string[] = []
  const close = (name: string) => async () => {
    await Promise.resolve()
    closed.push(name)
  }
  const scope = createScope()
  scope.add(close('first'))
  const child = scope.child()
  child.add(close('child, first'))
  child.add(close('child, last'))
  scope.add(close('last'))
  await scope.close()
  expect(closed).toEqual(['last', 'child, last', 'child, first', 'first'])
})

it('aborts its signal and those of its children before anything is closed', async () => {
  const scope = createScope()
  const child = scope.child()
  const seen: boolean[] = []
  scope.add(() => {
    seen.push(scope.signal.aborted)
  })
  child.add(() => {
    seen.push(child.signal.aborted)
  })
  await scope.close()
  expect(seen).toEqual([true, true])
})

it('closes at once what is registered too late', async () => {
  const scope = createScope()
  await scope.close()
  let isClosed = false
  scope.add(() => {
    isClosed = true
  })
  expect(isClosed).toBe(true)
  expect(scope.child().signal.aborted).toBe(true)
})

it('closes once however often it is asked, also from within', async () => {
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

it('closes the rest when one cannot be closed, and tells of every failure', async () => {
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

it('forgets what was taken back, and a child that ended on its own', async () => {
  const scope = createScope()
  const closed: string[] = []
  scope.add(() => {
    closed.push('taken back')
  })()
  const child = scope.child()
  child.add(() => {
    closed.push('child')
  })
  await child.close()
  await scope.close()
  expect(closed).toEqual(['child'])
})
