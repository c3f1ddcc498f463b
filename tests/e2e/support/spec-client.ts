import { readFile } from 'node:fs/promises'
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { expect } from '#tests/e2e/support/expect.ts'
import type { Login } from '#tests/e2e/support/shop.ts'

/** Returns the address of the specification's client, on another site than the shop. */
export const clientUrl = () => process.env.E2E_CLIENT_URL ?? ''

export async function logInToClient(page: Page, { email, password }: Login): Promise<void> {
  await page.goto(`${clientUrl()}/login`)
  await page.getByLabel('E-mail', { exact: true }).fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Entrar agora' }).click()
  await expect(page.getByText(email)).toBeVisible()
}

/** Clicks a link and returns the media type that its tab receives; a file may still be in preparation. */
export async function openAnswered(page: Page, link: Locator): Promise<string> {
  const address = (await link.getAttribute('href')) ?? ''
  const opened = page.context().waitForEvent('page')
  const answered = new Promise<string>((resolve) => {
    page.context().on('response', (response) => {
      if (response.url() === address && response.status() === 200)
        resolve(response.headers()['content-type'] ?? '')
    })
  })
  await link.click()
  const type = await answered
  const tab = await opened
  await tab.close()
  return type
}

/** Clicks until the file is ready. Returns its name and first characters. */
export async function fetchAnswered(page: Page, button: Locator): Promise<[name: string, start: string]> {
  let file: [string, string] = ['', '']
  await expect(async () => {
    const arrived = page.waitForEvent('download', { timeout: 8_000 })
    await button.click()
    const download = await arrived
    const bytes = await readFile(await download.path())
    file = [download.suggestedFilename(), bytes.subarray(0, 5).toString()]
  }).toPass({ timeout: 40_000 })
  return file
}

/** Waits until all pictures of a page have loaded. */
export async function expectPictures(pictures: Locator, count: number): Promise<void> {
  await expect(pictures).toHaveCount(count)
  for (const picture of await pictures.all())
    await expect
      .poll(() => picture.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0)))
      .toBeGreaterThan(0)
}

/** Accepts all dialogs of the page and returns their texts. */
export function collectAlerts(page: Page): string[] {
  const alerts: string[] = []
  page.on('dialog', async (dialog) => {
    alerts.push(dialog.message())
    await dialog.accept()
  })
  return alerts
}

/** Removes the browser's messages about 503, the response for a file in preparation. */
export function dropPreparingNoise(noise: string[]): void {
  noise.splice(0, noise.length, ...noise.filter((text) => !/status of 503/.test(text)))
}

/** Returns functions that call the API for an account, beside its browser. */
export async function openCalls(request: APIRequestContext, { email, password }: Login) {
  const post = async (path: string, data: object, token = '') => {
    const headers: Record<string, string> = token === '' ? {} : { Authorization: `Bearer ${token}` }
    const response = await request.post(`${process.env.E2E_URL}${path}`, { data, headers })
    expect(response.ok(), `${path}: ${await response.text()}`).toBe(true)
    return response.json()
  }
  const { access } = await post('/api/token/', { username: email, password })
  const headers = { Authorization: `Bearer ${access}` }
  return {
    post: (path: string, data: object) => post(path, data, access),
    async get(path: string) {
      return (await request.get(`${process.env.E2E_URL}${path}`, { headers })).json()
    },
    async put(path: string, data: object) {
      const response = await request.put(`${process.env.E2E_URL}${path}`, { data, headers })
      expect(response.ok(), `${path}: ${await response.text()}`).toBe(true)
      return response.json()
    },
    async sendPhoto(file: { name: string; mimeType: string; buffer: Buffer }): Promise<string> {
      const url = `${process.env.E2E_URL}/api/order_upload_image/`
      const response = await request.post(url, { multipart: { file }, headers })
      return (await response.json()).file
    },
  }
}

export type Calls = Awaited<ReturnType<typeof openCalls>>

/** Orders one publication, with freight to be agreed. Returns the order number. */
export async function orderByCall(
  calls: Calls,
  { id, price }: { id: number; price: number },
  line: object = {},
): Promise<number> {
  const [profile] = (await calls.get('/profile/')).results
  const order = await calls.post('/order/', {
    profile: profile.id,
    publications: [{ publication: id, value: price / 100, ...line }],
    shipping_type: 'À Combinar',
    shipping_value: 0.01,
  })
  return order.id
}
