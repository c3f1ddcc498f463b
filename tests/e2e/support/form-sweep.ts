/** The methods that pages of Playwright and Puppeteer have in common. */
export type SweptPage = {
  goto(address: string): Promise<unknown>
  goBack(): Promise<unknown>
  reload(): Promise<unknown>
  waitForSelector(selector: string): Promise<unknown>
  evaluate<Value>(read: () => Value): Promise<Value>
  evaluate<Value, Argument>(read: (argument: Argument) => Value, argument: Argument): Promise<Value>
}

const awayPath = '/terms'
const typedText = 'digitado'

/** Types into the first text field of a form without a draft and leaves. Returns the value of the field after Back. */
export async function typeAndReturn(
  page: SweptPage,
  address: string,
): Promise<{ name: string; typedValue: string; laterValue: string } | undefined> {
  await page.goto(address)
  const field = await page.evaluate(typeIntoField, typedText)
  if (!field) return undefined
  await page.goto(new URL(awayPath, address).href)
  await page.goBack()
  return { ...field, laterValue: await page.evaluate(readField, field.index) }
}

/**
 * Empties the first required field of the page's main form and submits it; the shop must reject it, and Reload and
 * Back must show the errors. Returns false for a page without such a form.
 */
export async function rejectAndReturn(page: SweptPage, address: string): Promise<boolean> {
  const kind = await page.evaluate(findFormKind)
  if (kind === null) return false
  await page.evaluate(submitEmptied)
  await waitForSummary(page)
  // Scripts send such a form and show its errors without a navigation.
  if (kind === 'swapped') return true
  const status = await page.evaluate(readStatus)
  if (status !== 400) throw new Error(`Rejected form answered ${status}: ${address}`)
  await page.reload()
  await waitForSummary(page)
  await page.goto(new URL(awayPath, address).href)
  await page.goBack()
  await waitForSummary(page)
  return true
}

function waitForSummary(page: SweptPage) {
  return page.waitForSelector('[data-error-summary]')
}

// The browser runs the functions below, so they use nothing of this file.

function typeIntoField(text: string): { name: string; index: number; typedValue: string } | undefined {
  const fields = document.querySelectorAll<HTMLInputElement>(
    'main form[method=post]:not([data-draft]) :is(input[type=text], textarea)',
  )
  const usableFields = [...fields].filter((field) => {
    const isOpen = field.offsetParent !== null && field.tabIndex >= 0
    const isLong = field.maxLength === -1 || field.maxLength > 60
    return isOpen && isLong && field.name !== '' && !field.readOnly && !field.disabled
  })
  const timeField = usableFields.find((field) => field.hasAttribute('data-current-time'))
  const field = timeField ?? usableFields[0]
  if (!field) return undefined
  field.value = `${field.value}${text}`
  // Simulates a minute that has turned: after Back, the page starts with another time.
  if (timeField) field.defaultValue = '00:00'
  field.dispatchEvent(new Event('input', { bubbles: true }))
  return { name: field.name, index: [...fields].indexOf(field), typedValue: field.value }
}

function readField(index: number): string {
  const fields = document.querySelectorAll<HTMLInputElement>(
    'main form[method=post]:not([data-draft]) :is(input[type=text], textarea)',
  )
  return fields[index]?.value ?? ''
}

function findFormKind(): 'swapped' | 'page' | null {
  const form = document.querySelector('main form[method=post]:has([aria-required=true]:is(input, textarea))')
  if (!form) return null
  return form.matches('[data-enhance], [data-file-upload]') ? 'swapped' : 'page'
}

function readStatus(): number {
  const [navigation] = performance.getEntriesByType('navigation')
  return navigation instanceof PerformanceNavigationTiming ? navigation.responseStatus : 0
}

function submitEmptied(): void {
  const form = document.querySelector<HTMLFormElement>(
    'main form[method=post]:has([aria-required=true]:is(input, textarea))',
  )
  const field = form?.querySelector<HTMLInputElement>('[aria-required=true]:is(input, textarea)')
  if (!form || !field) return
  field.value = ''
  const buttons = [...form.elements].filter(
    (element): element is HTMLButtonElement =>
      element instanceof HTMLButtonElement && element.type === 'submit',
  )
  form.requestSubmit(buttons.find((button) => button.classList.contains('button-main')) ?? buttons[0])
}
