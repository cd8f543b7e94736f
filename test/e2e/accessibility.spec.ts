/** Accessibility: keyboard alone, screen reader names, dark and light, a small window. */
import type { Locator, Page } from '@playwright/test'
import type { StoryStudio } from './kit/story.ts'
import AxeBuilder from '@axe-core/playwright'
import { expect, test } from './kit/story.ts'

/** The pointer is moved to an empty spot before it is looked at. */
interface Place {
  readonly name: string
  readonly show: () => Promise<void>
  readonly leave?: () => Promise<void>
}

/** Every page with its dialogs and panels, each reached from the one before; starts on the welcome page. */
function everyPlace(studio: StoryStudio): Place[] {
  const { page, firstRun, shell, make, library, queue, settings, script, timeline, deliver, spend } = studio
  const escape = (): Promise<void> => page.keyboard.press('Escape')
  return [
    { name: 'first run', show: () => firstRun.sample.waitFor() },
    { name: 'first account', show: () => firstRun.connect.click(), leave: () => page.getByRole('button', { name: 'Back' }).click() },
    {
      name: 'script',
      show: async () => {
        await firstRun.openSample()
        await expect(script.allMade).toBeVisible()
        await shell.idle()
      },
    },
    {
      name: 'script, casting opened',
      show: async () => {
        // A small window opens with the panel closed.
        if (!await script.casting.isVisible())
          await page.getByRole('button', { name: 'Show casting' }).click()
        await script.casting.getByRole('button', { name: /^Keeper/ }).click()
      },
    },
    { name: 'script, the voice sheet', show: () => script.voiceOf('Keeper').click(), leave: escape },
    {
      name: 'script, level and tone',
      show: async () => {
        await script.casting.getByRole('button', { name: 'Level and tone · Off, Keeper' }).click()
        await page.getByRole('dialog', { name: 'Level and tone of Keeper' }).getByText('Podcast', { exact: true }).click()
      },
      leave: escape,
    },
    {
      name: 'script, a picture of the storyboard',
      show: () => page.getByRole('button', { name: 'Image of line 2: empty' }).click(),
      leave: escape,
    },
    { name: 'script, suggesting pictures', show: () => page.getByRole('button', { name: 'Suggest prompts…' }).click(), leave: escape },
    { name: 'script, pasting', show: () => page.getByRole('button', { name: 'Paste script…' }).click(), leave: escape },
    { name: 'speech workbench', show: () => shell.goToPart('Make') },
    {
      name: 'speech workbench, everything unfolded',
      show: async () => {
        await make.unfold('Sampling')
        await make.unfold('Other voice')
      },
    },
    { name: 'image workbench', show: () => make.open('Image') },
    { name: 'video workbench', show: () => make.open('Video') },
    {
      name: 'timeline',
      show: async () => {
        await shell.goToPart('Timeline')
        await timeline.clips.first().waitFor()
      },
    },
    {
      name: 'timeline, a clip in the inspector',
      show: async () => {
        await timeline.clip(/^Narrator .*, line 1,/).first().click()
        if (!await timeline.inspector.isVisible())
          await page.getByRole('button', { name: 'Inspector' }).click()
        await timeline.inspector.getByText('Takes of the line').waitFor()
      },
    },
    {
      name: 'timeline, the menu of a clip',
      show: async () => {
        await timeline.clip(/^Narrator .*, line 1,/).first().click({ button: 'right' })
        await timeline.menu.waitFor()
      },
      leave: async () => {
        await escape()
        await expect(timeline.menu).toHaveCount(0)
      },
    },
    {
      name: 'timeline, the words of a caption',
      show: async () => {
        await timeline.clip(/^Narrator .*, line 1,/).last().dblclick()
        await expect(timeline.typed).toBeFocused()
      },
      leave: escape,
    },
    {
      name: 'deliver',
      show: async () => {
        await shell.goToPart('Deliver')
        await deliver.overview.waitFor()
      },
    },
    {
      name: 'deliver, with a film',
      show: async () => {
        await deliver.deliver('Film')
        await deliver.preview.video.waitFor()
      },
    },
    { name: 'projects', show: () => shell.go('Projects') },
    {
      name: 'library with inspector',
      show: async () => {
        await shell.go('Library')
        await library.takes.first().click()
        await library.inspector.waitFor()
      },
    },
    { name: 'library as a list', show: () => page.getByRole('button', { name: 'List', exact: true }).click() },
    { name: 'voices', show: () => shell.go('Voices') },
    { name: 'settings', show: () => shell.go('Settings') },
    { name: 'settings, account form', show: () => settings.add.click(), leave: escape },
    ...(['Models', 'Storage and safety', 'Queue', 'Delivery', 'Appearance and language', 'About'] as const).map(section => ({
      name: `settings, ${section}`,
      show: () => settings.open(section),
    })),
    { name: 'settings, search', show: () => settings.search.fill('key'), leave: () => settings.search.fill('') },
    { name: 'command palette', show: () => page.keyboard.press('Control+k'), leave: escape },
    { name: 'keys', show: () => page.keyboard.press('?'), leave: escape },
    {
      name: 'queue with a failure',
      show: async () => {
        await shell.go('Queue')
        await queue.job('Failed').waitFor()
      },
    },
    {
      name: 'spend, prices',
      show: async () => {
        await shell.command('Spending')
        await spend.open('Prices')
        await spend.price('Higgs 2.5', 'per request', '0.01')
        // Notifications that are fading out would fail the contrast rule.
        await expect(page.getByRole('list', { name: 'Notifications' }).getByRole('listitem')).toHaveCount(0)
      },
    },
    {
      name: 'spend, budgets',
      show: async () => {
        await spend.open('Budgets')
        await spend.limit('Daily', 'Hard limit', '5')
      },
    },
    { name: 'spend, overview', show: () => spend.open('Overview') },
  ]
}

