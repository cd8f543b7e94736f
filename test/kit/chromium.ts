/** The Chromium of the stories and screenshots. */
import { existsSync } from 'node:fs'
import process from 'node:process'

/** Path of the browser; undefined when there is none, which leaves the choice to Playwright. */
export const chromiumPath = first(process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome')

/**
 * Path of the headless shell, or of the browser where a system has no shell. The shell is the same engine without the browser's own
 * windows, as Playwright uses it: a story needs a third less processor time in it. It has no notifications and no wake lock.
 */
export const shellPath = first(process.env.CHROMIUM, '/usr/bin/chromium-headless-shell') ?? chromiumPath

/** Chromium heeds only the last list of features to turn off, so this one repeats that of Playwright. */
const offFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  // Of our own: each new window loads pages for its address bar and starts a spare process, which cost as much as the studio's page.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'SpareRendererForSitePerProcess',
]
/** How the stories start it. */
export const chromiumFlags = [
  '--autoplay-policy=no-user-gesture-required',
  // Nothing but the studio is ever asked for: no name can be looked up, and the browser has no business of its own.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  // A story finds the process of the one before, with its compiled scripts.
  '--process-per-site',
  `--disable-features=${offFeatures.join(',')}`,
  ...process.getuid?.() === 0 ? ['--no-sandbox'] : [],
]
function first(...paths: (string | undefined)[]): string | undefined {
  return paths.find(path => path && existsSync(path))
}
