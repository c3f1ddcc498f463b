import { test as base, expect, type Page } from '@playwright/test'
import pLimit from 'p-limit'
import { startFirefox } from '#tests/e2e/support/firefox.ts'
import { rejectAndReturn, typeAndReturn } from '#tests/e2e/support/form-sweep.ts'
import { collectNoise } from '#tests/e2e/support/noise.ts'
import { findLowContrast, findViolations, measureOverflow } from '#tests/e2e/support/page-check.ts'
import { startTourShop, type TourShop } from '#tests/e2e/support/tour-shop.ts'
import { fillAddress, findReader, pageStatements } from '#tests/routes/statements/page-statements.ts'
import { findFirefox } from '../../../scripts/dev-services/binaries.mjs'

const desk = { width: 1280, height: 800 }
const phone = { width: 320, height: 640 }
const pagesAtOnce = 3
/** Elements that a rejected form adds to a page that was already checked. */
const faults = '[data-error-summary], .field-error'

const rows = Object.entries(pageStatements).map(([name, [address, , status = 200]]) => ({
  name,
  address,
  status,
  reader: findReader(name),
}))
type Row = (typeof rows)[number]

/** The looks of text whose contrast has passed. */
const passedLooks = { light: new Set<string>(), dark: new Set<string>() }

type Tour = { readPage: (cookies: string, read: (page: Page) => Promise<void>) => Promise<void> }

const test = base.extend<Tour, { shop: TourShop }>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern which fixtures this one needs.
    async ({}, use) => {
      const shop = await startTourShop()
      await use(shop)
      await shop.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],

  readPage: async ({ browser, shop }, use) => {
    const readers = new Map<string, ReturnType<typeof openContext>>()
    const limit = pLimit(pagesAtOnce)
    async function openContext(cookies: string) {
      const context = await browser.newContext({ baseURL: shop.url })
      const pairs = cookies.split('; ').filter(Boolean)
      await context.addCookies(
        pairs.map((pair) => {
          const [name = '', value = ''] = pair.split(/=(.*)/s)
          return { name, value, url: shop.url }
        }),
      )
      const idle: Page[] = []
      return { context, idle, noise: collectNoise(context) }
    }
    await use((cookies, read) =>
      limit(async () => {
        const opened = readers.get(cookies) ?? openContext(cookies)
        readers.set(cookies, opened)
        const reader = await opened
        const page = reader.idle.pop() ?? (await reader.context.newPage())
        await read(page)
        reader.idle.push(page)
      }),
    )
    for (const { context, noise } of await Promise.all(readers.values())) {
      await context.close()
      expect.soft(noise, 'printed to the console or thrown in a page').toEqual([])
    }
  },
})

// Runs in order in one worker, because the shop is filled after the first test.
test.describe.configure({ mode: 'default', retries: 0, timeout: 300_000 })

test('the check of contrast finds grey text on white, also after other text has passed', {
  tag: '@once',
}, async ({ page }) => {
  const known = new Set<string>()
  await page.setContent('<p>Bom</p><p style="opacity:0">Oculto</p>')
  expect(await findLowContrast(page, known)).toEqual([])
  expect(known.size).toBe(1)
  await page.setContent('<p>Bom</p><p style="color:#bbb">Claro</p><p style="opacity:.3">Fraco</p>')
  const low = await findLowContrast(page, known)
  expect(low).toEqual([expect.stringContaining('Claro'), expect.stringContaining('Fraco')])
  expect(await findLowContrast(page, known, 'p + p')).toEqual(low)
})

test('every empty list passes the page checks', { tag: '@once' }, async ({ shop, readPage }) => {
  const checkedLists: string[] = []
  const rowsWithoutRecord = rows.filter(({ address }) => !address.includes('{'))
  await Promise.all(
    rowsWithoutRecord.map(({ name, address, reader }) =>
      readPage(shop.nothing[reader], async (page) => {
        const answer = await page.request.get(address, { maxRedirects: 0 })
        expect.soft(answer.status(), name).toBeLessThan(500)
        if (!(await answer.text()).includes('class="empty"')) return
        await page.goto(address)
        await checkPage(page, `${name}, empty`, '.empty')
        checkedLists.push(name)
      }),
    ),
  )
  expect(checkedLists).toContain('admin/orders/orders')
})

for (const [group, members] of groupRows()) {
  test(`every page of ${group} passes the page checks, and rejects its form when a required field is empty`, {
    tag: '@once',
  }, async ({ shop, readPage }) => {
    const { records, cookies } = await shop.fill()
    await Promise.all(
      members.map((row) =>
        readPage(cookies[row.reader], (page) => readRow(page, row, fillAddress(row.address, records))),
      ),
    )
  })
}

