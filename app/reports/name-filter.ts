import type { FilterField } from './sheet.server.ts'

const MAX_LETTERS = 100

type NameParameter = { name: string; label: string }

/** Returns the name to search for. '*', 'null' and '' mean all (D44). */
export function parseName(params: URLSearchParams, { name, label }: NameParameter) {
  const sentName = (params.get(name) ?? '').normalize('NFC').replaceAll('\0', '').trim().slice(0, MAX_LETTERS)
  const text = sentName === '*' || sentName === 'null' ? '' : sentName
  const field: FilterField = { kind: 'text', name, label, value: text }
  return { field, text: text === '' ? null : text }
}

export function formatName(text: string | null): string {
  return text === null ? '' : `, com “${text}” no nome`
}
