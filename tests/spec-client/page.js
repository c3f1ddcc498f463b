import { FieldErrors } from './api.js'

export const main = document.querySelector('#main')

export function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}

export function button(text, act) {
  return element('button', { type: 'button', textContent: text, onclick: act })
}

/** Opens an address as it was given, in a tab of its own. */
export function openLink(text, href) {
  return element('a', { textContent: text, href, target: '_blank' })
}

export function link(text, href) {
  return element('a', { textContent: text, href })
}

export function show(...children) {
  main.replaceChildren(...children)
}

export function table(heads, rows, empty = 'Nenhum resultado pode ser encontrado') {
  if (rows.length === 0) return element('p', { textContent: empty })
  const head = element('tr', {}, ...heads.map((text) => element('th', { textContent: text })))
  const line = (cells) => element('tr', {}, ...cells.map((cell) => element('td', {}, cell ?? '')))
  return element('table', {}, element('thead', {}, head), element('tbody', {}, ...rows.map(line)))
}

/** A labelled input; its name is the one that messages of the server come back with. */
export function field(label, name, value = '', properties = {}) {
  const { options, ...others } = properties
  const input = options
    ? element('select', { name, ...others }, ...options.map(([key, text]) => new Option(text, key)))
    : element('input', { name, ...others })
  if (input.type === 'checkbox') input.checked = Boolean(value)
  else if (input.type !== 'file') input.value = value ?? ''
  return element('p', {}, makeLabel(label, input), ' ', input, element('em'))
}

let count = 0
export function makeLabel(text, input) {
  count += 1
  input.id = `field-${count}`
  return element('label', { htmlFor: input.id, textContent: text })
}

export function checkbox(label, name, value) {
  return field(label, name, value, { type: 'checkbox' })
}

/** Sends what is typed; messages of the server stand under their fields, the others in a list. */
export function form(children, text, act) {
  const banner = element('p', { role: 'alert' })
  const made = element(
    'form',
    { noValidate: true },
    ...children,
    element('button', { textContent: text }),
    banner,
  )
  made.addEventListener('submit', async (event) => {
    event.preventDefault()
    clearErrors(made, banner)
    try {
      await act(valuesIn(made), made)
    } catch (error) {
      if (!(error instanceof FieldErrors)) throw error
      showErrors(made, banner, error.errors)
    }
  })
  return made
}

export function valuesIn(made) {
  const values = {}
  for (const { name, type, checked, value, disabled } of made.elements)
    if (name && !disabled && type !== 'file' && (type !== 'radio' || checked))
      values[name] = type === 'checkbox' ? checked : value
  return values
}

function clearErrors(made, banner) {
  banner.textContent = ''
  for (const place of made.querySelectorAll('p em')) place.textContent = ''
}

function showErrors(made, banner, errors) {
  banner.textContent = 'Um erro foi encontrado. Verifique os campos do formulário'
  for (const [name, message] of Object.entries(errors)) {
    const input = made.elements[name]
    const place = input instanceof HTMLElement ? input.closest('p')?.querySelector('em') : undefined
    if (place) place.textContent = message
    else if (name !== 'non_field_errors') banner.append(` ${name}: ${message}`)
  }
}

/** Values whose names begin with one of these, as objects: 'user_email' is the e-mail of the user. */
export function nest(values, ...names) {
  const nested = {}
  for (const [name, value] of Object.entries(values)) {
    const outer = names.find((each) => name.startsWith(`${each}_`))
    if (!outer) nested[name] = value
    else nested[outer] = { ...nested[outer], [name.slice(outer.length + 1)]: value }
  }
  return nested
}

export function money(value) {
  return `R$ ${Number(value ?? 0).toLocaleString('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`
}

/** '2026-11-28' as 28/11/2026. */
export function day(text) {
  return text ? text.slice(0, 10).split('-').reverse().join('/') : ''
}

/** A company's name, else the person's. */
export function clientName({ person_or_company: kind, company_name: company, name }) {
  return Number(kind) === 1 ? company : name
}

export function save(blob, name) {
  const href = URL.createObjectURL(blob)
  element('a', { href, download: name }).click()
}
