import type { Browser } from '@playwright/test'
import { findMedian, openPhone, type StorageState, tapElement } from './phone.ts'

export type PhonePage = { name: string; url: string; button: string; state?: StorageState }

/** Medians in milliseconds since the start of the navigation, and bytes. */
export type PageFigures = {
  name: string
  firstMs: number
  largestMs: number
  /** when the shop's scripts have run */
  scriptsMs: number
  /** when the button handled a tap that was sent as soon as the button was painted */
  answeredMs: number
  /** how long that tap waited for the page */
  delayMs: number
  againFirstMs: number
  bytes: number
  againBytes: number
}

type Paints = { firstMs: number; largestMs: number; scriptsMs: number }
type Tap = { answeredMs: number; delayMs: number }
type Round = Omit<PageFigures, 'name'>

const ATTEMPTS = 20

export async function measurePage(browser: Browser, page: PhonePage, rounds: number): Promise<PageFigures> {
  const results: Round[] = []
  for (let round = 0; round < rounds; round++)
    results.push({ ...(await measureVisits(browser, page)), ...(await measureTap(browser, page)) })
  const takeMedian = (name: keyof Round) => findMedian(results.map((result) => result[name]))
  return {
    name: page.name,
    firstMs: takeMedian('firstMs'),
    largestMs: takeMedian('largestMs'),
    scriptsMs: takeMedian('scriptsMs'),
    answeredMs: takeMedian('answeredMs'),
    delayMs: takeMedian('delayMs'),
    againFirstMs: takeMedian('againFirstMs'),
    bytes: takeMedian('bytes'),
    againBytes: takeMedian('againBytes'),
  }
}

/** Visits the page twice with one phone, so that the second visit has the first one's cache. */
async function measureVisits(browser: Browser, { url, state }: PhonePage) {
  const phone = await openPhone(browser, state)
  const visit = async () => {
    await phone.page.goto('about:blank')
    phone.takeBytes()
    await phone.page.goto(url)
    await phone.settle()
    const paints = await phone.page.evaluate<Paints>('phoneProbe.readPaints()')
    await phone.page.evaluate('phoneProbe.scrollThrough()')
    await phone.settle()
    return { ...paints, bytes: phone.takeBytes() }
  }
  try {
    const first = await visit()
    const again = await visit()
    return { ...first, againFirstMs: again.firstMs, againBytes: again.bytes }
  } finally {
    await phone.close()
  }
}

/** Opens the page and taps its button until a tap reaches the button. */
async function measureTap(browser: Browser, { url, button, state }: PhonePage): Promise<Tap> {
  const phone = await openPhone(browser, state)
  try {
    await phone.page.goto(url, { waitUntil: 'commit' })
    await phone.page.evaluate('phoneProbe.catchTaps()')
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      await tapElement(phone.page, button)
      const tap = await phone.page.evaluate<Tap | undefined>(`phoneProbe.readTap(${JSON.stringify(button)})`)
      if (tap) return tap
    }
    throw new Error(`no tap reached ${button} of ${url}`)
  } finally {
    await phone.close()
  }
}
