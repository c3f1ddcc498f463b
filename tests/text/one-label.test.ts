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
const exceptions: Readonly<Record<string, string>> = {
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
  let comparedCount = 0
  const fieldsWithTwoLabels = pages.flatMap(([path, page]) => {
    const moduleByName = listImports(page)
    const summary = new Map(listNodes(page).flatMap((node) => listSummaryLabels(node, page, moduleByName)))
    const parts = [...new Set(moduleByName.values())].flatMap((modulePath) => sources.get(modulePath) ?? [])
    const labels = [page, ...parts].flatMap(listFields)
    const sharedLabels = labels.filter(([name]) => summary.has(name))
    comparedCount += sharedLabels.length
    return sharedLabels
      .filter(([name, label]) => summary.get(name) !== label)
      .map(([name]) => `${path.slice('#app/routes/'.length)} ${name}`)
  })
  expect(comparedCount).toBeGreaterThan(40)
  expect([...new Set(fieldsWithTwoLabels)].sort()).toEqual(Object.keys(exceptions).sort())
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
    const namedBindings = statement.importClause?.namedBindings
    const modulePath = ts.isStringLiteral(statement.moduleSpecifier) ? statement.moduleSpecifier.text : ''
    return namedBindings && ts.isNamedImports(namedBindings)
      ? namedBindings.elements.map(({ name }) => [name.text, modulePath] as const)
      : []
  })
  return new Map(imports)
}

/** Returns names and labels in `labels={…}`: an object, or a constant of this file or an import. */
function listSummaryLabels(
  node: ts.Node,
  page: ts.SourceFile,
  moduleByName: Map<string, string>,
): [string, string][] {
  if (!ts.isJsxAttribute(node) || node.name.getText() !== 'labels' || !node.initializer) return []
  const expression = ts.isJsxExpression(node.initializer) ? node.initializer.expression : undefined
  const object =
    expression && ts.isIdentifier(expression) ? findConstant(expression.text, page, moduleByName) : expression
  if (!object || !ts.isObjectLiteralExpression(object)) return []
  return object.properties.flatMap((property): [string, string][] =>
    ts.isPropertyAssignment(property) && ts.isStringLiteral(property.initializer)
      ? [[property.name.getText().replaceAll("'", ''), property.initializer.text]]
      : [],
  )
}

function findConstant(name: string, page: ts.SourceFile, moduleByName: Map<string, string>) {
  const source = sources.get(moduleByName.get(name) ?? '') ?? page
  const declaration = listNodes(source).find(
    (node) => ts.isVariableDeclaration(node) && node.name.getText() === name,
  )
  return declaration && ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined
}

/** Returns name and label of a field: `<TextField label="…" {...field.of('name')} />`, or with a `name`. */
function listFieldLabels(node: ts.Node): [string, string][] {
  if (!ts.isJsxSelfClosingElement(node)) return []
  let name: string | undefined
  let label: string | undefined
  for (const attribute of node.attributes.properties) {
    if (ts.isJsxSpreadAttribute(attribute)) {
      const [expression] = ts.isCallExpression(attribute.expression) ? attribute.expression.arguments : []
      if (expression && ts.isStringLiteral(expression)) name = expression.text
    } else if (attribute.initializer && ts.isStringLiteral(attribute.initializer)) {
      if (attribute.name.getText() === 'name') name = attribute.initializer.text
      if (attribute.name.getText() === 'label') label = attribute.initializer.text
    }
  }
  return name !== undefined && label !== undefined ? [[name, label]] : []
}
