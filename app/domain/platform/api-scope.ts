export const apiScopes = [
  'catalogue:read',
  'catalogue:write',
  'people:read',
  'people:write',
  'orders:read',
  'orders:write',
  'signatures:read',
  'signatures:write',
  'expeditions:read',
  'expeditions:write',
  'reports:read',
  'webhooks:read',
  'webhooks:write',
] as const

export type Scope = (typeof apiScopes)[number]

export function isScope(text: string): text is Scope {
  return apiScopes.some((scope) => scope === text)
}
