import { z } from 'zod'

const fileAddresses = new WeakSet<z.ZodType>()

/** Declares a field with a file's address. Responses sign the address because browsers open it without a token. */
export function fileAddress(description: string) {
  const field = z.string().meta({ description: `${description}. Abre sem cabeçalho por alguns minutos.` })
  fileAddresses.add(field)
  return field
}

type ChangeAddress = (address: string) => string
/** Replaces the addresses in a value of the schema, in place, and returns the value. */
export type FileAddressVisitor = (value: unknown, changeAddress: ChangeAddress) => unknown

/** Returns a function that replaces only the schema's addresses in a response; undefined for a schema without any. */
export function findFileAddresses(schema: z.ZodType | undefined): FileAddressVisitor | undefined {
  if (!schema) return undefined
  if (fileAddresses.has(schema)) return (value, change) => (typeof value === 'string' ? change(value) : value)
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return findFileAddresses(unwrapSchema(schema))
  if (schema instanceof z.ZodArray) return changeInList(findFileAddresses(unwrapSchema(schema)))
  if (schema instanceof z.ZodObject) return changeInObject(schema.shape)
  return undefined
}

function unwrapSchema(schema: z.ZodNullable | z.ZodOptional | z.ZodArray): z.ZodType | undefined {
  const inner = schema.unwrap()
  return inner instanceof z.ZodType ? inner : undefined
}

function changeInList(visitItem: FileAddressVisitor | undefined): FileAddressVisitor | undefined {
  if (!visitItem) return undefined
  return (value, change) => {
    if (Array.isArray(value))
      for (const [index, item] of value.entries()) value[index] = visitItem(item, change)
    return value
  }
}

function changeInObject(shape: Readonly<Record<string, z.ZodType>>): FileAddressVisitor | undefined {
  const fields = Object.entries(shape).flatMap(([name, field]) => {
    const visitField = findFileAddresses(field)
    return visitField ? [{ name, visitField }] : []
  })
  if (fields.length === 0) return undefined
  return (value, change) => {
    if (isRecord(value))
      for (const { name, visitField } of fields) value[name] = visitField(value[name], change)
    return value
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** The query parameters of a signed address. */
export const linkQuery = z.strictObject({
  link: z.string().max(200).optional().meta({
    description: 'Como veio no endereço do arquivo; abre sem cabeçalho',
    example: 't12.1795000000.0a',
  }),
})
