/** A look-up table is renamed as its name was when somebody began to type: what another page called it since is not replaced. */
import type { Lut } from '#contract/luts.ts'
import { expect, it, vi } from 'vitest'
import { useNotices } from '../../../src-renderer/actions/notices.ts'
import { vCommitted } from '../../../src-renderer/parts/typing/v-committed.ts'
import LutList from '../../../src-renderer/rooms/timeline/inspector/LutList.vue'
import { openPage } from '../../kit/page-wire.ts'
import { setUp } from '../../kit/set-up.ts'
import { openTestStudio } from '../../kit/studio.ts'

vi.mock('../../../src-renderer/wire/open-wire.ts', () => import('../../kit/page-wire.ts'))

class Input extends EventTarget {
  value = ''
  readonly type = 'text'
}
vi.stubGlobal('HTMLInputElement', Input)

/** The calls of the directive, as Vue makes them while the field is drawn. */
function fieldOf(name: string) {
  const input = new Input()
  const hooks = vCommitted as unknown as Record<'created' | 'beforeMount' | 'updated', (field: Input, binding: { value: string }) => void>
  hooks.created(input, { value: name })
  hooks.beforeMount(input, { value: name })
  vi.stubGlobal('document', { activeElement: input })
  return {
    input,
    show: (value: string) => hooks.updated(input, { value }),
    type(value: string) {
      input.value = value
      input.dispatchEvent(new Event('input'))
    },
  }
}

it('a name that came while somebody typed is expected no more than they saw it', async () => {
  const studio = await openTestStudio()
  const rename = vi.fn(async () => ({ lut: {} as Lut }))
  const page = openPage({ ...studio, handlers: { ...studio.handlers, luts: { ...studio.handlers.luts, rename } } })
  page.run(() => useNotices())
  const list = setUp<{ rename: (lut: Pick<Lut, 'id' | 'name'>, event: { target: Input }) => Promise<void> }>(page, LutList, {})
  const asked = () => rename.mock.calls.map(([input]: unknown[]) => input)
  const id = 'a'.repeat(64) as Lut['id']
  const { input, show, type } = fieldOf('Dusk')
  type('Dusk,')
  show('Night')
  type('Dusk, warm')
  input.dispatchEvent(new Event('change'))
  await list.rename({ id, name: 'Night' }, { target: input })
  show('Dusk, warm')
  // The next words replace the name that is shown by then.
  type('Dawn')
  input.dispatchEvent(new Event('change'))
  await list.rename({ id, name: 'Dusk, warm' }, { target: input })
  expect(asked()).toEqual([
    { lutId: id, name: 'Dusk, warm', expected: 'Dusk' },
    { lutId: id, name: 'Dawn', expected: 'Dusk, warm' },
  ])
})
