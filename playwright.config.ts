import { defineConfig, type ViewportSize } from '@playwright/test'
import { countWorkers } from './scripts/test/workers.mjs'

const phone = { width: 320, height: 640 }
const desk = { width: 1280, height: 800 }
/** Headless browsers would be taken for search engines. */
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Safari/537.36'

/** Without a tag a journey is the same with and without scripts and needs no real browser. */
const scripts = /@scripts/ // is about scripts
const once = /@once/ // is the same in all ways and needs no width
const engine = /@engine/ // needs a layout, pictures or a network that can be delayed
const width = /@width/ // has acts that depend on the width

const plain = {
  name: 'plain browser',
  grepInvert: [scripts, once, engine],
  use: { plain: true, javaScriptEnabled: false },
}
const withoutScripts = { viewport: phone, hasTouch: true, javaScriptEnabled: false }
const onceProject = { name: 'once', grep: once, use: { viewport: desk } }

/** `@main`: one of the main journeys; `@enhanced`: has steps that scripts do or change. */
const shortWays = [
  // The tour of all pages takes longest and keeps one worker busy, so it starts first.
  onceProject,
  { ...plain, grepInvert: [...plain.grepInvert, /@main/, width] },
  {
    name: 'with scripts',
    grep: [scripts, engine, width, /@main/, /@enhanced/],
    use: { viewport: desk, sizes: [desk, phone] },
  },
  { name: 'without scripts', grep: [width, /@main/], use: withoutScripts },
]

/** For E2E_WAYS=full, which walks every journey in every way, with axe on each page. */
const fullWays = [
  onceProject,
  plain,
  { name: 'with scripts', grepInvert: once, use: { viewport: desk, sizes: [desk, phone] } },
  { name: 'without scripts', grepInvert: [once, scripts], use: withoutScripts },
  { name: 'with scripts, phone', grep: [scripts, width], use: { viewport: phone, hasTouch: true } },
  { name: 'without scripts, desk', grep: width, use: { viewport: desk, javaScriptEnabled: false } },
]

/** Needs DATABASE_URL and CHROMIUM_PATH; also takes E2E_REDIS_URL, E2E_SCREENSHOTS (a folder) and E2E_TRACE=1. */
export default defineConfig<{ sizes: ViewportSize[] }, { plain: boolean }>({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/support/start-shop.ts',
  fullyParallel: true,
  workers: countWorkers({ gigabytesEach: 1.5 }),
  retries: 1, // scripts/test.mjs reports a pass on retry as unstable
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  outputDir: '.data/e2e',
  use: {
    baseURL: process.env.E2E_URL,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    serviceWorkers: 'block', // they would hide requests from the journeys; offline-page.spec.ts tests them
    userAgent,
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      // Without a locale a browser saves a file whose name has letters beyond ASCII as "download".
      env: { ...process.env, LANG: process.env.LANG || 'C.UTF-8' },
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: process.env.E2E_WAYS === 'full' ? fullWays : shortWays,
})
