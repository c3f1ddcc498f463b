import { candidates, collapseSpace, type Field, type FilePayload, textContent } from './document.ts'
import { defaultButton, isSubmitter, readSubmission } from './form.ts'
import type { PlainPage } from './page.ts'

export type Text = string | RegExp
type Find = (root: ParentNode) => Element[]
type RoleOptions = { name?: Text; exact?: boolean; level?: number; includeHidden?: boolean }
type Filter = { hasText?: Text; has?: PlainLocator }
type Choice = string | { label?: string; value?: string; index?: number }
type Wait = { timeout?: number }

const typedIn =
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
        ? [(root as Element).parentElement].filter((each) => each !== null)
        : [...root.querySelectorAll(selector)],
    )
  }

  getByRole(role: string, { name, exact, level, includeHidden }: RoleOptions = {}): PlainLocator {
    return this.#inside(`getByRole(${role}, ${name ?? 'any name'})`, (root) => {
      const { document } = this.#page
      return candidates(root, role)
        .filter((each) => document.role(each) === role)
        .filter((each) => level === undefined || each.localName === `h${level}`)
        .filter((each) => includeHidden || document.isExposed(each))
        .filter((each) => name === undefined || fitsText(document.name(each), name, exact))
    })
  }

  getByLabel(text: Text, { exact }: { exact?: boolean } = {}): PlainLocator {
    return this.#inside(`getByLabel(${text})`, (root) =>
      [...root.querySelectorAll('input, select, textarea, button, [aria-label], [aria-labelledby]')].filter(
        (each) => this.#labels(each).some((label) => fitsText(label, text, exact)),
      ),
    )
  }

  getByText(text: Text, { exact }: { exact?: boolean } = {}): PlainLocator {
    return this.#inside(`getByText(${text})`, (root) => {
      const all = [...root.querySelectorAll('body, body *')].filter((each) =>
        fitsText(textContent(each), text, exact),
      )
      // The innermost of nested elements has the text.
      const outer = new Set<Element | null>(all.map((each) => each.parentElement))
      return all.filter((each) => !outer.has(each))
    })
  }

  filter({ hasText, has }: Filter): PlainLocator {
    return this.#with(`filter(${hasText ?? has})`, (all) =>
      all.filter(
        (each) =>
          (hasText === undefined || fitsText(textContent(each), hasText)) &&
          (!has || has.#find(each).length > 0),
      ),
    )
  }

  or(other: PlainLocator): PlainLocator {
    const find: Find = (root) => {
      const union = new Set([...this.#find(root), ...other.#find(root)])
      return [...root.querySelectorAll('*')].filter((each) => union.has(each))
    }
    return new PlainLocator(this.#page, find, `${this.#description}.or(${other})`)
  }

  first = (): PlainLocator => this.nth(0)
  last = (): PlainLocator => this.nth(-1)
  nth = (index: number): PlainLocator => this.#with(`nth(${index})`, (all) => all.slice(index).slice(0, 1))

  count = async (): Promise<number> => this.elements().length
  all = async (): Promise<PlainLocator[]> => this.elements().map((_, index) => this.nth(index))
  allTextContents = async (): Promise<string[]> => this.elements().map((each) => each.textContent ?? '')
  isVisible = async (): Promise<boolean> => this.isShown()
  textContent = (): Promise<string | null> => this.#one(({ textContent }) => textContent)
  inputValue = (): Promise<string> => this.#one((each) => (each as Field).value)
  getAttribute = (name: string): Promise<string | null> => this.#one((each) => each.getAttribute(name))
  focus = (): Promise<void> => this.#act((each) => each.focus())
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
    return this.#act((each) => this.#press(each), timeout)
  }

  async dblclick(): Promise<void> {
    await Promise.all([this.click(), this.click()])
  }

  check = (): Promise<void> => this.#act((each) => this.#tick(each, true))
  uncheck = (): Promise<void> => this.#act((each) => this.#tick(each, false))

  fill(text: string): Promise<void> {
    return this.#act((each) => {
      if (!each.matches(typedIn)) throw new Error(`Nothing can be typed in ${this}`)
      const field = each as HTMLInputElement
      if (field.readOnly) throw new Error(`Read only: ${this}`)
      field.focus()
      field.value = text
      if (collapseSpace(field.value) !== collapseSpace(text))
        throw new Error(`${field.type} takes no "${text}": ${this}`)
    })
  }

  selectOption(choice: Choice): Promise<void> {
    return this.#act((each) => {
      if (!each.matches('select')) throw new Error(`No list to choose from: ${this}`)
      const selectedOptions = [...(each as HTMLSelectElement).options].filter((option) =>
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
      (each) => {
        if (!each.matches('input[type=file]')) throw new Error(`No field for files: ${this}`)
        this.#page.document.files.set(each, [files].flat())
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
    return label ? [label] : [...((element as Field).labels ?? [])].map((each) => each.textContent ?? '')
  }

  async #one<T>(read: (element: Element) => T, timeout?: number): Promise<T> {
    return this.#page.until(() => {
      const element = this.single()
      if (!element) throw new Error(`Nothing fits ${this}`)
      return read(element)
    }, timeout)
  }

  /** Performs an action on the single element if a person could. */
  async #act(act: (element: HTMLElement) => unknown, timeout?: number, mayBeHidden = false): Promise<void> {
    const element = await this.#one((each) => {
      if (!mayBeHidden && !this.#page.document.isVisible(each)) throw new Error(`Not visible: ${this}`)
      if (each.matches(':disabled')) throw new Error(`Disabled: ${this}`)
      return each as HTMLElement
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
  if (!focused.matches(typedIn) || focused.matches('textarea'))
    throw new Error('Enter sends nothing from here')
  const { form } = focused as HTMLInputElement
  const button = form && defaultButton(form)
  if (button?.matches(':disabled')) throw new Error('Enter presses a button that is disabled')
  await submitForm(page, form, button)
}

/** Compares as Playwright does: a part in any case, the whole with `exact`; a pattern anywhere. */
function fitsText(text: string, expected: Text, exact = false): boolean {
  if (typeof expected !== 'string') return expected.test(collapseSpace(text))
  const [one, other] = [collapseSpace(text), collapseSpace(expected)]
  return exact ? one === other : one.toLowerCase().includes(other.toLowerCase())
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
