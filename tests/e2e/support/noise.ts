import type { BrowserContext } from '@playwright/test'

/** Returns a list that grows by what the pages of this context print as an error or throw. */
export function collectNoise(context: BrowserContext): string[] {
  const noise: string[] = []
  context.on('weberror', (error) => noise.push(String(error.error())))
  context.on('console', (message) => {
    // A refused form is answered 400 and a missing page 404: the browser prints that as an error.
    const isAnswer = /^Failed to load resource: .*status of 4\d\d/.test(message.text())
    if (message.type() === 'error' && !isAnswer) noise.push(`${message.text()} (${message.page()?.url()})`)
  })
  return noise
}
