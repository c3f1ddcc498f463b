/** Messages at their fields, nested as the body is: `{ billing_address: { zip_code: ['CEP incorreto'] } }`. */
export type FieldErrors = { [field: string]: string[] | FieldErrors | FieldErrors[] }

type Issue = { path: readonly PropertyKey[]; message: string }
type Node = Map<string, Node> | string[]

/** Errors of the whole body are at `non_field_errors`; lists keep their positions, with {} for valid items. */
export function fieldErrors(issues: readonly Issue[]): FieldErrors {
  const root = new Map<string, Node>()
  for (const { path, message } of issues) put(root, path.length > 0 ? path.map(String) : [whole], message)
  return Object.fromEntries([...root].map(([name, node]) => [name, plain(node)]))
}

const whole = 'non_field_errors'

function put(node: Map<string, Node>, path: string[], message: string): void {
  const [name = whole, ...rest] = path
  const known = node.get(name)
  if (rest.length === 0) {
    if (known instanceof Map) put(known, [whole], message)
    else if (!known?.includes(message)) node.set(name, [...(known ?? []), message])
    return
  }
  const child = known instanceof Map ? known : new Map<string, Node>(known ? [[whole, known]] : [])
  node.set(name, child)
  put(child, rest, message)
}

function plain(node: Node): string[] | FieldErrors | FieldErrors[] {
  if (!(node instanceof Map)) return node
  const names = [...node.keys()]
  if (!names.every((name) => /^\d{1,4}$/.test(name)))
    return Object.fromEntries([...node].map(([name, child]) => [name, plain(child)]))
  const length = Math.max(...names.map(Number)) + 1
  return Array.from({ length }, (_, index) => asFields(node.get(String(index))))
}

function asFields(node: Node | undefined): FieldErrors {
  const value = node === undefined ? {} : plain(node)
  return Array.isArray(value) ? { [whole]: value.filter((each) => typeof each === 'string') } : value
}
