import { expect as playwright } from '@playwright/test'
import { expectPlain } from './plain-browser/expect.ts'
import { PlainLocator } from './plain-browser/locator.ts'
import { PlainPage } from './plain-browser/page.ts'

/** Playwright's own expectations, or those of the plain browser for its objects. */
export const expect: typeof playwright = new Proxy(playwright, {
  apply(target, self, args) {
    const [subject, message] = args
    if (!(subject instanceof PlainPage || subject instanceof PlainLocator))
      return Reflect.apply(target, self, args)
    return expectPlain(subject, message)
  },
})
