import { useLocation } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { specified } from '#app/text/platform/messages.ts'
import { LinkButton } from './button.tsx'
import { PageHeading } from './page-heading.tsx'

/** What a visitor sees in place of a customer's page; the login leads back to it, with its query (F22, F61). */
export function LoginWall({ title }: { title: string }) {
  const { pathname, search } = useLocation()
  return (
    <>
      <PageHeading title={title} lead={specified.loginWall} />
      <p className="actions">
        <LinkButton href={paths.login({ redirectTo: `${pathname}${search}` })} variant="main">
          Entrar
        </LinkButton>
      </p>
    </>
  )
}
