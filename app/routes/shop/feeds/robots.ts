import { publicOrigin } from '#app/http/responses.server.ts'
import { paths } from '#app/paths.ts'

/** What is behind the login, or is an act and not a page. */
const notToFind = [
  '/account',
  '/admin',
  '/api',
  '/avisos',
  '/cart',
  '/certificado',
  '/change_email',
  '/change_pass',
  '/checkout',
  '/downloads',
  '/files',
  '/invitation',
  '/login',
  '/manage',
  '/orders',
  '/partner',
  '/payment',
  '/photo',
  '/recover',
  '/renew',
]

/** What search engines may visit, and where they find all of it. */
export function loader() {
  const lines = [
    'User-agent: *',
    ...notToFind.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${publicOrigin}${paths.sitemap()}`,
    '',
  ]
  return new Response(lines.join('\n'), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  })
}
