import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Browser, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { paths } from '#app/paths.ts'
import { makeInstant, referenceDate } from '#db/seed/reference-date.ts'
import { runTool, startWeb, startWorker } from '#tests/support/shop.ts'
import { type Picture, pictures } from './list.ts'

const root = join(import.meta.dirname, '../..')
const sizes = { desk: { width: 960, height: 600 }, phone: { width: 320, height: 640 } }
const MAX_BYTES = 60_000
const password = 'demonstracao-2026'

const [givenUrl] = process.argv.slice(2)
const shop = givenUrl ? { url: givenUrl, stop: async () => {} } : await startDemonstration()
try {
  await takeAllPictures(shop.url)
} finally {
  await shop.stop()
}

/** Starts the demonstration with its clock set to the reference date, so that pictures do not change. */
async function startDemonstration() {
  const preload = pathToFileURL(join(root, 'tests/support/shifted-clock.mjs')).href
  const shiftMs = makeInstant(referenceDate, '10:00').getTime() - Date.now()
  const environment = {
    NODE_ENV: 'production',
    APP_ENV: 'test',
    COOKIE_SECRETS: 'only-for-pictures-only-for-pictures-only',
    LOG_LEVEL: 'warn',
  }
  const shiftedEnvironment = {
    ...environment,
    NODE_OPTIONS: `--import ${preload}`,
    CLOCK_SHIFT_MS: String(shiftMs),
  }
  await runTool('migrate', environment)
  await runTool('seed', shiftedEnvironment)
  const web = await startWeb(shiftedEnvironment)
  const worker = await startWorker({ ...shiftedEnvironment, PUBLIC_URL: web.url })
  return {
    url: web.url,
    async stop() {
      await Promise.all([web.stop(), worker.stop()])
    },
  }
}

async function takeAllPictures(url: string): Promise<void> {
  await Promise.all(['public/help', 'docs/pictures'].map(clearFolder))
  const browser = await chromium.launch({
    ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  try {
    const logins = new Set(pictures.map(({ login, size }) => `${login ?? ''}/${size ?? 'desk'}`))
    for (const key of logins) await takePicturesAs(browser, url, key)
  } finally {
    await browser.close()
  }
}

/** Takes the pictures of one login and size. `key` is LOGIN/SIZE, without a login for visitors. */
async function takePicturesAs(browser: Browser, url: string, key: string): Promise<void> {
  const loginPictures = pictures.filter(({ login, size }) => `${login ?? ''}/${size ?? 'desk'}` === key)
  const [firstPicture] = loginPictures
  if (!firstPicture) return
  const context = await browser.newContext({
    baseURL: url,
    viewport: sizes[firstPicture.size ?? 'desk'],
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    colorScheme: 'light',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  if (firstPicture.login) await logIn(page, `${firstPicture.login}@aeropub.test`)
  for (const picture of loginPictures) await takePicture(page, picture)
  await context.close()
}

async function logIn(page: Page, email: string): Promise<void> {
  await page.goto(paths.login())
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.waitForURL((address) => address.pathname !== paths.login())
}

async function takePicture(page: Page, { file, path, follow }: Picture): Promise<void> {
  const answer = await page.goto(path)
  if (follow) await page.goto((await page.locator(follow).first().getAttribute('href')) ?? path)
  if (!answer?.ok()) throw new Error(`${path} answered ${answer?.status()}`)
  await page.waitForLoadState('networkidle')
  const bytes = await shrinkPicture(await page.screenshot())
  const target = join(root, file)
  await mkdir(dirname(target), { recursive: true })
  await writeFile(target, bytes)
  process.stdout.write(`${file} ${bytes.length} bytes\n`)
}

/** Converts a screenshot to WebP at the first quality that is small enough. Throws if all are too large. */
async function shrinkPicture(picture: Buffer): Promise<Buffer> {
  for (const quality of [80, 70, 60, 50, 40]) {
    const bytes = await sharp(picture).webp({ quality, effort: 6 }).toBuffer()
    if (bytes.length <= MAX_BYTES) return bytes
  }
  throw new Error(`a picture is larger than ${MAX_BYTES} bytes`)
}

async function clearFolder(folder: string): Promise<void> {
  const path = join(root, folder)
  await mkdir(path, { recursive: true })
  for (const name of await readdir(path)) if (name.endsWith('.webp')) await rm(join(path, name))
}
