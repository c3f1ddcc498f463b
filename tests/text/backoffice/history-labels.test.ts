import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { orderTransitions } from '#app/domain/orders/order-status.ts'
import { settingIds } from '#app/domain/settings/setting.ts'
import { shipmentTransitions } from '#app/domain/shipments/shipment.ts'
import { formatEntityName } from '#app/routes/admin/system/entity-labels.ts'
import { actionOptions, getActionName } from '#app/text/backoffice/history-labels.ts'

const folder = join(import.meta.dirname, '../../../app/models')
const modelFiles = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.ts'),
)

test('every recorded action has a label', () => {
  const orderEvents = Object.values(orderTransitions).flatMap((transitions) => Object.keys(transitions))
  // A rejection by an issuer is displayed to the buyer but not recorded.
  const orderActions = orderEvents.filter((event) => event !== 'boleto-refused')
  const shipmentEvents = Object.values(shipmentTransitions).flatMap((transitions) => Object.keys(transitions))
  // Histories of orders and subscriptions record the event with a prefix.
  const shipmentActions = [...shipmentEvents, 'dispatch-corrected'].flatMap((event) => [
    event,
    `shipment-${event}`,
  ])
  const recordedActions = new Set([...orderActions, ...shipmentActions, ...modelFiles.flatMap(listActions)])
  expect(recordedActions.size).toBeGreaterThan(40)
  expect([...recordedActions].filter((action) => getActionName(action) === action)).toEqual([])
})

test('the history names each setting instead of showing its number', () => {
  const names = Object.values(settingIds).map((id) => formatEntityName('setting', id))
  expect(names).toContain('Configuração: Logotipo e cores')
  expect(names.filter((name) => !name.startsWith('Configuração: '))).toEqual([])
})

test('sorts the filter of actions by name', () => {
  const labels = actionOptions.map(({ label }) => label)
  expect(labels.slice(0, 2)).toEqual(['Acesso de colega encerrado', 'Acesso de colega encerrado com a conta'])
  expect(labels).toEqual(labels.toSorted(new Intl.Collator('pt-BR').compare))
})

/** Returns the actions in a file of models: as `action: '…'`, as `const action = …`, and as arguments. */
function listActions(file: string): string[] {
  if (!file.endsWith('.ts')) return []
  const text = readFileSync(join(folder, file), 'utf8')
  if (!/recordHistory|recordChange/.test(text)) return []
  const nodes = listNodes(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true))
  const actionIndexByFunction = new Map(
    nodes.filter(ts.isFunctionDeclaration).map((node) => [node.name?.text, findActionIndex(node)]),
  )
  return nodes.flatMap((node) => {
    if (ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node))
      return node.name.getText() === 'action' ? listLiterals(node.initializer) : []
    if (!ts.isCallExpression(node)) return []
    const actionIndex = actionIndexByFunction.get(node.expression.getText()) ?? -1
    return listLiterals(node.arguments[actionIndex])
  })
}

function findActionIndex({ parameters }: ts.FunctionDeclaration): number {
  return parameters.findIndex(({ name }) => name.getText() === 'action')
}

/** Returns the possible texts of an expression: itself, or both sides of a choice. */
function listLiterals(node: ts.Node | undefined): string[] {
  if (!node) return []
  if (ts.isStringLiteral(node)) return [node.text]
  if (ts.isConditionalExpression(node))
    return [...listLiterals(node.whenTrue), ...listLiterals(node.whenFalse)]
  return ts.isAsExpression(node) ? listLiterals(node.expression) : []
}

function listNodes(node: ts.Node): ts.Node[] {
  return [node, ...node.getChildren().flatMap(listNodes)]
}
