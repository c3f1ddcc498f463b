import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { bankCodes, banks, type CnabBank } from '#app/domain/charges/banks/banks.ts'
import type { CnabFormat } from '#app/domain/charges/cnab/cnab-occurrence.ts'
import { bankTexts } from '#app/text/settings/banks/banks.ts'

/** The tables of docs/banks.md are made of the code; BANKS_PAGE=write writes them anew. */
const page = new URL('../../../docs/banks.md', import.meta.url)
const [begin, end] = ['<!-- occurrences:begin -->', '<!-- occurrences:end -->']

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

function tableOf(bank: CnabBank, format: CnabFormat): string {
  const { name } = bankTexts[bank]
  const rows = Object.entries(banks[bank].occurrences[format]).map(
    ([meaning, codes]) => `| ${codes} | ${meaning} | ${effects[meaning]} |`,
  )
  return [
    `### ${name} (${bank}), CNAB ${format}`,
    '',
    '| codes | meaning | what the shop does |',
    '| --- | --- | --- |',
    ...rows,
  ].join('\n')
}

/** Without what a formatter adds to align the columns. */
function bare(text = ''): string {
  return text.replaceAll(/ +/g, ' ').replaceAll(/-{3,}/g, '---')
}

function tables(): string {
  return bankCodes.flatMap((bank) => [tableOf(bank, 400), tableOf(bank, 240)]).join('\n\n')
}

test('the page of the banks says what the code does with each code', () => {
  const text = readFileSync(page, 'utf8')
  const [before = '', rest = ''] = text.split(begin)
  const [kept, after = ''] = rest.split(end)
  const made = `\n\n${tables()}\n\n`
  if (process.env.BANKS_PAGE === 'write') writeFileSync(page, `${before}${begin}${made}${end}${after}`)
  else expect(bare(kept)).toBe(bare(made))
})

test('every code has one meaning', () => {
  for (const bank of bankCodes)
    for (const format of [400, 240] as const) {
      const codes = Object.values(banks[bank].occurrences[format]).flatMap((text) => text.split(' '))
      expect([bank, format, codes.filter((code, at) => codes.indexOf(code) !== at)]).toEqual([
        bank,
        format,
        [],
      ])
    }
})
