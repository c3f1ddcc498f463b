import { notFound } from '#app/http/responses.server.ts'

/** Throws 404 for every address that no other route matches. */
export function loader() {
  notFound()
}

export function action() {
  notFound()
}

export default function Unknown() {
  return null
}
