import { isDeepStrictEqual } from 'node:util'
import { collapseSpace, type Field } from './document.ts'
import type { PlainLocator } from './locator.ts'
import { PlainPage } from './page.ts'

type Verdict = { pass: boolean; actual: unknown }
type Expected = string | RegExp
type PageMatcher = (page: PlainPage, expected: Expected) => Verdict
type ElementMatcher = (element: Element, locator: PlainLocator, ...args: never[]) => Verdict
type GeneralMatcher = (locator: PlainLocator, ...args: never[]) => Verdict
type Matchers = Record<
  keyof typeof pageMatchers | keyof typeof elementMatchers | keyof typeof generalMatchers,
  (...args: unknown[]) => Promise<void>
> & { not: Matchers }
type Options = { timeout?: number; visible?: boolean }

const pageMatchers = {
  toHaveURL: (page, expected) => {
    const expectedUrl = typeof expected === 'string' ? new URL(expected, page.url()).href : expected
    return judgeText(page.url(), expectedUrl)
  },
  toHaveTitle: (page, expected) => judgeText(collapseSpace(page.document.dom.title), expected),
} satisfies Record<string, PageMatcher>

const elementMatchers = {
  toHaveText: (element, _, expected: Expected) =>
    judgeText(collapseSpace(element.textContent ?? ''), expected),
  toContainText: (element, _, expected: Expected) =>
    judgePart(collapseSpace(element.textContent ?? ''), expected),
  toHaveValue: (element, _, expected: Expected) => judgeText((element as Field).value, expected),
  toHaveAttribute: (element, _, name: string, expected: Expected = /(?:)/) => {
    const value = element.getAttribute(name)
    return value === null ? { pass: false, actual: null } : judgeText(value, expected)
  },
  toHaveAccessibleDescription: (element, locator, expected: Expected) =>
    judgeText(locator.page().document.description(element), expected),
  toBeChecked: (element) => judgeFlag((element as HTMLInputElement).checked),
  toBeDisabled: (element) => judgeFlag(element.matches(':disabled')),
  toBeEnabled: (element) => judgeFlag(!element.matches(':disabled')),
  toBeFocused: (element) => judgeFlag(element.ownerDocument.activeElement === element),
  toBeEmpty: (element) => judgeFlag(collapseSpace(element.textContent ?? '') === ''),
} satisfies Record<string, ElementMatcher>

const generalMatchers = {
  toBeVisible: (locator, { visible = true }: Options = {}) => judgeFlag(locator.isShown() === visible),
  toBeHidden: (locator) => judgeFlag(!locator.isShown()),
  toBeAttached: (locator) => judgeFlag(locator.single() !== undefined),
  toHaveCount: (locator, count: number) => {
    const actual = locator.elements().length
    return { pass: actual === count, actual }
  },
} satisfies Record<string, GeneralMatcher>

/** Returns Playwright's expectations for pages and elements of the plain browser. */
export function expectPlain(subject: PlainPage | PlainLocator, message?: string, isNot = false): Matchers {
  const page = subject instanceof PlainPage ? subject : subject.page()
  const checkMatcher = async (name: string, judge: () => Verdict, args: unknown[]) => {
    const options = args.at(-1)
    const timeout = isOptions(options) ? options.timeout : undefined
    await page.until(() => {
      const { pass, actual } = judge()
      if (pass === isNot) throw new Error(formatFailure({ name, subject, isNot, args, actual, message }))
    }, timeout)
  }
  const matchers = names.map((name) => [
    name,
    (...args: unknown[]) => checkMatcher(name, () => findVerdict(name, subject, args), args),
  ])
  const not = { get: () => expectPlain(subject, message, true) }
  return Object.defineProperty(Object.fromEntries(matchers), 'not', not)
}

const names = [...Object.keys(pageMatchers), ...Object.keys(elementMatchers), ...Object.keys(generalMatchers)]

function findVerdict(name: string, subject: PlainPage | PlainLocator, args: unknown[]): Verdict {
  if (subject instanceof PlainPage)
    return (
      (pageMatchers as Record<string, PageMatcher>)[name]?.(subject, args[0] as Expected) ?? judgeFlag(false)
    )
  const generalMatcher = (generalMatchers as Record<string, GeneralMatcher>)[name]
  if (generalMatcher) return generalMatcher(subject, ...(args as never[]))
  const elementMatcher = (elementMatchers as Record<string, ElementMatcher>)[name]
  if (!elementMatcher) throw new Error(`Only a real browser can tell: ${name}`)
  if (Array.isArray(args[0])) {
    const verdict = judgeInOrder(subject, args[0], (element, expected) =>
      elementMatcher(element, subject, expected as never),
    )
    const isWhole = name !== 'toHaveText' || subject.elements().length === args[0].length
    return { ...verdict, pass: verdict.pass && isWhole }
  }
  const element = subject.single()
  if (!element) throw new Error(`Nothing fits ${subject}`)
  return elementMatcher(element, subject, ...(args as never[]))
}

/** Expects each text at one of the elements, in order. */
function judgeInOrder(
  locator: PlainLocator,
  expected: unknown[],
  fits: (element: Element, text: unknown) => Verdict,
): Verdict {
  const elements = locator.elements()
  let position = 0
  for (const element of elements)
    if (position < expected.length && fits(element, expected[position]).pass) position++
  return { pass: position === expected.length, actual: elements.map(({ textContent }) => textContent) }
}

function judgeFlag(pass: boolean): Verdict {
  return { pass, actual: pass }
}

function judgeText(actual: string, expected: Expected): Verdict {
  if (typeof expected !== 'string') return { pass: expected.test(actual), actual }
  return { pass: actual === expected || actual === collapseSpace(expected), actual }
}

function judgePart(actual: string, expected: Expected): Verdict {
  return {
    pass: typeof expected === 'string' ? actual.includes(collapseSpace(expected)) : expected.test(actual),
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
  const argumentTexts = args
    .map((argument) => (argument instanceof RegExp ? String(argument) : JSON.stringify(argument)))
    .join(', ')
  const where =
    subject instanceof PlainPage ? subject.url() : `${subject} on ${(subject as PlainLocator).page().url()}`
  return `${message ? `${message}\n` : ''}expected ${isNot ? 'not ' : ''}${name}(${argumentTexts}) of ${where}, got ${JSON.stringify(actual)}`
}
