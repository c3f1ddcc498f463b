import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const paths = readdirSync(join(root, 'app'), { recursive: true, encoding: 'utf8' }).filter((path) =>
  /\.tsx?$/.test(path),
)
const sources = new Map(
  paths.map((path) => {
    const text = readFileSync(join(root, 'app', path), 'utf8')
    const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
    return [`#app/${path}`, ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind)]
  }),
)

/** Fields whose label in the error summary differs from the label above the field. */
const reasons: Readonly<Record<string, string>> = {
  'admin/orders/status.tsx confirmed': 'a tick box is labelled by a sentence',
  'admin/payments/bank-files/bank-file-apply.tsx is_ours': 'a tick box is labelled by a sentence',
  'admin/users/user.tsx person_or_company': 'the history shows it as yes or no',
  'shop/contact.tsx email': 'the specification says so',
  'shop/contact.tsx name': 'the specification says so',
  'shop/contact.tsx phone': 'the specification says so',
  'shop/contact.tsx text': 'the specification says so',
}

test('a field has one label, above it and in the error summary', {
  meta: { slow: 'reads every page of the shop' },
}, () => {
  const pages = [...sources].filter(
    ([path, { text }]) => /^#app\/routes\/.*\.tsx$/.test(path) && text.includes('labels={'),
  )
  const fields = new Map<ts.SourceFile, [string, string][]>()
  const listFields = (source: ts.SourceFile) => {
    const labels = fields.get(source) ?? listNodes(source).flatMap(listFieldLabels)
    fields.set(source, labels)
    return labels
  }
  let compared = 0
  const differing = pages.flatMap(([path, page]) => {
    const imported = listImports(page)
    const summary = new Map(listNodes(page).flatMap((node) => listSummaryLabels(node, page, imported)))
    const parts = [...new Set(imported.values())].flatMap((from) => sources.get(from) ?? [])
    const labels = [page, ...parts].flatMap(listFields)
    const sharedLabels = labels.filter(([name]) => summary.has(name))
    compared += sharedLabels.length
    return sharedLabels
      .filter(([name, label]) => summary.get(name) !== label)
      .map(([name]) => `${path.slice('#app/routes/'.length)} ${name}`)
  })
  expect(compared).toBeGreaterThan(40)
  expect([...new Set(differing)].sort()).toEqual(Object.keys(reasons).sort())
})

function listNodes(source: ts.SourceFile): ts.Node[] {
  const nodes: ts.Node[] = []
  const visit = (node: ts.Node): void => {
    nodes.push(node)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return nodes
}

/** Returns the module of each imported name. */
function listImports(source: ts.SourceFile): Map<string, string> {
  const imports = source.statements.filter(ts.isImportDeclaration).flatMap((statement) => {
    const named = statement.importClause?.namedBindings
    const from = ts.isStringLiteral(statement.moduleSpecifier) ? statement.moduleSpecifier.text : ''
    return named && ts.isNamedImports(named)
      ? named.elements.map(({ name }) => [name.text, from] as const)
      : []
  })
  return new Map(imports)
}

/** Returns names and labels in `labels={…}`: an object, or a constant of this file or an import. */
function listSummaryLabels(
  node: ts.Node,
  page: ts.SourceFile,
  imported: Map<string, string>,
): [string, string][] {
  if (!ts.isJsxAttribute(node) || node.name.getText() !== 'labels' || !node.initializer) return []
  const given = ts.isJsxExpression(node.initializer) ? node.initializer.expression : undefined
  const object = given && ts.isIdentifier(given) ? findConstant(given.text, page, imported) : given
  if (!object || !ts.isObjectLiteralExpression(object)) return []
  return object.properties.flatMap((property): [string, string][] =>
    ts.isPropertyAssignment(property) && ts.isStringLiteral(property.initializer)
      ? [[property.name.getText().replaceAll("'", ''), property.initializer.text]]
      : [],
  )
}

function findConstant(name: string, page: ts.SourceFile, imported: Map<string, string>) {
  const source = sources.get(imported.get(name) ?? '') ?? page
  const declared = listNodes(source).find(
    (node) => ts.isVariableDeclaration(node) && node.name.getText() === name,
  )
  return declared && ts.isVariableDeclaration(declared) ? declared.initializer : undefined
}

/** Returns name and label of a field: `<TextField label="…" {...field.of('name')} />`, or with a `name`. */
function listFieldLabels(node: ts.Node): [string, string][] {
  if (!ts.isJsxSelfClosingElement(node)) return []
  let name: string | undefined
  let label: string | undefined
  for (const each of node.attributes.properties) {
    if (ts.isJsxSpreadAttribute(each)) {
      const [given] = ts.isCallExpression(each.expression) ? each.expression.arguments : []
      if (given && ts.isStringLiteral(given)) name = given.text
    } else if (each.initializer && ts.isStringLiteral(each.initializer)) {
      if (each.name.getText() === 'name') name = each.initializer.text
      if (each.name.getText() === 'label') label = each.initializer.text
    }
  }
  return name !== undefined && label !== undefined ? [[name, label]] : []
}
