import { computeAccessibleDescription, computeAccessibleName, getRole } from 'dom-accessibility-api'
import type { JSDOM } from 'jsdom'
import { listHidingRules, type StyleRule } from './styles.ts'

export type FilePayload = { name: string; mimeType: string; buffer: Buffer }
export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Replaces computed styles for dom-accessibility-api, because jsdom takes a hundred times longer. */
const noStyle = { getPropertyValue: () => '', display: 'block', visibility: 'visible' }
const hiddenSelector = 'head, script, style, template, [hidden], input[type=hidden], datalist'

/** An HTML document without scripts, with its visible and accessible content. */
export class PlainDocument {
  readonly dom: Document
  readonly files = new WeakMap<Element, FilePayload[]>()
  readonly #rules: StyleRule[]
  readonly #jsdom: JSDOM
  #hidden: Set<Element> | undefined

  /** Shows the page in this window, which costs less than creating a window. */
  constructor(jsdom: JSDOM, html: string, url: string, css: string) {
    this.#jsdom = jsdom
    this.dom = jsdom.window.document
    const focused = this.dom.activeElement as HTMLElement | null
    focused?.blur()
    jsdom.reconfigure({ url })
    this.dom.open()
    this.dom.write(html)
    this.dom.close()
    this.#rules = listHidingRules(css)
    this.#nameLabels()
    this.dom.querySelector<HTMLElement>('[autofocus]')?.focus()
  }

  formData(form: HTMLFormElement, submitter: HTMLElement | null): FormData {
    return new this.#jsdom.window.FormData(form, submitter)
  }

  /** Must be called after an action that changes what is visible, such as a choice or an opened fold. */
  changed(): void {
    this.#hidden = undefined
  }

  isVisible(element: Element): boolean {
    this.#hidden ??= this.#findHidden()
    for (let ancestor: Element | null = element; ancestor; ancestor = ancestor.parentElement)
      if (this.#hidden.has(ancestor)) return false
    return element.isConnected
  }

  role(element: Element): string | null {
    return element.getAttribute('role') ? getRole(element) : findImplicitRole(element)
  }

  isExposed(element: Element): boolean {
    return this.isVisible(element) && !element.closest('[aria-hidden=true]')
  }

  name(element: Element): string {
    return collapseSpace(computeAccessibleName(element, this.#options))
  }

  description(element: Element): string {
    return collapseSpace(computeAccessibleDescription(element, this.#options))
  }

  get #options() {
    const hidden = { ...noStyle, display: 'none' }
    const getComputedStyle = (element: Element) => (this.isVisible(element) ? noStyle : hidden)
    return {
      getComputedStyle: getComputedStyle as unknown as typeof window.getComputedStyle,
      computedStyleSupportsPseudoElements: false,
    }
  }

  /** Sets the labels of all fields at once, because jsdom searches the whole document for each field. */
  #nameLabels() {
    const labels = new Map<Element, HTMLLabelElement[]>()
    for (const label of this.dom.querySelectorAll('label')) {
      const field = label.htmlFor
        ? this.dom.getElementById(label.htmlFor)
        : label.querySelector('input:not([type=hidden]), select, textarea, button, output, meter, progress')
      if (field) labels.set(field, [...(labels.get(field) ?? []), label])
      Object.defineProperty(label, 'control', { value: field })
    }
    for (const field of this.dom.querySelectorAll('input, select, textarea, button, output, meter, progress'))
      Object.defineProperty(field, 'labels', { value: labels.get(field) ?? [] })
  }

  #findHidden(): Set<Element> {
    const hidden = new Set<Element>(this.dom.querySelectorAll(hiddenSelector))
    for (const dialog of this.dom.querySelectorAll('dialog:not([open])')) hidden.add(dialog)
    const displays = new Map<Element, string>()
    for (const { selector, display } of this.#rules)
      for (const element of this.dom.querySelectorAll(selector)) displays.set(element, display)
    for (const element of this.dom.querySelectorAll<HTMLElement>('[style]'))
      if (element.style.display) displays.set(element, element.style.display)
    for (const [element, display] of displays) if (display === 'none') hidden.add(element)
    for (const details of this.dom.querySelectorAll('details:not([open])')) {
      const summary = details.querySelector(':scope > summary')
      // The styles show a fold's content without its summary only if they unfold it.
      if (summary && hidden.has(summary)) continue
      for (const child of details.children) if (child !== summary) hidden.add(child)
    }
    return hidden
  }
}

/** Selectors of the common roles; elements of other roles are searched everywhere. */
const selectorByRole: Record<string, string> = {
  link: 'a',
  button: 'button, input',
  heading: 'h1, h2, h3, h4, h5, h6',
  row: 'tr',
  rowheader: 'th',
  cell: 'td',
  textbox: 'input, textarea',
  radio: 'input',
  checkbox: 'input',
  group: 'fieldset, details',
  table: 'table',
  img: 'img',
  region: 'section',
  alert: 'output',
}

/** Returns the elements in `root` that may have this role. */
export function findCandidates(root: ParentNode, role: string): Element[] {
  const selector = selectorByRole[role]
  return [...root.querySelectorAll(selector ? `${selector}, [role]` : '*')]
}

/**
 * Returns the role of an element, as browsers do where dom-accessibility-api returns the most general one.
 */
function findImplicitRole(element: Element): string | null {
  const role = getRole(element)
  if (element.localName === 'summary') return null
  if (element.localName === 'th' && /^row/.test(element.getAttribute('scope') ?? '')) return 'rowheader'
  if ((role === 'region' || role === 'form') && !element.matches('[aria-label], [aria-labelledby], [title]'))
    return null
  if (
    (role === 'banner' || role === 'contentinfo') &&
    element.parentElement?.closest('article, aside, main, nav, section')
  )
    return null
  return role
}

/** Collapses white space, as Playwright does when it compares texts. */
export function collapseSpace(text: string): string {
  return text
    .replace(/[\u200b\u00ad]/g, '')
    .trim()
    .replace(/\s+/g, ' ')
}

/** Returns the text of an element without scripts and styles. */
export function textContent(element: Element): string {
  if (['script', 'style', 'noscript', 'head'].includes(element.localName)) return ''
  return element.textContent ?? ''
}
