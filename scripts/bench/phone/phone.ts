import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, BrowserContext, Page } from '@playwright/test'

export type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

/** The phone's network, and how many times slower its processor is. */
export const slowness = { processor: 4, latencyMs: 400, bytesPerSecond: 50_000 }

const screen = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
const userAgent =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Mobile Safari/537.36'
const probeFile = join(import.meta.dirname, 'page-probe.js')
const QUIET_MS = 500
/** Pages are slow on purpose. */
export const PAGE_LIMIT_MS = 180_000

export type Phone = {
  page: Page
  /** Waits until no request is open for half a second. */
  settle(): Promise<void>
  /** Returns the received bytes with headers and starts counting anew. */
  takeBytes(): number
  close(): Promise<void>
}

/** Opens a slow phone with an empty cache. Service workers are blocked, as they are not slowed down. */
export async function openPhone(browser: Browser, storageState?: StorageState): Promise<Phone> {
  const context = await browser.newContext({
    ...screen,
    userAgent,
    locale: 'pt-BR',
    serviceWorkers: 'block',
    ...(storageState ? { storageState } : {}),
  })
  await context.addInitScript({ path: probeFile })
  context.setDefaultTimeout(PAGE_LIMIT_MS)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  let bytes = 0
  const openRequests = new Set<string>()
  session.on('Network.requestWillBeSent', ({ requestId }) => openRequests.add(requestId))
  session.on('Network.loadingFailed', ({ requestId }) => openRequests.delete(requestId))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    openRequests.delete(requestId)
    bytes += encodedDataLength
  })
  await session.send('Network.enable')
  const { processor, latencyMs, bytesPerSecond } = slowness
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: processor })
  return {
    page,
    async settle() {
      for (let quietMs = 0; quietMs < QUIET_MS; quietMs = openRequests.size > 0 ? 0 : quietMs + 100)
        await pause(100)
    },
    takeBytes() {
      const received = bytes
      bytes = 0
      return received
    },
    close: () => context.close(),
  }
}

/** As soon as the element is painted, taps its middle as a finger does. */
export async function tapElement(page: Page, selector: string): Promise<void> {
  const { x, y } = await page.evaluate<{ x: number; y: number }>(
    `phoneProbe.findElement(${JSON.stringify(selector)})`,
  )
  await page.touchscreen.tap(x, y)
}

export function findMedian(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
