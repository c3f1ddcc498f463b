import { paths } from '#app/paths.ts'
import type { ClientPage } from '#app/routes/admin/users/client-page.server.ts'
import { MoreActs } from '#app/ui/backoffice/more-acts.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { StatusTag } from '#app/ui/status-tag.tsx'

type HeadingProps = {
  title: string
  client: ClientPage
  isForAdministrator: boolean
}

/** Shows the client's name, contacts, state, and actions for staff. */
export function ClientHeading({ title, client, isForAdministrator }: HeadingProps) {
  const { id, phone, email, isActive, isPartner, isStaff, isRemoved, hasTwoStepLogin } = client
  return (
    <PageHeading
      title={title}
      lead={[phone, email].filter(Boolean).join(' · ')}
      back={{ href: paths.admin.users(), label: 'Clientes' }}
    >
      {isActive ? null : <StatusTag tone="bad">Inativo</StatusTag>}
      {isPartner ? <StatusTag tone="info">Parceria</StatusTag> : null}
      {isStaff ? <StatusTag>Equipe</StatusTag> : null}
      {isRemoved ? null : (
        <>
          <LinkButton href={paths.admin.createOrder(id)} variant="main">
            Novo pedido
          </LinkButton>
          <LinkButton href={paths.admin.userLabels(id)}>Etiqueta</LinkButton>
          <MoreActs>
            <LinkButton href={paths.admin.newShipment({ client: id })}>Nova expedição</LinkButton>
            <PostForm action={paths.admin.userCertificate(id)}>
              <Button>Certificado</Button>
            </PostForm>
            {isForAdministrator && hasTwoStepLogin ? (
              <LinkButton href={paths.admin.userSecondFactor(id)}>Duas etapas</LinkButton>
            ) : null}
            {isForAdministrator ? <LinkButton href={paths.admin.userSessions(id)}>Sessões</LinkButton> : null}
          </MoreActs>
        </>
      )}
    </PageHeading>
  )
}
