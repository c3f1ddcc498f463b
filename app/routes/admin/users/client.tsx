import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { mailTopics } from '#app/domain/accounts/mailbox/mail-topic.ts'
import { maySeeLink } from '#app/domain/accounts/roles.ts'
import { civilDateIn } from '#app/domain/platform/calendar.ts'
import { findUserFacts } from '#app/http/backoffice/user-form.server.ts'
import { idFrom } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { listMembers } from '#app/models/accounts/colleagues/membership.server.ts'
import { findUserForStaff, type StaffUser } from '#app/models/accounts/user-edit.server.ts'
import { findClientRecords, sumClientMoney } from '#app/models/backoffice/client-page.server.ts'
import { paths } from '#app/paths.ts'
import { ClientColleagues } from '#app/routes/admin/users/client-colleagues.tsx'
import { ClientAddresses, ClientFacts, ClientMoney } from '#app/routes/admin/users/client-facts.tsx'
import {
  ClientMails,
  ClientOrders,
  ClientPayments,
  ClientShipments,
  ClientUnits,
} from '#app/routes/admin/users/client-lists.tsx'
import { UserNotices } from '#app/routes/admin/users/user-notices.tsx'
import { mailTopicLabels } from '#app/text/accounts/mail-topic-labels.ts'
import { formatPhoneText } from '#app/text/accounts/user-labels.ts'
import { formatDate, formatDocument } from '#app/text/platform/format.ts'
import { HistoryList } from '#app/ui/backoffice/history-list.tsx'
import { MoreActs } from '#app/ui/backoffice/more-acts.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { StatusTag } from '#app/ui/status-tag.tsx'

export const handle: PageHandle<{ client: { title: string } }> = {
  title: ({ client }) => client.title,
  section: 'clients',
  help: 'clientes',
}

/** Everything of one client on one page, newest first; each list leads to all of its rows (D88). */
export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireStaff(args)
  const user = (await findUserForStaff(idFrom(args.params.id) ?? notFound())) ?? notFound()
  const today = civilDateIn(new Date())
  const [facts, records, money, colleagues] = await Promise.all([
    findUserFacts(user),
    findClientRecords(user.id, today),
    sumClientMoney(user.id, today),
    user.isCompany ? listMembers(user.id) : [],
  ])
  return {
    client: shownClient(user),
    maySeeLink: maySeeLink(user, viewer),
    facts,
    records,
    money,
    today,
    colleagues,
  }
}

function shownClient(user: StaffUser) {
  const { id, email, name, isCompany, companyName, isActive, isPartner, isStaff, isSuperuser } = user
  return {
    id,
    title: user.shownName ?? name,
    email,
    contact: isCompany && companyName ? name : null,
    document: formatDocument((isCompany ? user.cnpj : user.cpf) ?? '') || null,
    isCompany,
    ie: user.ie,
    phone: formatPhoneText(user.phone) || null,
    since: formatDate(civilDateIn(user.createdAt)),
    declined: declinedMails(user),
    billing: user.billing,
    shipping: user.shipping,
    isActive,
    isPartner,
    isStaff: isStaff || isSuperuser,
    isRemoved: user.isRemoved,
  }
}

/** Which mails the client does not want, and since when (D128). */
function declinedMails({ remindersOffAt: reminders, revisionsOffAt: revisions }: StaffUser): string[] {
  const off = { reminders, revisions }
  return mailTopics.flatMap((topic) => {
    const at = off[topic]
    return at ? [`${mailTopicLabels[topic]}, desde ${formatDate(civilDateIn(at))}`] : []
  })
}

export default function Client() {
  const {
    client,
    maySeeLink: mayLink,
    facts,
    records,
    money,
    today,
    colleagues,
  } = useLoaderData<typeof loader>()
  return (
    <div className="stack-l">
      <Heading {...client} />
      <UserNotices {...client} maySeeLink={mayLink} facts={facts} />
      <div className="grid grid-3">
        <ClientFacts {...client} />
        <ClientAddresses {...client} />
        <ClientMoney {...money} email={client.email} />
      </div>
      <ClientOrders {...records.orders} email={client.email} />
      <ClientUnits {...records.units} email={client.email} today={today} />
      <ClientShipments {...records.shipments} email={client.email} />
      <ClientPayments {...records.payments} email={client.email} />
      {client.isCompany ? <ClientColleagues rows={colleagues} /> : null}
      <ClientMails {...records.mails} email={client.email} />
      <HistoryList lines={facts.history} title="Histórico do cadastro" />
    </div>
  )
}

type Shown = ReturnType<typeof useLoaderData<typeof loader>>['client']

function Heading({ id, title, isActive, isPartner, isStaff, isRemoved }: Shown) {
  return (
    <PageHeading title={title} back={{ href: paths.admin.users(), label: 'Clientes' }}>
      {isActive ? null : <StatusTag tone="bad">Inativo</StatusTag>}
      {isPartner ? <StatusTag tone="info">Parceria</StatusTag> : null}
      {isStaff ? <StatusTag>Equipe</StatusTag> : null}
      <LinkButton href={paths.admin.user(id)}>Alterar cadastro</LinkButton>
      {isRemoved ? null : (
        <>
          <LinkButton href={paths.admin.createOrder(id)} variant="main">
            Novo pedido
          </LinkButton>
          <MoreActs>
            <LinkButton href={paths.admin.newShipment({ client: id })}>Nova expedição</LinkButton>
            <PostForm action={paths.admin.userCertificate(id)}>
              <Button>Certificado</Button>
            </PostForm>
            <LinkButton href={paths.admin.userLabels(id)}>Etiqueta</LinkButton>
          </MoreActs>
        </>
      )}
    </PageHeading>
  )
}
