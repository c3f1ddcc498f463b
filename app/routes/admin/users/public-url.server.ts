import { env } from '#app/env.server.ts'

/** An address of the shop as somebody elsewhere can open it. */
export function publicUrl(path: string): string {
  return `${env.PUBLIC_URL}${path}`
}
