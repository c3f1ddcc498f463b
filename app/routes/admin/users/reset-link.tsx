import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { canSeeLink, isStaffAccount } from '#app/domain/accounts/roles.ts'
import { requireProof } from '#app/http/accounts/proof.server.ts'
import { recordSecurity } from '#app/http/accounts/security-log.server.ts'
import { parseId } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound } from '#app/http/responses.server.ts'
import { rejectRole, requireStaff } from '#app/http/staff.server.ts'
import { findOpenLinkExpiry, revealPasswordLink } from '#app/models/accounts/password-reset.server.ts'
import { findUserForStaff } from '#app/models/accounts/user-edit.server.ts'
import { paths } from '#app/paths.ts'
import { makePublicUrl } from '#app/routes/admin/users/public-url.server.ts'
import { formatDateTime } from '#app/text/platform/format.ts'
import { Button } from '#app/ui/button.tsx'
import { CopyLine } from '#app/ui/copy-line.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle = {
  title: 'Link para nova senha',
  section: 'clients',
  help: 'acesso-e-papeis',
}

export const headers = () => ({ 'Cache-Control': 'no-store' })

/** Loads the page, which shows the link only after a form was submitted. */
export async function loader(args: LoaderFunctionArgs) {
  const { user } = await requireUser(args)
  const validUntil = await findOpenLinkExpiry(user.userId)
  return { id: user.id, name: user.shownName, validUntil: validUntil ? formatDateTime(validUntil) : null }
}

/** Shows the link and records this in the history (F76, D51). */
export async function action(args: ActionFunctionArgs) {
  const { user, viewer } = await requireUser(args)
  if (isStaffAccount(user)) await requireProof(args, viewer)
  const link = await revealPasswordLink(user.userId, viewer.userId)
  if (link) await recordSecurity(args, 'link-shown', { userId: viewer.userId, accountId: user.userId })
  return link
    ? data({ url: makePublicUrl(paths.changePassword(link.token)) })
    : data({ url: null }, { status: 410 })
}

/** Returns user and viewer. Rejects a viewer who may not see links of a staff account. */
async function requireUser(args: LoaderFunctionArgs) {
  const viewer = await requireStaff(args)
  const user = (await findUserForStaff(parseId(args.params.id) ?? notFound())) ?? notFound()
  return canSeeLink(user, viewer) ? { user, viewer } : rejectRole(args, viewer)
}

export default function ResetLink() {
  const { id, name, validUntil } = useLoaderData<typeof loader>()
  const url = useActionData<typeof action>()?.url
  return (
    <div className="narrow stack">
      <PageHeading
        title="Link para nova senha"
        lead={name ?? ''}
        back={{ href: paths.admin.user(id), label: 'Usuário' }}
      />
      {url ? (
        <>
          <Notice tone="warn">
            Quem abrir este link cria uma nova senha da conta. Envie-o só ao próprio cliente. Serve uma vez.
          </Notice>
          <CopyLine id="link-senha" label={`Válido até ${validUntil}`} code={url} copyLabel="Copiar o link" />
        </>
      ) : null}
      {validUntil && !url ? (
        <PostForm action={paths.admin.userResetLink(id)} className="stack">
          <p>
            O cliente pediu uma nova senha, e o link vale até {validUntil}. Ver o link fica registrado no
            histórico.
          </p>
          <p className="actions">
            <Button variant="main">Mostrar o link</Button>
          </p>
        </PostForm>
      ) : null}
      {validUntil ? null : (
        <Notice tone="info">Não há link aberto. O cliente pede um novo em “Esqueci a senha”.</Notice>
      )}
    </div>
  )
}
