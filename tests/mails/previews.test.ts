import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import puppeteer, { type Browser, type Page } from 'puppeteer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findChromium } from '#app/gateways/chromium.server.ts'
import { samples } from './samples.ts'

const widths = [320, 640]
/** The folder of the pictures: MAIL_PREVIEWS=folder npx vitest run --project rules tests/mails */
const folder = process.env.MAIL_PREVIEWS

const mails = samples.map((sample) => ({ ...sample, name: `${sample.mail}, ${sample.kind}` }))

let browser: Browser
let page: Page
let shownHtml = ''
let shownWidth = 0

beforeAll(async () => {
  const executablePath = process.env.CHROMIUM_PATH ?? (await findChromium())
  const args = ['--disable-gpu', '--font-render-hinting=none', ...(isRoot() ? ['--no-sandbox'] : [])]
  browser = await puppeteer.launch({ executablePath, args })
  page = await browser.newPage()
  await page.setJavaScriptEnabled(false)
  await page.setOfflineMode(true)
  if (folder) await mkdir(folder, { recursive: true })
})

afterAll(() => browser?.close())

describe.each(mails)('the mail $name', ({ mail, kind, content }) => {
  test('fits a narrow and a wide window', async () => {
    for (const width of widths) {
      await openMail(content, width)
      if (folder) {
        const picture = await page.screenshot({ fullPage: true })
        await writeFile(join(folder, `${mail}-${kind}-${width}.png`), picture)
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width}`).toBeLessThanOrEqual(
        width,
      )
    }
  })

  test('has the same links in text and in HTML, all absolute', async () => {
    await openMail(content)
    const links = await page.$$eval('a', (anchors) =>
      anchors.map((anchor) => anchor.getAttribute('href') ?? ''),
    )
    for (const link of links) expect(link).toMatch(/^https:\/\/[a-z.]+\//)
    expect(new Set(links)).toEqual(new Set(listAddresses(content.text)))
  })

  test('has the same amounts, numbers and dates in text and in HTML', async () => {
    await openMail(content)
    // biome-ignore lint/performance/useDomNodeTextContent: cells and lines are apart only where they are laid out.
    const shownText = await page.evaluate(() => document.body.innerText)
    expect(listFigures(shownText)).toEqual(listFigures(`${content.subject}\n${content.text}`))
    expect(listFigures(shownText).size).toBeGreaterThan(3)
  })

  test('shows only its embedded pictures, each with alternative text', async () => {
    await openMail(content)
    const sources = [...content.html.matchAll(/\ssrc="([^"]*)"/g)].map(([, source]) => source)
    expect(sources).toEqual(content.inline.map(({ cid }) => `cid:${cid}`))
    const pictures = await page.$$eval('img', (images) =>
      images.map(({ alt, naturalWidth }) => ({ alt, naturalWidth })),
    )
    expect(pictures).toHaveLength(sources.length)
    for (const { alt, naturalWidth } of pictures) expect([alt !== '', naturalWidth > 0]).toEqual([true, true])
  })

  test('has its subject as the heading, and loads or runs nothing', async () => {
    expect(content.subject).not.toMatch(/undefined|null|NaN|[\r\n]/)
    expect(content.text).not.toMatch(/undefined|null|NaN|<\/?(p|br|td|strong)\b/)
    await openMail(content)
    const countElements = (selector: string) => page.$$eval(selector, (elements) => elements.length)
    expect(await countElements('script, link, iframe, form, [onclick]')).toBe(0)
    // The only style sheet contains the colours of the dark scheme.
    expect(await page.$$eval('style', (styles) => styles.map(({ textContent }) => textContent))).toEqual([
      expect.stringMatching(
        /^:root\{color-scheme:light dark\}@media \(prefers-color-scheme:dark\)\{[^@]*\}$/,
      ),
    ])
    expect(content.html).not.toMatch(/url\(/)
    expect(await countElements('h1')).toBe(1)
    expect(await page.$eval('h1', (heading) => heading.textContent)).toContain(content.subject.split(':')[0])
    expect(await page.$eval('html', (html) => html.getAttribute('lang'))).toBe('pt-BR')
  })
})

async function openMail({ html, inline }: (typeof mails)[number]['content'], width = 640): Promise<void> {
  if (shownWidth !== width) await page.setViewport({ width, height: 480, deviceScaleFactor: folder ? 2 : 1 })
  shownWidth = width
  if (shownHtml === html) return
  shownHtml = html
  const htmlWithPictures = inline.reduce(
    (text, { cid, content }) =>
      text.replaceAll(`cid:${cid}`, `data:image/png;base64,${Buffer.from(content).toString('base64')}`),
    html,
  )
  await page.setContent(htmlWithPictures)
}

function listAddresses(text: string): string[] {
  return text.match(/https?:\/\/\S+/g) ?? []
}

/** Returns amounts, dates, codes and all other numbers, except those in addresses. */
function listFigures(text: string): Set<string> {
  const textWithoutAddresses = text.replace(/https?:\/\/\S+/g, '')
  return new Set(textWithoutAddresses.match(/-?R\$ [\d.]+,\d{2}|\d{2}\/\d{2}\/\d{4}|[\d.]*\d/g) ?? [])
}

function isRoot(): boolean {
  return process.getuid?.() === 0
}
