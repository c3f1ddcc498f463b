import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { columnNames } from '#app/text/reports/column-names.ts'

const root = join(import.meta.dirname, '../../../app')
const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) =>
  /^(reports|routes|ui)\/(?!api\/).*\.tsx?$/.test(path),
)

/** General keys whose meaning depends on the list: the state of an order differs from the state of a file. */
const generalKeys = [
  ...['account', 'act', 'active', 'acts', 'aircraft', 'at', 'boleto', 'changes', 'count', 'date'],
  ...['description', 'document', 'done', 'due', 'end', 'held', 'id', 'kind', 'last', 'lines', 'name'],
  ...['net', 'number', 'on', 'payment', 'person', 'place', 'prefix', 'price', 'refused', 'source'],
  ...['status', 'text', 'total', 'type', 'value'],
]

/** Words that a column had before the glossary named the fact. */
const formerNames = ['NF-e', 'Pago', 'Por', 'Por quê', 'Quando', 'Rastreamento', 'Revisão', 'Tarifa']

type DeclaredColumn = { path: string; key: string; label: string; hasFileHeading: boolean }

test('a column has one name on every page, in files and on paper', () => {
  const columns = paths.flatMap(listColumns)
  expect(columns.length).toBeGreaterThan(300)
  const labels = new Map<string, Set<string>>()
  for (const { key, label } of columns) labels.set(key, (labels.get(key) ?? new Set()).add(label))
  const keysWithSeveralLabels = [...labels].filter(([, keyLabels]) => keyLabels.size > 1)
  expect(keysWithSeveralLabels.map(([key]) => key).sort()).toEqual(generalKeys.toSorted())
  expect(columns.filter(({ label }) => formerNames.includes(label))).toEqual([])
})

test('a file has other names than the page only where the specification names the column of the page', () => {
  const columnsWithFileHeading = paths.flatMap(listColumns).filter(({ hasFileHeading }) => hasFileHeading)
  expect(columnsWithFileHeading.map(({ path, key, label }) => `${path} ${key} ${label}`)).toEqual([
    'routes/admin/orders/order-columns.tsx date Data',
    'routes/admin/shipments/shipment-columns.tsx value Valor (R$)',
  ])
})

/** Returns the columns that a module declares with a literal key. */
function listColumns(path: string): DeclaredColumn[] {
  const text = readFileSync(join(root, path), 'utf8')
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const columns: DeclaredColumn[] = []
  const visit = (node: ts.Node): void => {
    const column = ts.isObjectLiteralExpression(node) ? readColumn(node) : undefined
    if (column) columns.push({ path, ...column })
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind))
  return columns
}

function readColumn(node: ts.ObjectLiteralExpression): Omit<DeclaredColumn, 'path'> | undefined {
  const values = new Map(
    node.properties.flatMap((property) =>
      ts.isPropertyAssignment(property) ? [[property.name.getText(), property.initializer] as const] : [],
    ),
  )
  const [key, label] = [values.get('key'), values.get('label') ?? values.get('heading')]
  if (!key || !label || !ts.isStringLiteralLike(key)) return undefined
  const name = ts.isStringLiteralLike(label) ? label.text : findName(label.getText())
  return name === undefined
    ? undefined
    : { key: key.text, label: name, hasFileHeading: values.has('fileHeading') }
}

function findName(code: string): string | undefined {
  const [, key] = /^columnNames\.(\w+)$/.exec(code) ?? []
  return Object.entries(columnNames).find(([name]) => name === key)?.[1]
}
