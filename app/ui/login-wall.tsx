import { specified } from '#app/text/platform/messages.ts'
import { LinkButton } from './button.tsx'
import { PageHeading } from './page-heading.tsx'

/** Shown to visitors instead of a customer's page; the login leads back to it, with its query (F22, F61). */
export function LoginWall({ title, loginPath }: { title: string; loginPath: string }) {
  return (
    <>
      <PageHeading title={title} lead={specified.loginWall} />
      <p className="actions">
        <LinkButton href={loginPath} variant="main">
          Entrar
        </LinkButton>
      </p>
    </>
  )
}
