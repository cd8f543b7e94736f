/** The title and the icon of the window while something is under way, which is what a person sees of a tab in the background. */
import type { Segment } from '../../../../src-renderer/shell/status/segments.ts'
import { expect, it, onTestFinished, vi } from 'vitest'
import { computed, nextTick, shallowRef } from 'vue'
import { iconOf, titleOf } from '../../../../src-renderer/shell/status/headline.ts'
import { useHeadline } from '../../../../src-renderer/shell/status/use-headline.ts'
import { en } from '../../../../src-renderer/texts/en/index.ts'
import { zh } from '../../../../src-renderer/texts/zh/index.ts'
import { jobOf } from '../../../kit/job.ts'
import { openPage } from '../../../kit/page-wire.ts'
import { openTestStudio } from '../../../kit/studio.ts'

vi.mock('../../../../src-renderer/wire/open-wire.ts', () => import('../../../kit/page-wire.ts'))

/** What a browser has of it before any module of the page looks for one. */
const browser = vi.hoisted(() => {
  const link = { rel: 'icon', href: 'http://studio/icon-1a2b.svg' }
  const document = Object.assign(new EventTarget(), {
    title: 'Takeroom',
    head: { querySelectorAll: () => [link], append: () => {} },
    querySelector: (selector: string) => selector.startsWith('link') ? link : null,
    createElement: () => ({ style: {} }),
  })
  vi.stubGlobal('document', document)
  vi.stubGlobal('window', Object.assign(new EventTarget(), { document, navigator: { languages: ['en'] } }))
  return { document, link }
})

it('says how far it is, of which project, in the language of the page', () => {
  expect(titleOf(null, null, en)).toBe('Takeroom')
  expect(titleOf(null, 'The boat', en)).toBe('The boat · Takeroom')
  expect(titleOf({ share: 0.129 }, 'The boat', en)).toBe('12% · The boat · Takeroom')
  // It is done when the file is in its place, not before.
  expect(titleOf({ share: 0.999 }, null, en)).toBe('99% · Takeroom')
  for (const t of [en, zh])
    expect(titleOf({ count: 3 }, null, t)).toBe(`${t.shell.strip.working(3)} · Takeroom`)
})

it('the icon is a ring that fills in twenty steps, so that it changes seldom, and is never empty', () => {
  const ringOf = (share: number): string => /stroke-dasharray="(\S+)/.exec(decodeURIComponent(iconOf({ share }) ?? ''))?.[1] ?? ''
  const rings = Array.from({ length: 101 }, (_, percent) => Number(ringOf(percent / 100)))
  expect(new Set(rings).size).toBe(20)
  expect(rings).toEqual(rings.toSorted((a, b) => a - b))
  expect(rings[0]).toBeGreaterThan(0)
  expect(iconOf({ count: 1 })).toBe(iconOf({ share: 1 }))
  expect(iconOf(null)).toBeNull()
})

it('is shown on the window while it lasts, and the icon of the build comes back', async () => {
  onTestFinished(() => void vi.unstubAllGlobals())
  const page = openPage(await openTestStudio())
  const segments = shallowRef<readonly Segment[]>([])
  page.run(() => useHeadline(computed(() => segments.value)))
  const shown = async (): Promise<[string, boolean]> => {
    await nextTick()
    return [browser.document.title, browser.link.href.startsWith('data:image/svg+xml')]
  }
  expect(await shown()).toEqual(['Takeroom', false])
  segments.value = [{ is: 'rendering', jobId: jobOf(1).id, projectId: null, count: 1, share: 0.5, secondsLeft: null }]
  expect(await shown()).toEqual(['50% · Takeroom', true])
  segments.value = [{ is: 'needs', count: 2 }, { is: 'working', jobs: [jobOf(2), jobOf(3)] }]
  expect(await shown()).toEqual([`${en.shell.strip.working(2)} · Takeroom`, true])
  segments.value = [{ is: 'paused', waiting: 4 }]
  expect([await shown(), browser.link.href]).toEqual([['Takeroom', false], 'http://studio/icon-1a2b.svg'])
})
