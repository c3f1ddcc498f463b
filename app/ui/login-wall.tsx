import { specTexts } from '#app/text/platform/messages.ts'
import { LinkButton } from './button.tsx'
import { PageHeading } from './page-heading.tsx'

/** Asks visitors of a customer's page to log in. The login leads back to the page. */
export function LoginWall({ title, loginPath }: { title: string; loginPath: string }) {
  return (
    <>
      <PageHeading title={title} lead={specTexts.loginWall} />
      <p className="actions">
        <LinkButton href={loginPath} variant="main">
          Entrar
        </LinkButton>
      </p>
    </>
  )
}
