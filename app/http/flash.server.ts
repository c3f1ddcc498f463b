import { redirect } from '@remix-run/node'
import { clearCookie, flashCookie } from '#app/http/cookies.server.ts'

/** A message for the next page. `undo` offers to restore a removed publication in the cart. */
export type Flash = {
  tone: 'good' | 'warn' | 'bad'
  text: string
  link?: { href: string; label: string }
  undo?: { publicationId: number; quantity: number; quote?: string | undefined }
}

export async function redirectWithFlash(location: string, flash: Flash, headers = new Headers()) {
  headers.append('Set-Cookie', await flashCookie.serialize(flash))
  return redirect(location, { status: 303, headers })
}

export function seeOther(location: string, headers = new Headers()) {
  return redirect(location, { status: 303, headers })
}

export async function readFlash(request: Request): Promise<{ flash: Flash | null; headers: Headers }> {
  const headers = new Headers()
  const flash: Flash | null = await flashCookie.parse(request.headers.get('Cookie'))
  if (flash) headers.append('Set-Cookie', await clearCookie(flashCookie))
  return { flash, headers }
}
