import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { bankCodes, banks, type CnabBank } from '#app/domain/charges/banks/banks.ts'
import type { CnabFormat } from '#app/domain/charges/cnab/cnab-occurrence.ts'
import { bankTexts } from '#app/text/settings/banks/banks.ts'

/** The tables of docs/banks.md are generated from the code; BANKS_PAGE=write updates them. */
const pageUrl = new URL('../../../docs/banks.md', import.meta.url)

const effects: Readonly<Record<string, string>> = {
  settled: 'money came in: pays the order, or waits for staff where number, amount or document differ',
  registered: 'the boleto is registered',
  rejected: 'the registration is refused: the buyer no longer sees the boleto, staff do',
  'instruction-rejected': 'a write-off or a new due date was refused: waits for staff',
  'written-off': 'the boleto is given up',
  'due-date-changed': 'nothing; the shop makes another boleto instead',
  reversed: 'money was taken back: waits for staff',
  unpayable: 'nobody can pay the boleto: on the order and on the page of today until it has another',
  other: 'nothing: fees and notices',
}

/** Formats columns as wide as their widest cell. */
function formatAlignedTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) =>
    Math.max(3, ...[head, ...rows].map((row) => row[column]?.length ?? 0)),
  )
  const formatLine = (cells: readonly string[]) =>
    `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width)).join(' | ')} |`
  return [
    formatLine(head),
    formatLine(widths.map((width) => '-'.repeat(width))),
    ...rows.map(formatLine),
  ].join('\n')
}

function formatSource(bank: CnabBank, format: CnabFormat, part: 'fields' | 'codes'): string {
  const { title, returns = title, pages } = banks[bank].manuals[format]
  return `${returns}, p. ${pages[part]}`
}

function describeOccurrences(bank: CnabBank, format: CnabFormat): string {
  const rows = Object.entries(banks[bank].occurrences[format]).map(([meaning, codes]) => [
    codes,
    meaning,
    effects[meaning] ?? '',
  ])
  const table = formatAlignedTable(['codes', 'meaning', 'what the shop does'], rows)
  return `### ${bankTexts[bank].name} (${bank}), CNAB ${format}: ${formatSource(bank, format, 'codes')}\n\n${table}`
}

/** Returns a table of the values that a remittance contains for terms that the shop does not use. */
function describeSilences(bank: CnabBank, format: CnabFormat): string {
  const rows = banks[bank].termDefaults[format].map(
    ({ term, span, sentValue, zeros, blanks, unusedFieldNote, page }) => [
      term,
      span ? span.join('–') : '-',
      sentValue,
      zeros,
      blanks,
      unusedFieldNote,
      page,
    ],
  )
  const head = ['term', 'positions', 'sent for none', 'zeros mean', 'blanks mean', 'absence means', 'page']
  const title = `### ${bankTexts[bank].name} (${bank}), CNAB ${format}: ${banks[bank].manuals[format].title}`
  return `${title}\n\n${formatAlignedTable(head, rows)}`
}

type Layout = { title: string; source: string; fields: [name: string, position: unknown][] }

/**
 * Returns a table of the positions of fields in the banks' return files. The readers declare the fields whose
 * position is the same at all banks.
 */
function describeFields(format: CnabFormat): string {
  const layouts = bankCodes.flatMap((bank): Layout[] => {
    const { name } = bankTexts[bank]
    const { returns } = banks[bank]
    const source = formatSource(bank, format, 'fields')
    if (format === 240) return [{ title: name, source, fields: Object.entries(returns[240]) }]
    const details = Object.entries(returns[400].details)
    return details.map(([type, detail]) => ({
      title: `${name} (${type})`,
      source,
      fields: Object.entries(detail),
    }))
  })
  const names = [...new Set(layouts.flatMap(({ fields }) => fields.map(([name]) => name)))]
  const rows = names.map((name) => [
    name,
    ...layouts.map(({ fields }) => formatPlace(fields.find(([fieldName]) => fieldName === name)?.[1])),
  ])
  const head = ['field', ...layouts.map(({ title }) => title)]
  const sources = ['source', ...layouts.map(({ source }) => source)]
  return `### CNAB ${format}\n\n${formatAlignedTable(head, [...rows, sources])}`
}

function formatPlace(value: unknown): string {
  if (!Array.isArray(value)) return value === undefined || value === null ? '-' : String(value)
  return Array.isArray(value[0]) ? value.map(formatPlace).join(', ') : value.join('–')
}

const listForEachBank = (table: (bank: CnabBank, format: CnabFormat) => string) =>
  bankCodes.flatMap((bank) => [table(bank, 400), table(bank, 240)])

function describeRate(bank: CnabBank): string {
  const rate = banks[bank].remittances[240].terms?.rate
  return rate ? `2 in 118, ${rate.decimals} decimals in 127–141; p. ${rate.page}` : '-'
}

function formatTermsTable(): string {
  const terms = ['fine', 'interest', 'discount', 'acceptance', 'protest'] as const
  const rows = bankCodes.map((bank) => [
    `${bankTexts[bank].name} (${bank})`,
    banks[bank].manuals[400].title,
    banks[bank].manuals[240].title,
    ...terms.map((term) => (banks[bank].supportedTerms?.includes(term) ? 'yes' : '-')),
    describeRate(bank),
  ])
  return formatAlignedTable(['bank', 'CNAB 400', 'CNAB 240', ...terms, 'monthly rate in 240'], rows)
}

const sections = {
  terms: () => [formatTermsTable()],
  silence: () => listForEachBank(describeSilences),
  fields: () => [describeFields(400), describeFields(240)],
  occurrences: () => listForEachBank(describeOccurrences),
}

test.each(['terms', 'silence', 'fields', 'occurrences'] as const)(
  'the page of the banks describes %s like the code',
  (name) => {
    const [begin, end] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`]
    const [before = '', following = ''] = readFileSync(pageUrl, 'utf8').split(begin)
    const [currentText, after = ''] = following.split(end)
    const generatedText = `\n\n${sections[name]().join('\n\n')}\n\n`
    if (process.env.BANKS_PAGE === 'write')
      writeFileSync(pageUrl, `${before}${begin}${generatedText}${end}${after}`)
    else expect(currentText).toBe(generatedText)
  },
)

test('every bank code has one meaning', () => {
  for (const bank of bankCodes)
    for (const format of [400, 240] as const) {
      const codes = Object.values(banks[bank].occurrences[format]).flatMap((text) => text.split(' '))
      expect([bank, format, codes.filter((code, index) => codes.indexOf(code) !== index)]).toEqual([
        bank,
        format,
        [],
      ])
    }
})
