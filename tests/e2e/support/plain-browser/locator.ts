import { collapseSpace, type Field, type FilePayload, findCandidates, textContent } from './document.ts'
import { findDefaultButton, isSubmitter, readSubmission } from './form.ts'
import type { PlainPage } from './page.ts'

export type Text = string | RegExp
type Find = (root: ParentNode) => Element[]
type RoleOptions = { name?: Text; exact?: boolean; level?: number; includeHidden?: boolean }
type Filter = { hasText?: Text; has?: PlainLocator }
type Choice = string | { label?: string; value?: string; index?: number }
type Wait = { timeout?: number }

const typedFieldSelector =
  'textarea, input:not([type=checkbox], [type=radio], [type=file], [type=hidden], [type=submit], [type=button])'

/** Elements that are found again at each use, with the actions that need no scripts. */
export class PlainLocator {
  readonly #page: PlainPage
  readonly #find: Find
  readonly #description: string

  constructor(page: PlainPage, find: Find, description: string) {
    this.#page = page
    this.#find = find
    this.#description = description
  }

  toString = (): string => this.#description
  page = (): PlainPage => this.#page
  elements = (): Element[] => this.#find(this.#page.document.dom)

  locator(selector: string): PlainLocator {
    const isParent = /^(xpath=)?\.\.$/.test(selector)
    return this.#inside(`locator(${selector})`, (root) =>
      isParent
        ? [(root as Element).parentElement].filter((element) => element !== null)
        : [...root.querySelectorAll(selector)],
    )
  }

  getByRole(role: string, { name, exact, level, includeHidden }: RoleOptions = {}): PlainLocator {
    return this.#inside(`getByRole(${role}, ${name ?? 'any name'})`, (root) => {
      const { document } = this.#page
      return findCandidates(root, role)
        .filter((element) => document.role(element) === role)
        .filter((element) => level === undefined || element.localName === `h${level}`)
        .filter((element) => includeHidden || document.isExposed(element))
        .filter((element) => name === undefined || fitsText(document.name(element), name, exact))
    })
  }

  getByLabel(text: Text, { exact }: { exact?: boolean } = {}): PlainLocator {
    return this.#inside(`getByLabel(${text})`, (root) =>
      [...root.querySelectorAll('input, select, textarea, button, [aria-label], [aria-labelledby]')].filter(
        (element) => this.#labels(element).some((label) => fitsText(label, text, exact)),
      ),
    )
  }

  getByText(text: Text, { exact }: { exact?: boolean } = {}): PlainLocator {
    return this.#inside(`getByText(${text})`, (root) => {
      const all = [...root.querySelectorAll('body, body *')].filter((element) =>
        fitsText(textContent(element), text, exact),
      )
      // The innermost of nested elements has the text.
      const outer = new Set<Element | null>(all.map((element) => element.parentElement))
      return all.filter((element) => !outer.has(element))
    })
  }

  filter({ hasText, has }: Filter): PlainLocator {
    return this.#with(`filter(${hasText ?? has})`, (all) =>
      all.filter(
        (element) =>
          (hasText === undefined || fitsText(textContent(element), hasText)) &&
          (!has || has.#find(element).length > 0),
      ),
    )
  }

  or(otherLocator: PlainLocator): PlainLocator {
    const find: Find = (root) => {
      const elements = new Set([...this.#find(root), ...otherLocator.#find(root)])
      return [...root.querySelectorAll('*')].filter((element) => elements.has(element))
    }
    return new PlainLocator(this.#page, find, `${this.#description}.or(${otherLocator})`)
  }

  first = (): PlainLocator => this.nth(0)
  last = (): PlainLocator => this.nth(-1)
  nth = (index: number): PlainLocator => this.#with(`nth(${index})`, (all) => all.slice(index).slice(0, 1))

  count = async (): Promise<number> => this.elements().length
  all = async (): Promise<PlainLocator[]> => this.elements().map((_, index) => this.nth(index))
  allTextContents = async (): Promise<string[]> => this.elements().map((element) => element.textContent ?? '')
  isVisible = async (): Promise<boolean> => this.isShown()
  textContent = (): Promise<string | null> => this.#readSingle(({ textContent }) => textContent)
  inputValue = (): Promise<string> => this.#readSingle((element) => (element as Field).value)
  getAttribute = (name: string): Promise<string | null> =>
    this.#readSingle((element) => element.getAttribute(name))
  focus = (): Promise<void> => this.#act((element) => element.focus())
  scrollIntoViewIfNeeded = (): Promise<void> => this.#act(() => {})

  waitFor({ timeout }: Wait = {}): Promise<void> {
    return this.#page.until(() => {
      if (!this.isShown()) throw new Error(`Not visible: ${this}`)
    }, timeout)
  }

  /** Returns the single element. Throws if there are several, as Playwright does. */
  single(): Element | undefined {
    const elements = this.elements()
    if (elements.length > 1) throw new Error(`${elements.length} elements fit ${this}`)
    return elements[0]
  }

  isShown(): boolean {
    const element = this.single()
    return element !== undefined && this.#page.document.isVisible(element)
  }

  click({ timeout }: Wait = {}): Promise<void> {
    return this.#act((element) => this.#press(element), timeout)
  }

  async dblclick(): Promise<void> {
    await Promise.all([this.click(), this.click()])
  }

  check = (): Promise<void> => this.#act((element) => this.#tick(element, true))
  uncheck = (): Promise<void> => this.#act((element) => this.#tick(element, false))

  fill(text: string): Promise<void> {
    return this.#act((element) => {
      if (!element.matches(typedFieldSelector)) throw new Error(`Nothing can be typed in ${this}`)
      const field = element as HTMLInputElement
      if (field.readOnly) throw new Error(`Read only: ${this}`)
      field.focus()
      field.value = text
      if (collapseSpace(field.value) !== collapseSpace(text))
        throw new Error(`${field.type} takes no "${text}": ${this}`)
    })
  }

  selectOption(choice: Choice): Promise<void> {
    return this.#act((element) => {
      if (!element.matches('select')) throw new Error(`No list to choose from: ${this}`)
      const selectedOptions = [...(element as HTMLSelectElement).options].filter((option) =>
        fitsChoice(option, choice),
      )
      const [option] = selectedOptions
      if (!option || option.disabled) throw new Error(`No option ${JSON.stringify(choice)} in ${this}`)
      option.selected = true
      this.#page.document.changed()
    })
  }

  setInputFiles(files: FilePayload | FilePayload[]): Promise<void> {
    return this.#act(
      (element) => {
        if (!element.matches('input[type=file]')) throw new Error(`No field for files: ${this}`)
        this.#page.document.files.set(element, [files].flat())
      },
      undefined,
      true,
    )
  }

  async press(key: string): Promise<void> {
    await this.focus()
    await this.#page.keyboard.press(key)
  }

  evaluate(): never {
    throw new Error(`Only a real browser evaluates: ${this}`)
  }

  boundingBox(): never {
    throw new Error(`Only a real browser lays out: ${this}`)
  }

  #inside(description: string, find: Find): PlainLocator {
    const findAll: Find = (root) => [...new Set(this.#find(root).flatMap(find))]
    return new PlainLocator(this.#page, findAll, `${this.#description}.${description}`)
  }

  #with(description: string, choose: (all: Element[]) => Element[]): PlainLocator {
    return new PlainLocator(
      this.#page,
      (root) => choose(this.#find(root)),
      `${this.#description}.${description}`,
    )
  }

  #labels(element: Element): string[] {
    const ids = element.getAttribute('aria-labelledby')?.split(/\s+/) ?? []
    const labelTexts = ids.map((id) => element.ownerDocument.getElementById(id)?.textContent ?? '')
    if (labelTexts.length > 0) return labelTexts
    const label = element.getAttribute('aria-label')
    return label
      ? [label]
      : [...((element as Field).labels ?? [])].map((element) => element.textContent ?? '')
  }

  async #readSingle<T>(read: (element: Element) => T, timeout?: number): Promise<T> {
    return this.#page.until(() => {
      const element = this.single()
      if (!element) throw new Error(`Nothing fits ${this}`)
      return read(element)
    }, timeout)
  }

  /** Performs an action on the single element if a person could. */
  async #act(act: (element: HTMLElement) => unknown, timeout?: number, mayBeHidden = false): Promise<void> {
    const element = await this.#readSingle((element) => {
      if (!mayBeHidden && !this.#page.document.isVisible(element)) throw new Error(`Not visible: ${this}`)
      if (element.matches(':disabled')) throw new Error(`Disabled: ${this}`)
      return element as HTMLElement
    }, timeout)
    await act(element)
  }

  #tick(element: HTMLElement, isOn: boolean) {
    if (!element.matches('input[type=checkbox], input[type=radio]'))
      throw new Error(`Nothing to check: ${this}`)
    const box = element as HTMLInputElement
    if (box.type === 'radio' && !isOn) throw new Error(`A radio button cannot be unchecked: ${this}`)
    box.checked = isOn
    this.#page.document.changed()
  }

  async #press(element: HTMLElement): Promise<void> {
    const clickTarget = element.closest<HTMLElement>(
      'a[href], button, summary, label, input, select, textarea',
    )
    if (!clickTarget) throw new Error(`Pressing does nothing without scripts: ${this}`)
    if (clickTarget.matches(':disabled')) throw new Error(`Disabled: ${this}`)
    if (clickTarget.matches('a')) return this.#page.follow(clickTarget.getAttribute('href') ?? '')
    if (clickTarget.tagName === 'SUMMARY') clickTarget.parentElement?.toggleAttribute('open')
    else if (clickTarget.matches('input[type=checkbox], input[type=radio]'))
      this.#tick(clickTarget, clickTarget.matches('[type=radio], :not(:checked)'))
    else if (clickTarget.matches('label'))
      return this.#press((clickTarget as HTMLLabelElement).control ?? clickTarget)
    else if (isSubmitter(clickTarget))
      return submitForm(this.#page, (clickTarget as HTMLButtonElement).form, clickTarget)
    else if (clickTarget.matches('button'))
      throw new Error(`This button does nothing without scripts: ${this}`)
    else clickTarget.focus()
    this.#page.document.changed()
  }
}

