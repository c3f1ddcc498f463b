import { notFound } from '#app/http/responses.server.ts'

export function loader() {
  notFound()
}

export function action() {
  notFound()
}

export default function Unknown() {
  return null
}