/** A failed job for the queue, made through a second account whose service refuses. */
async function failOnce(studio: StoryStudio, service: { url: string, key: string }): Promise<void> {
  await studio.shell.go('Settings')
  await studio.settings.add.click()
  await studio.settings.form.fill({ name: 'Refuser', baseUrl: service.url, key: service.key })
  await studio.settings.form.submit()
  const account = studio.settings.account('Refuser')
  await account.waitFor()
  const use = account.getByRole('button', { name: 'Use this account' })
  if (await use.isVisible())
    await use.click()
  await expect(account).toContainText('In use')
  await studio.shell.go('Make')
  await studio.make.open('Speech')
  await studio.make.prompt.fill('This is refused.')
  await studio.make.send()
  await expect(studio.make.results).toContainText('The text offends the tide')
}

async function visitAll(studio: StoryStudio, service: {
  url: string
  key: string
  faults: { set: (fault: { do: 'refuse', status: number, message: string, when: { kind: 'speech' } }) => unknown }
}, look: (name: string) => Promise<void>): Promise<void> {
  service.faults.set({ do: 'refuse', status: 400, message: 'The text offends the tide', when: { kind: 'speech' } })
  for (const { name, show, leave } of everyPlace(studio)) {
    await test.step(name, async () => {
      if (name.startsWith('queue'))
        await failOnce(studio, service)
      await show()
      await studio.page.mouse.move(700, 0)
      await expect(studio.page.locator('.n-tooltip')).toHaveCount(0)
      await settled(studio.page)
      await look(name)
      await leave?.()
    })
  }
}

/** Waits until no transition runs, so that contrast is judged on the final colours. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await Promise.allSettled(document.getAnimations()
      .filter(one => one.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
      .map(one => one.finished))
  })
}

/** Tags of the rules that may depend on the theme or the width of the window: contrast, names, ARIA. */
const rulesOfLooks = ['wcag143', 'cat.name-role-value', 'cat.aria']

/** Of axe in the page: its rules, with the impact of what each finds. */
interface PageWithAxe {
  axe?: { _audit: { rules: { id: string, impact?: string }[] } }
}

/** Serious and critical violations that axe finds on the current page; `tags`: by the rules with one of them alone. */
async function seriousFaults(page: Page, tags?: string[]): Promise<string[]> {
  // Null before axe is in the page. It stays there for the next place: reading it again costs as much as half of its work.
  const lesserRules = await page.evaluate(() => {
    const rules = (globalThis as PageWithAxe).axe?._audit.rules ?? null
    return rules && rules.filter(({ impact }) => impact === 'minor' || impact === 'moderate').map(({ id }) => id)
  })
  const builder = new AxeBuilder({ page, ...lesserRules && { axeSource: ';' } })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] })
    .disableRules(lesserRules ?? [])
  const { violations } = await (tags ? builder.withTags(tags) : builder).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(node => `${id}: ${node.target.join(' ')} — ${node.html.slice(0, 160)}`))
}

