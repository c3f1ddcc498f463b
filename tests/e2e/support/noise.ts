import type { BrowserContext } from '@playwright/test'

/** Returns a list that collects the errors that pages of this context print or throw. */
export function collectNoise(context: BrowserContext): string[] {
  const noise: string[] = []
  context.on('weberror', (error) => noise.push(String(error.error())))
  context.on('console', (message) => {
    // The browser prints the status 400 of a rejected form and the 404 of a missing page as an error.
    const isResponse = /^Failed to load resource: .*status of 4\d\d/.test(message.text())
    if (message.type() === 'error' && !isResponse) noise.push(`${message.text()} (${message.page()?.url()})`)
  })
  return noise
}