test(
  'forms preserve typed and rejected values after Reload and Back in Firefox',
  {
    tag: '@once',
    annotation: { type: 'slow', description: 'visits every form of the shop in a second browser' },
  },
  async ({ shop }, testInfo) => {
    const executablePath = findFirefox()
    testInfo.skip(process.env.E2E_WAYS !== 'full' || !executablePath, 'runs in full, where Firefox is')
    const { records, cookies } = await shop.fill()
    const firefox = await startFirefox(executablePath ?? '', shop.url)
    let rejected = 0
    try {
      for (const { name, address, reader } of rows.filter(({ status }) => status === 200)) {
        const page = await firefox.openPage(cookies[reader])
        const target = new URL(fillAddress(address, records), shop.url).href
        const answer = await fetch(target, { headers: { Cookie: cookies[reader] }, redirect: 'manual' })
        if (!answer.headers.get('content-type')?.startsWith('text/html')) continue
        const typed = await typeAndReturn(page, target)
        if (typed)
          expect.soft(typed.laterValue, `${typed.name} of ${name}, after Back`).toBe(typed.typedValue)
        if (await rejectAndReturn(page, target)) rejected++
      }
    } finally {
      await firefox.close()
    }
    expect(rejected).toBeGreaterThan(40)
  },
)

/** Groups rows by the folder of their route, at most two folders deep. */
function groupRows(): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const group = row.name.split('/').slice(0, -1).slice(0, 2).join('/')
    groups.set(group, [...(groups.get(group) ?? []), row])
  }
  return groups
}

async function readRow(page: Page, { name, status }: Row, address: string) {
  const answer = await page.request.get(address, { maxRedirects: 0 })
  expect.soft(answer.status(), `status of ${name}`).toBe(status)
  if (!answer.headers()['content-type']?.startsWith('text/html')) return
  await page.goto(address)
  await checkPage(page, name)
  expect.soft(await findBareFields(page), `fields without keyboard or autofill hints: ${name}`).toEqual([])
  const typedFields = await typeAndReturn(page, new URL(address, page.url()).href)
  if (typedFields)
    expect
      .soft(typedFields.laterValue, `${typedFields.name} of ${name}, after Back`)
      .toBe(typedFields.typedValue)
  if (await rejectAndReturn(page, page.url())) await checkPage(page, `${name}, refused`, faults)
}

/** Returns names of visible fields without keyboard type, Enter action or autofill hint. */
function findBareFields(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const excludeAttribute = (name: string) => `:not([${name}])`
    const text =
      'input:is([type=text],[type=email],[type=tel],[type=url],[type=search],[type=password],[type=number])'
    const emptyFields = [
      ...['autocomplete', 'inputmode', 'enterkeyhint'].map((name) => `${text}${excludeAttribute(name)}`),
      ...['autocomplete', 'enterkeyhint'].map((name) => `textarea${excludeAttribute(name)}`),
    ]
    const fields = document.querySelectorAll<HTMLInputElement>(emptyFields.join(','))
    return [...fields].filter((field) => field.tabIndex >= 0).map((field) => field.name)
  })
}

/**
 * Expects no sideways scrolling at either width and no violation of axe. Contrast, which takes three quarters of
 * axe's time, is checked once for each look of text in light and in dark colours, and only in `changed` if that is given.
 */
async function checkPage(page: Page, name: string, changed?: string) {
  const axeOptions = { rules: { 'color-contrast': { enabled: false } } }
  for (const size of [desk, phone]) {
    await page.setViewportSize(size)
    const pageAndSize = `${name} (${size.width})`
    expect.soft(await measureOverflow(page), `sideways scrolling: ${pageAndSize}`).toBeLessThanOrEqual(0)
    expect.soft(await findViolations(page, axeOptions), `axe: ${pageAndSize}`).toEqual([])
    const colorScheme = size === desk ? 'light' : 'dark'
    await page.emulateMedia({ colorScheme })
    const lowContrast = await findLowContrast(page, passedLooks[colorScheme], changed)
    expect.soft(lowContrast, `contrast: ${pageAndSize}`).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light' })
  const overflow = await measureLargeText(page)
  expect.soft(overflow, `sideways scrolling with text of 200 %: ${name}`).toBeLessThanOrEqual(0)
}

/** Returns by how many pixels the page is wider than a small phone with doubled text size. */
async function measureLargeText(page: Page): Promise<number> {
  await page.setViewportSize({ width: 360, height: 640 })
  return page.evaluate(() => {
    const root = document.documentElement
    root.style.fontSize = '200%'
    const overflow = root.scrollWidth - window.innerWidth
    root.style.fontSize = ''
    return overflow
  })
}
