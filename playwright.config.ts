import { defineConfig, type ViewportSize } from '@playwright/test'
import { workerCount } from './scripts/test/workers.mjs'

const phone = { width: 320, height: 640 }
const desk = { width: 1280, height: 800 }
/** A normal one: the bot detection takes headless browsers for search engines. */
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Safari/537.36'

/** Ways that need scripts or a real browser, or differ between the ways, are tags in the journey's own declaration. */
const scripts = /@scripts/
const once = /@once/
const engine = /@engine/
const width = /@width/

/** Fetches pages and reads them without a browser (tests/e2e/support/plain-browser). */
const plain = {
  name: 'plain browser',
  grepInvert: [scripts, once, engine],
  use: { plain: true, javaScriptEnabled: false },
}
const withoutScripts = { viewport: phone, hasTouch: true, javaScriptEnabled: false }
const onceProject = { name: 'once', grep: once, use: { viewport: desk } }

/**
 * `npm test`: every journey once with and once without scripts where they matter, without a browser where it can be.
 *
 * | tag         | the journey                                                | real browser          |
 * | ----------- | ---------------------------------------------------------- | --------------------- |
 * | none        | is the same with and without scripts                       | no                    |
 * | `@enhanced` | has steps that scripts do or change                        | with scripts          |
 * | `@main`     | is one of the main ones                                    | with and without      |
 * | `@width`    | has acts that depend on the width                          | with and without      |
 * | `@engine`   | needs a layout, pictures or a network that can be held up  | with scripts          |
 * | `@scripts`  | is about scripts                                           | with scripts          |
 * | `@once`     | is the same in all ways and needs no width                 | once                  |
 */
const shortWays = [
  // First, since the tour of all pages takes longest and keeps one worker busy.
  onceProject,
  { ...plain, grepInvert: [...plain.grepInvert, /@main/, width] },
  {
    name: 'with scripts',
    grep: [scripts, engine, width, /@main/, /@enhanced/],
    use: { viewport: desk, sizes: [desk, phone] },
  },
  { name: 'without scripts', grep: [width, /@main/], use: withoutScripts },
]

/** Every journey on the desk with scripts and on a phone without, those of scripts and width in the other ways too. */
const fullWays = [
  onceProject,
  plain,
  { name: 'with scripts', grepInvert: once, use: { viewport: desk, sizes: [desk, phone] } },
  { name: 'without scripts', grepInvert: [once, scripts], use: withoutScripts },
  { name: 'with scripts, phone', grep: [scripts, width], use: { viewport: phone, hasTouch: true } },
  { name: 'without scripts, desk', grep: width, use: { viewport: desk, javaScriptEnabled: false } },
]

/**
 * The journeys bring a shop of their own (tests/e2e/support/start-shop.ts) and take the rest from the environment:
 * DATABASE_URL and CHROMIUM_PATH; E2E_REDIS_URL instead of a Redis of their own; E2E_WAYS=full walks every journey in
 * every way, with axe on each page; E2E_SCREENSHOTS=folder keeps a picture of every page looked at; E2E_TRACE=1 keeps a
 * trace of what failed.
 */
export default defineConfig<{ sizes: ViewportSize[] }, { plain: boolean }>({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/support/start-shop.ts',
  fullyParallel: true,
  workers: workerCount({ gigabytesEach: 1.5 }),
  // One that passes the second time is told as unstable by scripts/test.mjs, and is to be mended.
  retries: 1,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  outputDir: '.data/e2e',
  use: {
    baseURL: process.env.E2E_URL,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    // What a worker asks for no journey sees or answers; offline-page.spec.ts is about it.
    serviceWorkers: 'block',
    userAgent,
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      // Without a locale a browser cannot name a file with letters beyond ASCII and saves it as "download".
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
