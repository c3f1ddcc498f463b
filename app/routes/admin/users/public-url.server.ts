import { env } from '#app/env.server.ts'

/** Returns the public URL of a path, for use outside the shop. */
export function publicUrl(path: string): string {
  return `${env.PUBLIC_URL}${path}`
}
