import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, Page } from '@playwright/test'
import { findMedian, openPhone, type StorageState, tapElement } from './phone.ts'

export type PhoneForm = {
  name: string
  url: string
  state?: StorageState
  fill?: (page: Page) => Promise<unknown>
  /** selector of the button to tap, or a function that sends the form by choosing a file */
  send: string | ((page: Page) => Promise<unknown>)
}

/** `ms` is the median until the busy state is painted; undefined where one was not shown. */
export type FormFigures = { name: string; ms: number | undefined; text: string }

type Busy = { ms: number; text: string }

const LIMIT_MS = 5_000

/** Sends the form in each round. `ms` is undefined unless every round showed that the form was being sent. */
export async function measureForm(browser: Browser, form: PhoneForm, rounds: number): Promise<FormFigures> {
  const results: (Busy | undefined)[] = []
  for (let round = 0; round < rounds; round++) results.push(await sendForm(browser, form))
  const shownResults = results.filter((result) => result !== undefined)
  const isAlwaysShown = shownResults.length === rounds
  return {
    name: form.name,
    ms: isAlwaysShown ? findMedian(shownResults.map(({ ms }) => ms)) : undefined,
    text: shownResults[0]?.text.trim() ?? '',
  }
}

async function sendForm(browser: Browser, { url, state, fill, send }: PhoneForm): Promise<Busy | undefined> {
  const phone = await openPhone(browser, state)
  const { page } = phone
  try {
    let busy: Busy | undefined
    await page.exposeFunction('reportBusy', (report: Busy) => {
      busy = report
    })
    await page.goto(url)
    await fill?.(page)
    await phone.settle()
    await page.evaluate('phoneProbe.watchBusy()')
    if (typeof send === 'string') await tapElement(page, send)
    else await send(page)
    for (let waitedMs = 0; busy === undefined && waitedMs < LIMIT_MS; waitedMs += 50) await pause(50)
    return busy
  } finally {
    await phone.close()
  }
}
