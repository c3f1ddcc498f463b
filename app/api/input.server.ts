import { z } from 'zod'
import { makeIssuesError } from '#app/api/problem.server.ts'

/** Throws ApiError 400 for query parameters that `schema` lacks or that occur twice. */
export function checkQueryNames(schema: z.ZodType | undefined, query: URLSearchParams): void {
  const knownNames = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
  const names = [...query.keys()]
  const issues = [...new Set(names)].flatMap((name) => {
    if (!knownNames.includes(name))
      return { path: [name], message: formatUnknownParameter(knownNames), code: 'unknown_parameter' }
    const isRepeated = names.filter((sentName) => sentName === name).length > 1
    return isRepeated ? { path: [name], message: 'Parâmetro repetido', code: 'repeated_parameter' } : []
  })
  if (issues.length > 0) throw makeIssuesError(issues)
}

function formatUnknownParameter(knownNames: readonly string[]): string {
  if (knownNames.length === 0) return 'Parâmetro desconhecido: esta chamada não tem nenhum'
  return `Parâmetro desconhecido. Esta chamada conhece ${knownNames.join(', ')}`
}

type BodyAndResponse = {
  acceptsOwnResponse?: boolean
  body: z.ZodType | undefined
  success: { schema?: z.ZodType }
}

/** Returns response fields that a body may contain, because clients send whole records back. */
export function listIgnoredFields({ acceptsOwnResponse, body, success }: BodyAndResponse): string[] {
  if (!acceptsOwnResponse || !(body instanceof z.ZodObject) || !(success.schema instanceof z.ZodObject))
    return []
  const bodyNames = Object.keys(body.shape)
  return Object.keys(success.schema.shape).filter((name) => !bodyNames.includes(name))
}

/** Returns the body without ignored response fields. Throws ApiError 400 if nothing remains. */
export function removeIgnoredFields(body: unknown, ignoredFields: readonly string[]): unknown {
  if (ignoredFields.length === 0 || typeof body !== 'object' || body === null || Array.isArray(body))
    return body
  const sentFields = Object.entries(body)
  const usedFields = sentFields.filter(([name]) => !ignoredFields.includes(name))
  if (sentFields.length > 0 && usedFields.length === 0)
    throw makeIssuesError(
      sentFields.map(([name]) => ({
        path: [name],
        message: 'Este campo não se altera nesta chamada',
        code: 'read_only',
      })),
    )
  return Object.fromEntries(usedFields)
}