/** Sends a form by one of its buttons, or by Enter in a field. */
export async function submitForm(
  page: PlainPage,
  form: HTMLFormElement | null,
  button: HTMLElement | null,
): Promise<void> {
  if (!form) throw new Error('The button belongs to no form')
  await page.send(readSubmission(page.document, form, button))
}

/** Presses a key on the focused element. */
export async function pressKey(page: PlainPage, key: string): Promise<void> {
  const focused = page.document.dom.activeElement
  if (key !== 'Enter' || !focused) throw new Error(`Only a real browser has the key ${key}`)
  if (focused.matches('a[href]')) return page.follow(focused.getAttribute('href') ?? '')
  if (isSubmitter(focused))
    return submitForm(page, (focused as HTMLButtonElement).form, focused as HTMLElement)
  if (!focused.matches(typedFieldSelector) || focused.matches('textarea'))
    throw new Error('Enter sends nothing from here')
  const { form } = focused as HTMLInputElement
  const button = form && findDefaultButton(form)
  if (button?.matches(':disabled')) throw new Error('Enter presses a button that is disabled')
  await submitForm(page, form, button)
}

/** Compares as Playwright does: a part in any case, the whole with `exact`; a pattern anywhere. */
function fitsText(text: string, expected: Text, exact = false): boolean {
  if (typeof expected !== 'string') return expected.test(collapseSpace(text))
  const [actualText, expectedText] = [collapseSpace(text), collapseSpace(expected)]
  return exact ? actualText === expectedText : actualText.toLowerCase().includes(expectedText.toLowerCase())
}

function fitsChoice(option: HTMLOptionElement, choice: Choice): boolean {
  const label = collapseSpace(option.label)
  if (typeof choice === 'string') return option.value === choice || label === choice
  return (
    [undefined, label].includes(choice.label) &&
    [undefined, option.value].includes(choice.value) &&
    [undefined, option.index].includes(choice.index)
  )
}
