import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { spellNumber } from '#app/text/platform/numbers.ts'

const root = join(import.meta.dirname, '../..')
const sources = readdirSync(join(root, 'app'), { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(root, 'app', path), 'utf8') }))
  .map(({ path, text }) => ({
    path,
    tree: ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, getScriptKind(path)),
  }))

/** Folders with sentences for people and programs. */
const sentenceFolders = /^(?:api|documents|forms|http|import|mails|reports|routes|text|ui)\//

/** Units at the end of a constant's name, with their names in sentences and their factors. */
const units: readonly { name: RegExp; word: string; size?: number }[] = [
  { name: /Days$|_DAYS$/, word: 'dias?' },
  { name: /Hours$|_HOURS$/, word: 'horas?|h' },
  { name: /Minutes$/, word: 'minutos?' },
  { name: /Years$|^years/, word: 'anos?' },
  { name: /Ms$|_MS$/, word: 'dias?', size: 86_400_000 },
  { name: /Ms$|_MS$/, word: 'horas?|h', size: 3_600_000 },
  { name: /Ms$|_MS$/, word: 'minutos?', size: 60_000 },
  { name: /Ms$|_MS$/, word: 'segundos?', size: 1_000 },
  { name: /Bytes$|_BYTES$/, word: 'MB', size: 1_048_576 },
  { name: /Length$|_LENGTH$|Name$/, word: 'caracteres|letras' },
  { name: /Kg$/, word: 'kg' },
  { name: /RowsOnPaper$|Lines$|Corrections$/, word: 'linhas?|correções' },
  {
    name: /^max(?:Colleagues|Aircraft|Passkeys|Labels|Views|Endpoints)$/,
    word: 'colegas|aeronaves|chaves|etiquetas|visões|endereços',
  },
]

/** Sentences that contain such a number for another reason. */
const exceptions: readonly { sentence: string; reason: string }[] = [
  { sentence: 'Publicações com dados da aeronave valem', reason: 'terms are accepted by their version' },
  { sentence: 'Você pode desistir da compra em até 7 dias', reason: 'terms are accepted by their version' },
  { sentence: 'Os dados da conta ficam enquanto', reason: 'the privacy notice is accepted by its version' },
  {
    sentence: 'Os registros de acesso e os de entrada',
    reason: 'the privacy notice is accepted by its version',
  },
  { sentence: 'Se algo acontecer com os seus dados', reason: 'the term is the law (LGPD, art. 48)' },
  { sentence: 'Por dia corrido, com o mês de 30 dias', reason: 'interest counts months of 30 days' },
  { sentence: 'em alguns estados, mais', reason: 'the term is the tax office’s' },
  { sentence: 'são tentados de novo por três dias', reason: 'a sum of waits, a little less than three days' },
  { sentence: 'A vencer nos próximos 90 dias', reason: 'the chart has thirteen whole weeks' },
  { sentence: 'Vazio: três dias úteis depois do vencimento', reason: 'settings may not import charges' },
  { sentence: 'calculados valem até 24 horas', reason: 'a hint of the settings of freight' },
]

type Constant = { name: string; value: number }

const constants = sources.flatMap(({ tree }) => tree.statements.flatMap(readConstants))

test('no sentence repeats the number of a constant', () => {
  const knownQuantities = units.flatMap(({ name, word, size = 1 }) =>
    constants
      .filter((constant) => name.test(constant.name) && isCount(constant.value / size))
      .map((constant) => ({
        name: constant.name,
        pattern: makeSentencePattern(constant.value / size, word),
      })),
  )
  expect(knownQuantities.length).toBeGreaterThan(30)
  const repetitions = sources
    .filter(({ path }) => sentenceFolders.test(path))
    .flatMap(({ path, tree }) => readTexts(tree).map((text) => ({ path, text })))
    .flatMap(({ path, text }) =>
      knownQuantities
        .filter(({ pattern }) => pattern.test(text))
        .map(({ name }) => ({ text, fault: `${path}: ${name} in “${text.trim().slice(0, 80)}”` })),
    )
  const faults = repetitions.filter(({ text }) => !exceptions.some(({ sentence }) => text.includes(sentence)))
  expect(faults.map(({ fault }) => fault)).toEqual([])
})

test('spells out small numbers and formats others as digits', () => {
  expect([3, 7, 10, 15, 30, 31, 10_000].map(spellNumber)).toEqual([
    ...['três', 'sete', 'dez', 'quinze', 'trinta', '31', '10.000'],
  ])
})

/** Returns whether a number counts something; 'um dia' is more often an article. */
function isCount(value: number): boolean {
  return Number.isInteger(value) && value > 1
}

/** Returns a pattern for '24 horas', '24 h', '20.000 linhas' and 'sete dias'. */
function makeSentencePattern(value: number, word: string): RegExp {
  const digits = String(value).replace(/\B(?=(\d{3})+$)/g, '\\.?')
  return new RegExp(`(?<![\\d,.])(?:${digits}|${spellNumber(value)})\\s+(?:${word})(?![\\wÀ-ÿ])`, 'i')
}

function readConstants(statement: ts.Statement): Constant[] {
  if (!ts.isVariableStatement(statement)) return []
  if (!statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return []
  return statement.declarationList.declarations.flatMap(({ name, initializer }) => {
    const value = initializer && evaluateProduct(initializer)
    return value === undefined ? [] : [{ name: name.getText(), value }]
  })
}

/** Returns the value of '24 * 3_600_000'; undefined if it is no number. */
function evaluateProduct(node: ts.Expression): number | undefined {
  if (ts.isNumericLiteral(node)) return Number(node.text)
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.AsteriskToken)
    return undefined
  const [left, right] = [evaluateProduct(node.left), evaluateProduct(node.right)]
  return left === undefined || right === undefined ? undefined : left * right
}

function readTexts(node: ts.Node): string[] {
  const isText =
    ts.isStringLiteralLike(node) ||
    ts.isTemplateHead(node) ||
    ts.isTemplateMiddleOrTemplateTail(node) ||
    ts.isJsxText(node)
  const nestedTexts: string[] = []
  node.forEachChild((child) => {
    nestedTexts.push(...readTexts(child))
  })
  return isText ? [node.text.replace(/\s+/g, ' '), ...nestedTexts] : nestedTexts
}

function getScriptKind(path: string): ts.ScriptKind {
  return path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
}
