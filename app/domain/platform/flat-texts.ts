/** Returns `{'billing.city': 'x'}` for `{billing: {city: 'x'}}`. Omits values that are not texts. */
export function flattenTexts(value: Record<string, unknown>, prefix = ''): Record<string, string> {
  const pairs = Object.entries(value).flatMap(([key, inner]): [string, string][] => {
    const name = `${prefix}${key}`
    if (typeof inner === 'string') return [[name, inner]]
    return isRecord(inner) ? Object.entries(flattenTexts(inner, `${name}.`)) : []
  })
  return Object.fromEntries(pairs)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
