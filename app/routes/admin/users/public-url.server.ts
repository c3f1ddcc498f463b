import { env } from '#app/env.server.ts'

/** Returns the public URL of a path, for use outside the shop. */
export function makePublicUrl(path: string): string {
  return `${env.PUBLIC_URL}${path}`
}
