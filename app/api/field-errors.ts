import { type ApiCode, apiCodes } from '#app/text/platform/api-codes.ts'
import { messages, specTexts } from '#app/text/platform/messages.ts'

/** Messages by field, nested like the body: `{ billing_address: { zip_code: ['CEP incorreto'] } }`. */
export type FieldErrors = { [field: string]: string[] | FieldErrors | FieldErrors[] }

/** A fault of the input. `code` is a code of the API or of zod; `keys` are unknown fields of a strict object. */
export type Issue = {
  path: readonly PropertyKey[]
  message: string
  code?: string | undefined
  keys?: readonly string[]
  origin?: string
}

/** A message for one field, with its code. */
export type FieldProblem = { path: readonly string[]; message: string; code: ApiCode }

type Node = Map<string, Node> | string[]

export function listFieldProblems(issues: readonly Issue[]): FieldProblem[] {
  return issues.flatMap(({ keys, ...issue }) => {
    const path = issue.path.map(String)
    if (keys)
      return keys.map((key) => ({
        path: [...path, key],
        message: unknownField,
        code: 'unknown_field' as const,
      }))
    return { path, message: issue.message, code: findIssueCode(issue) }
  })
}

const unknownField = 'Campo desconhecido'

function findIssueCode({ code = '', message, origin }: Issue): ApiCode {
  if (isApiCode(code)) return code
  if (requiredTexts.has(message)) return 'required'
  if (code === 'invalid_value') return 'invalid_choice'
  const isNumber = origin === 'number' || origin === 'int' || origin === 'bigint'
  if (code === 'too_big') return isNumber ? 'max_value' : 'max_length'
  if (code === 'too_small') return isNumber ? 'min_value' : 'min_length'
  return 'invalid'
}

function isApiCode(code: string): code is ApiCode {
  return Object.hasOwn(apiCodes, code)
}

/** Messages by which forms report a missing value. */
const requiredTexts: ReadonlySet<string> = new Set([
  specTexts.fieldRequired,
  specTexts.loginFieldRequired,
  specTexts.recoveryEmailRequired,
  specTexts.photoOfUnitRequired,
  specTexts.rejectionReasonRequired,
  messages.approvalReasonRequired,
  messages.fileRequired,
])

/** Returns errors by field. Errors of the whole body are `non_field_errors`; valid items of lists are {}. */
export function buildFieldErrors(issues: readonly Pick<Issue, 'path' | 'message'>[]): FieldErrors {
  const root = new Map<string, Node>()
  for (const { path, message } of issues)
    addMessage(root, path.length > 0 ? path.map(String) : [formErrorsKey], message)
  return Object.fromEntries([...root].map(([name, node]) => [name, convertNode(node)]))
}

const formErrorsKey = 'non_field_errors'

/**
 * Adds a message at its path. A field with both inner fields and own messages stores these as
 * `non_field_errors`.
 */
function addMessage(node: Map<string, Node>, path: string[], message: string): void {
  const [name = formErrorsKey, ...innerPath] = path
  const knownNode = node.get(name)
  if (innerPath.length === 0) {
    if (knownNode instanceof Map) addMessage(knownNode, [formErrorsKey], message)
    else if (!knownNode?.includes(message)) node.set(name, [...(knownNode ?? []), message])
    return
  }
  const child = knownNode instanceof Map ? knownNode : makeChildNode(knownNode)
  node.set(name, child)
  addMessage(child, innerPath, message)
}

function makeChildNode(ownMessages: string[] | undefined): Map<string, Node> {
  return new Map(ownMessages ? [[formErrorsKey, ownMessages]] : [])
}

/** Converts a node to an object of its fields, or to a list if all names are indexes. */
function convertNode(node: Node): string[] | FieldErrors | FieldErrors[] {
  if (!(node instanceof Map)) return node
  const names = [...node.keys()]
  const isList = names.every((name) => /^\d{1,4}$/.test(name))
  if (!isList) return Object.fromEntries([...node].map(([name, child]) => [name, convertNode(child)]))
  const length = Math.max(...names.map(Number)) + 1
  return Array.from({ length }, (_, index) => convertItem(node.get(String(index))))
}

function convertItem(node: Node | undefined): FieldErrors {
  const errors = node === undefined ? {} : convertNode(node)
  return Array.isArray(errors)
    ? { [formErrorsKey]: errors.filter((message) => typeof message === 'string') }
    : errors
}
