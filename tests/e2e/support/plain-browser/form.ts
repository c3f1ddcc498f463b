import type { Field, PlainDocument } from './document.ts'

export type Sending = { url: string; method: 'GET' | 'POST'; body?: string | FormData }

/** Returns what a browser sends for this button, or for Enter without one. Throws if it sends nothing. */
export function readSubmission(
  page: PlainDocument,
  form: HTMLFormElement,
  button: HTMLElement | null,
): Sending {
  if (!form.noValidate && !button?.hasAttribute('formnovalidate')) expectValid(page, form)
  const getOwnAttribute = (name: string) => button?.getAttribute(`form${name}`) ?? form.getAttribute(name)
  const url = new URL(getOwnAttribute('action') || page.dom.URL, page.dom.baseURI)
  const entries = [...page.formData(form, button)].flatMap(([name, value]): [string, string | File][] =>
    typeof value === 'string' ? [[name, value.replace(/\r?\n/g, '\r\n')]] : listFiles(page, form, name),
  )
  const textEntries = entries.map(([name, value]) => [name, typeof value === 'string' ? value : value.name])
  const isMultipart = getOwnAttribute('enctype') === 'multipart/form-data'
  if (getOwnAttribute('method')?.toLowerCase() !== 'post') {
    url.search = new URLSearchParams(textEntries).toString()
    return { url: url.href, method: 'GET' }
  }
  if (!isMultipart)
    return { url: url.href, method: 'POST', body: new URLSearchParams(textEntries).toString() }
  const body = new FormData()
  for (const [name, value] of entries) body.append(name, value)
  return { url: url.href, method: 'POST', body }
}

/** Returns the first button that submits the form, which Enter presses; null if there is none. */
export function findDefaultButton(form: HTMLFormElement): HTMLElement | null {
  return [...form.elements].find((element): element is HTMLElement => isSubmitter(element)) ?? null
}

export function isSubmitter(element: Element): boolean {
  return element.matches('button:not([type]), button[type=submit], input[type=submit], input[type=image]')
}

/** Returns the files that were chosen for a field; jsdom's own field does not contain them. */
function listFiles(page: PlainDocument, form: HTMLFormElement, name: string): [string, File][] {
  const input = [...form.elements].find(
    (element) => element.matches('input[type=file]') && element.getAttribute('name') === name,
  )
  const files = (input && page.files.get(input)) ?? []
  if (files.length === 0) return [[name, new File([], '', { type: 'application/octet-stream' })]]
  return files.map((file) => [
    name,
    new File([new Uint8Array(file.buffer)], file.name, { type: file.mimeType }),
  ])
}

function expectValid(page: PlainDocument, form: HTMLFormElement) {
  for (const element of form.elements) {
    const field = element as Field
    if (!field.willValidate) continue
    const isValid = field.matches('input[type=file]')
      ? !field.required || (page.files.get(field) ?? []).length > 0
      : field.validity.valid
    if (!isValid) throw new Error(`A browser sends no form with an invalid field: ${field.name}`)
  }
}
