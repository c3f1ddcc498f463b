import { isDeepStrictEqual } from 'node:util'
import { type Field, squash } from './document.ts'
import type { PlainLocator } from './locator.ts'
import { PlainPage } from './page.ts'

type Verdict = { pass: boolean; actual: unknown }
type Expected = string | RegExp
type OfPage = (page: PlainPage, expected: Expected) => Verdict
type OfOne = (element: Element, locator: PlainLocator, ...args: never[]) => Verdict
type OfAny = (locator: PlainLocator, ...args: never[]) => Verdict
type Matchers = Record<
  keyof typeof ofPage | keyof typeof ofOne | keyof typeof ofAny,
  (...args: unknown[]) => Promise<void>
> & { not: Matchers }
type Options = { timeout?: number; visible?: boolean }

const ofPage = {
  toHaveURL: (page, expected) => {
    const wanted = typeof expected === 'string' ? new URL(expected, page.url()).href : expected
    return judgeText(page.url(), wanted)
  },
  toHaveTitle: (page, expected) => judgeText(squash(page.document.dom.title), expected),
} satisfies Record<string, OfPage>

const ofOne = {
  toHaveText: (element, _, expected: Expected) => judgeText(squash(element.textContent ?? ''), expected),
  toContainText: (element, _, expected: Expected) => part(squash(element.textContent ?? ''), expected),
  toHaveValue: (element, _, expected: Expected) => judgeText((element as Field).value, expected),
  toHaveAttribute: (element, _, name: string, expected: Expected = /(?:)/) => {
    const value = element.getAttribute(name)
    return value === null ? { pass: false, actual: null } : judgeText(value, expected)
  },
  toHaveAccessibleDescription: (element, locator, expected: Expected) =>
    judgeText(locator.page().document.description(element), expected),
  toBeChecked: (element) => is((element as HTMLInputElement).checked),
  toBeDisabled: (element) => is(element.matches(':disabled')),
  toBeEnabled: (element) => is(!element.matches(':disabled')),
  toBeFocused: (element) => is(element.ownerDocument.activeElement === element),
  toBeEmpty: (element) => is(squash(element.textContent ?? '') === ''),
} satisfies Record<string, OfOne>

const ofAny = {
  toBeVisible: (locator, { visible = true }: Options = {}) => is(locator.isShown() === visible),
  toBeHidden: (locator) => is(!locator.isShown()),
  toBeAttached: (locator) => is(locator.single() !== undefined),
  toHaveCount: (locator, count: number) => {
    const actual = locator.elements().length
    return { pass: actual === count, actual }
  },
} satisfies Record<string, OfAny>

/** Returns Playwright's expectations for pages and elements of the plain browser. */
export function expectPlain(subject: PlainPage | PlainLocator, message?: string, isNot = false): Matchers {
  const page = subject instanceof PlainPage ? subject : subject.page()
  const check = async (name: string, judge: () => Verdict, args: unknown[]) => {
    const options = args.at(-1)
    const timeout = isOptions(options) ? options.timeout : undefined
    await page.until(() => {
      const { pass, actual } = judge()
      if (pass === isNot) throw new Error(formatFailure({ name, subject, isNot, args, actual, message }))
    }, timeout)
  }
  const matchers = names.map((name) => [
    name,
    (...args: unknown[]) => check(name, () => judge(name, subject, args), args),
  ])
  const not = { get: () => expectPlain(subject, message, true) }
  return Object.defineProperty(Object.fromEntries(matchers), 'not', not)
}

const names = [...Object.keys(ofPage), ...Object.keys(ofOne), ...Object.keys(ofAny)]

function judge(name: string, subject: PlainPage | PlainLocator, args: unknown[]): Verdict {
  if (subject instanceof PlainPage)
    return (ofPage as Record<string, OfPage>)[name]?.(subject, args[0] as Expected) ?? is(false)
  const any = (ofAny as Record<string, OfAny>)[name]
  if (any) return any(subject, ...(args as never[]))
  const one = (ofOne as Record<string, OfOne>)[name]
  if (!one) throw new Error(`Only a real browser can tell: ${name}`)
  if (Array.isArray(args[0])) {
    const verdict = judgeInOrder(subject, args[0], (element, expected) =>
      one(element, subject, expected as never),
    )
    const isWhole = name !== 'toHaveText' || subject.elements().length === args[0].length
    return { ...verdict, pass: verdict.pass && isWhole }
  }
  const element = subject.single()
  if (!element) throw new Error(`Nothing fits ${subject}`)
  return one(element, subject, ...(args as never[]))
}

/** Expects each text at one of the elements, in order. */
function judgeInOrder(
  locator: PlainLocator,
  expected: unknown[],
  fits: (element: Element, text: unknown) => Verdict,
): Verdict {
  const elements = locator.elements()
  let at = 0
  for (const element of elements) if (at < expected.length && fits(element, expected[at]).pass) at++
  return { pass: at === expected.length, actual: elements.map(({ textContent }) => textContent) }
}

function is(pass: boolean): Verdict {
  return { pass, actual: pass }
}

function judgeText(actual: string, expected: Expected): Verdict {
  if (typeof expected !== 'string') return { pass: expected.test(actual), actual }
  return { pass: actual === expected || actual === squash(expected), actual }
}

function part(actual: string, expected: Expected): Verdict {
  return {
    pass: typeof expected === 'string' ? actual.includes(squash(expected)) : expected.test(actual),
    actual,
  }
}

function isOptions(value: unknown): value is Options {
  return (
    typeof value === 'object' &&
    value !== null &&
    isDeepStrictEqual(Object.getPrototypeOf(value), Object.prototype)
  )
}

function formatFailure(data: {
  name: string
  subject: unknown
  isNot: boolean
  args: unknown[]
  actual: unknown
  message: string | undefined
}) {
  const { name, subject, isNot, args, actual, message } = data
  const words = args.map((each) => (each instanceof RegExp ? String(each) : JSON.stringify(each))).join(', ')
  const where =
    subject instanceof PlainPage ? subject.url() : `${subject} on ${(subject as PlainLocator).page().url()}`
  return `${message ? `${message}\n` : ''}expected ${isNot ? 'not ' : ''}${name}(${words}) of ${where}, got ${JSON.stringify(actual)}`
}
