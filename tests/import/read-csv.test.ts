import { describe, expect, test } from 'vitest'
import { type CsvKind, csvKinds } from '#app/domain/backoffice/import-kind.ts'
import { CsvFault, type CsvLine, readCsv } from '#app/import/csv/read-csv.server.ts'
import { csvColumns } from '#app/text/backoffice/csv-columns.ts'
import { csvFaults } from '#app/text/backoffice/csv-import-labels.ts'

async function readLines(content: string | Uint8Array, kind: CsvKind = 'freight'): Promise<CsvLine[]> {
  const lines: CsvLine[] = []
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  for await (const line of readCsv(bytes, kind)) lines.push(line)
  return lines
}

const head = 'Serviço;Região;Até (kg);Valor;Prazo (dias úteis)'
const cells = { service: 'PAC', region: 'São Paulo', kg: '1', value: '1.234,56', days: '6' }
const line = 'PAC;São Paulo;1;1.234,56;6'

const encodeLatin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
const encodeUtf16 = (text: string) => new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le'))

test.each([
  ['UTF-8', `${head}\n${line}\n`],
  ['BOM and CRLF', `\uFEFF${head}\r\n${line}\r\n`],
  ['Latin-1', encodeLatin1(`${head}\n${line}`)],
  ['UTF-16 of a spreadsheet', encodeUtf16(`${head}\r\n${line}`)],
  ['commas, with the decimal one in quotes', `${head.replaceAll(';', ',')}\nPAC,São Paulo,1,"1.234,56",6`],
  ['tabs', `${head}\n${line}`.replaceAll(';', '\t')],
  [
    'headings without accents, in capitals and in another order',
    `PRAZO;ATE;SERVICO;valor;regiao\n6;1;PAC;1.234,56;São Paulo`,
  ],
  ['empty lines and columns at the end', `${head};;\n\n;;;;;;\n${line};;\n`],
])('reads a CSV file: %s', async (_name, content) => {
  expect((await readLines(content)).map((csvLine) => csvLine.cells)).toEqual([cells])
})

test('returns line numbers as in an editor, including quoted line breaks', async () => {
  const content = 'Código;O que mudou\n1;"a\nb"\n\n2;c\n'
  expect((await readLines(content, 'publications')).map(({ line }) => line)).toEqual([3, 5])
})

test('removes the formula guard of the shop’s own files', async () => {
  const [firstLine] = await readLines("E-mail;Nome\na@example.com;'=Ana\n", 'clients')
  expect(firstLine?.cells.name).toBe('=Ana')
})

test('rejects only the line with more fields than the heading', async () => {
  const [tooLongLine, validLine] = await readLines(`${head}\nPAC;SE;1;24,90;6;7\n${line}\n`)
  expect(tooLongLine?.fault).toBe('A linha tem 6 campos, o cabeçalho 5')
  expect(validLine?.fault).toBeUndefined()
})

describe('a rejected file', () => {
  test.each<[string, CsvKind, string, string]>([
    ['empty', 'freight', '', csvFaults.noHead],
    ['a CSV of another kind', 'freight', '%PDF-1.7\nxyz', csvFaults.noHead],
    ['without lines', 'freight', `${head}\n`, csvFaults.empty],
    [
      'with an unknown column',
      'freight',
      `${head};Transportadora\n${line};x`,
      csvFaults.unknown(['“Transportadora”']),
    ],
    ['with a column twice', 'freight', `${head};Valor\n${line};1`, csvFaults.twice('Valor')],
    ['without a key', 'freight', 'Serviço;Até;Valor;Prazo\nPAC;1;1;1', csvFaults.missing(['Região'])],
    [
      'without any of the keys',
      'clients',
      'Nome;Telefone\nAna;1',
      csvFaults.missing(['E-mail', 'CPF', 'CNPJ']),
    ],
    ['with an open quote', 'freight', `${head}\nPAC;"SE;1;24,90;6\n${line}\n`, csvFaults.unreadable(3)],
  ])('is %s', async (_name, kind, content, message) => {
    await expect(readLines(content, kind)).rejects.toThrow(new CsvFault(message))
  })

  test('is too long', async () => {
    const tooManyLines = `${line}\n`.repeat(20_001)
    await expect(readLines(`${head}\n${tooManyLines}`)).rejects.toThrow(csvFaults['too-many'])
  })
})

test.each(csvKinds)('the columns of %s have unique headings', (kind) => {
  const headings = csvColumns[kind].flatMap(({ heading, aliases = [] }) => [heading, ...aliases])
  expect(new Set(headings).size).toBe(headings.length)
})
