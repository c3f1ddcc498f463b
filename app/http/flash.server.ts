import { redirect } from '@remix-run/node'
import { clearing, flashCookie } from '#app/http/cookies.server.ts'

/** A message shown once on the next page; it may end in a link, and `undo` offers to put a removed publication back. */
export type Flash = {
  tone: 'good' | 'warn' | 'bad'
  text: string
  link?: { href: string; label: string }
  undo?: { publicationId: number; quantity: number }
}

/** Answers 303 to `location` with a message for the page there. */
export async function redirectWithFlash(location: string, flash: Flash, headers = new Headers()) {
  headers.append('Set-Cookie', await flashCookie.serialize(flash))
  return redirect(location, { status: 303, headers })
}

/** Answers 303 to `location`. */
export function seeOther(location: string, headers = new Headers()) {
  return redirect(location, { status: 303, headers })
}

/** The message waiting for this page, with the header that takes it away. */
export async function takeFlash(request: Request): Promise<{ flash: Flash | null; headers: Headers }> {
  const headers = new Headers()
  const flash: Flash | null = await flashCookie.parse(request.headers.get('Cookie'))
  if (flash) headers.append('Set-Cookie', await clearing(flashCookie))
  return { flash, headers }
}
