import { chromium } from '@playwright/test'
import { execSync } from 'node:child_process'
import fs from 'node:fs'
const addr = process.argv[2]
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const ctx = await b.newContext({ viewport: { width: 1440, height: 900 } })
const p = await ctx.newPage()
const shot = async n => { await p.screenshot({ path: `/tmp/look/${n}.png` }); console.log(n) }
p.on('pageerror', e => console.log('ERR', e.message))
await p.goto(addr)
await p.waitForTimeout(3000)
await p.getByRole('button', { name: /sample/i }).first().click().catch(e => console.log(e.message.slice(0, 200)))
await p.waitForTimeout(45000)
await shot('1-sample')
fs.writeFileSync('/tmp/look/url.txt', p.url())
await ctx.storageState({ path: '/tmp/look/state.json' })
const go = async (name) => { await p.getByRole('link', { name, exact: true }).first().click(); await p.waitForTimeout(1500) }
await go('Library'); await shot('2-library')
await p.locator('.take-card, .take-row').first().dblclick(); await p.waitForTimeout(1500); await shot('3-viewer')
await p.keyboard.press('ArrowRight'); await p.waitForTimeout(1200); await shot('4-viewer-next')
await p.keyboard.press('Escape'); await p.waitForTimeout(500)
await p.getByRole('button', { name: /lineage/i }).first().click().catch(e => console.log(e.message.slice(0, 200)))
await p.waitForTimeout(1500); await shot('5-lineage')
await p.keyboard.press('Escape')
await p.keyboard.press('Control+i'); await p.waitForTimeout(1200); await shot('6-shelf')
await p.keyboard.press('Escape')
await p.setViewportSize({ width: 1024, height: 700 }); await p.waitForTimeout(800); await shot('7-library-1024')
await b.close()
