import { defineConfig, type ViewportSize } from '@playwright/test'

const phone = { width: 320, height: 640 }
const desk = { width: 1280, height: 800 }
/** A normal one: the bot detection takes headless browsers for search engines. */
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Safari/537.36'

/** Looked at once; no page of theirs changes with the size of the window or without scripts. */
const once = [
  '**/preview.spec.ts',
  '**/up.spec.ts',
  '**/old-engine.spec.ts',
  '**/budgets.spec.ts',
  '**/spec-client.spec.ts',
  '**/tour.spec.ts',
]
const needScripts = [
  '**/keyboard.spec.ts',
  '**/review-keys.spec.ts',
  '**/dialogs.spec.ts',
  '**/quick-clicks.spec.ts',
  '**/offline.spec.ts',
  '**/offline-page.spec.ts',
]
/** What people do there depends on the width: walked at both, with and without scripts. */
const changeWithWidth = ['**/admin-shell.spec.ts', '**/buy-a-manual.spec.ts', '**/payment-renewal.spec.ts']

/**
 * Each journey is walked on the desk with scripts, where pages are looked at in both widths, and on a phone without;
 * those that are about scripts only with them, those whose acts depend on the width in all four ways.
 * The journeys bring a shop of their own (tests/e2e/support/start-shop.ts) and take the rest from the environment:
 * DATABASE_URL and CHROMIUM_PATH; E2E_REDIS_URL instead of a Redis of their own; E2E_SCREENSHOTS=folder keeps a
 * picture of every page looked at; E2E_TRACE=1 keeps a trace of what failed.
 */
export default defineConfig<{ sizes: ViewportSize[] }>({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/support/start-shop.ts',
  fullyParallel: true,
  workers: 2,
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
  projects: [
    { name: 'with scripts', testIgnore: once, use: { viewport: desk, sizes: [desk, phone] } },
    {
      name: 'without scripts',
      testIgnore: [...once, ...needScripts],
      use: { viewport: phone, hasTouch: true, javaScriptEnabled: false },
    },
    {
      name: 'with scripts, phone',
      testMatch: [...needScripts, ...changeWithWidth],
      use: { viewport: phone, hasTouch: true },
    },
    {
      name: 'without scripts, desk',
      testMatch: changeWithWidth,
      use: { viewport: desk, javaScriptEnabled: false },
    },
    { name: 'once', testMatch: once, use: { viewport: desk } },
  ],
})