/** Elements wider than their container, and controls outside the window. */
function whatLiesOutside(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const wide = [document.documentElement, ...document.querySelectorAll('main, .scroll, .room-body, .scroller, .lines, aside')]
      .filter(element => element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX !== 'visible')
    const lost = [...document.querySelectorAll('button, a, input, [role=tab]')].filter((element) => {
      const { left, right, width, height } = element.getBoundingClientRect()
      return width > 1 && height > 1 && (right > innerWidth + 1 || left < -1)
        && element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    })
    const nameOf = ({ tagName, className, textContent }: Element): string =>
      `${tagName.toLowerCase()}.${className.toString().replaceAll(' ', '.')}: ${textContent.trim().slice(0, 40)}`
    return [...wide.map(element => `wide ${nameOf(element)}`), ...lost.map(element => `outside ${nameOf(element)}`)]
  })
}

test.describe('accessibility', () => {
  test('axe finds no serious violation on any page in the dark theme', async ({ studio, service }) => {
    test.slow()
    const { page } = studio
    await studio.open()
    await visitAll(studio, service, async (name) => {
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
      expect.soft(await seriousFaults(page), name).toEqual([])
    })
  })

  test('light theme, 1024 × 700: no axe violation, no sideways scrolling, no button outside the window', async ({ studio, service }) => {
    test.slow()
    const { page } = studio
    await page.setViewportSize({ width: 1024, height: 700 })
    await studio.lookAround()
    await studio.shell.go('Settings')
    await studio.settings.open('Appearance and language')
    await studio.settings.choose('Light')
    await studio.settings.open('About')
    await page.getByRole('button', { name: 'Show welcome page again' }).click()
    await visitAll(studio, service, async (name) => {
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
      expect.soft(await whatLiesOutside(page), name).toEqual([])
      expect.soft(await seriousFaults(page, rulesOfLooks), name).toEqual([])
    })
  })

  test('the first run works by keyboard alone: open the sample, play a line, render, watch the film', async ({ studio }) => {
    test.slow()
    const { page, firstRun, script, deliver, shell } = studio
    await studio.open()
    await tabTo(page, firstRun.sample)
    await page.keyboard.press('Enter')
    await expect(script.allMade).toBeVisible()
    await shell.idle()
    await tabTo(page, script.line(1).getByRole('button', { name: /^Play “/ }))
    await page.keyboard.press('Enter')
    await expect.poll(script.sound(1).secondsNow).toBeGreaterThan(0.2)
    await tabTo(page, page.getByRole('link', { name: 'Deliver' }))
    await page.keyboard.press('Enter')
    await deliver.overview.waitFor()
    await tabTo(page, deliver.form.getByRole('group', { name: 'Captions' }).getByRole('radio', { checked: true }))
    await page.keyboard.press('ArrowDown')
    await tabTo(page, deliver.form.getByRole('textbox', { name: 'Name' }))
    await page.keyboard.press('Control+a')
    await page.keyboard.type('By keys')
    await page.keyboard.press('Control+Enter')
    await expect(deliver.row('By keys').locator('.file').first()).toBeVisible()
    await tabTo(page, deliver.preview.video)
    await page.keyboard.press('Space')
    await expect.poll(deliver.preview.secondsNow).toBeGreaterThan(0.3)
  })

  test('the command palette and the shortcuts reach every room without a mouse', async ({ studio }) => {
    await studio.lookAround()
    const { page, shell } = studio
    for (const room of ['Library', 'Voices', 'Queue', 'Settings'] as const) {
      await shell.command(room)
      await expect(page.getByRole('heading', { name: room, level: 1 })).toBeVisible()
      await expect(shell.palette).toHaveCount(0)
    }
    await page.keyboard.press('Alt+1')
    await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
    await page.keyboard.press('?')
    await expect(page.getByText('Open command palette')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByText('Open command palette')).toHaveCount(0)
  })
})

/** Presses Tab until the target has the focus; throws when Tab never reaches it. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 120; presses++) {
    if (await target.evaluate(element => element === document.activeElement).catch(() => false))
      return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${target}`)
}
