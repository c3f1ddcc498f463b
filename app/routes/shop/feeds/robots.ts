import { publicOrigin } from '#app/http/responses.server.ts'
import { paths } from '#app/paths.ts'

/** Pages behind the login and addresses of forms, which search engines must not follow. */
const disallowedPaths = [
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

/** Sends the rules for search engines and the sitemap's address. */
export function loader() {
  const lines = [
    'User-agent: *',
    ...disallowedPaths.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${publicOrigin}${paths.sitemap()}`,
    '',
  ]
  return new Response(lines.join('\n'), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  })
}
