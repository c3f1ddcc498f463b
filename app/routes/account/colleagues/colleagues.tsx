import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { invitationDays, memberRoles } from '#app/domain/accounts/colleagues.ts'
import { digestTexts } from '#app/domain/platform/form-seen.ts'
import { makeFieldTextReader } from '#app/forms/field-text.ts'
import { emailField } from '#app/forms/profile.ts'
import { makeStaleCheck } from '#app/http/accounts/save-own.server.ts'
import { recordSecurity } from '#app/http/accounts/security-log.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import type { PageHandle } from '#app/http/page.ts'
import { readForm } from '#app/http/responses.server.ts'
import { setRetryAfter } from '#app/http/retry-after.server.ts'
import { inviteColleague } from '#app/models/accounts/colleagues/invitation.server.ts'
import {
  doColleaguesReceiveMails,
  listMembers,
  setColleagueOrderMails,
} from '#app/models/accounts/colleagues/membership.server.ts'
import type { AccountOwner } from '#app/models/accounts/user.server.ts'
import { findLastActs, listColleagueActs } from '#app/models/backoffice/colleague-acts.server.ts'
import { StaleRecordError } from '#app/models/platform/optimistic-lock.server.ts'
import { paths } from '#app/paths.ts'
import { ColleagueActs } from '#app/routes/account/colleagues/colleague-acts.tsx'
import { requireOwnCompany } from '#app/routes/account/colleagues/own-company.server.ts'
import { inviteFaults, memberStates, roleHints, roleNames } from '#app/text/accounts/colleague-labels.ts'
import { orderMailLabels } from '#app/text/accounts/mailbox-labels.ts'
import { formatDateTime } from '#app/text/platform/format.ts'
import { messages } from '#app/text/platform/messages.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { RadioGroup, TextField } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { StatusTag } from '#app/ui/status-tag.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'

const MAX_SHOWN_ACTS = 30

export const handle: PageHandle = { title: 'Colegas' }

const invitationSchema = z.object({
  email: emailField,
  role: z.enum(memberRoles, { error: 'Escolha o que o colega pode fazer' }),
})

const orderMailsSchema = z.object({
  order_mails: z.enum(['both', 'company'], { error: orderMailLabels.required }),
})

export async function loader(args: LoaderFunctionArgs) {
  const owner = await requireOwnCompany(args)
  const [members, acts, lastActs, areColleaguesMailed] = await Promise.all([
    listMembers(owner.profileId),
    listColleagueActs(owner, { limit: MAX_SHOWN_ACTS }),
    findLastActs(owner),
    doColleaguesReceiveMails(owner.profileId),
  ])
  const getLastAct = (userId: number | null) => (userId === null ? null : (lastActs.get(userId) ?? null))
  const isEmailProved = owner.emailProvedAt !== null
  return {
    members: members.map((member) => ({ ...member, lastAct: getLastAct(member.userId) })),
    acts,
    isEmailProved,
    orderMails: areColleaguesMailed ? 'both' : 'company',
  }
}

/** Sends an invitation; the response is the same for e-mails with and without an account (D92). */
export async function action(args: ActionFunctionArgs) {
  const owner = await requireOwnCompany(args)
  const form = await readForm(args.request)
  if (form.get('intent') === 'order-mails') return saveOrderMails(owner, form)
  const submission = parseWithZod(form, { schema: invitationSchema })
  if (submission.status !== 'success') return data(submission.reply(), { status: 400 })
  const { email, role } = submission.value
  const invitation = await inviteColleague(owner, { email, role, address: args.context.clientAddress ?? '' })
  if (typeof invitation === 'object') {
    const text = messages.tooManyInvitations(setRetryAfter(args.context, invitation))
    return data(submission.reply({ formErrors: [text] }), { status: 429 })
  }
  if (invitation !== 'sent')
    return data(submission.reply({ fieldErrors: { email: [inviteFaults[invitation]] } }), { status: 400 })
  const { userId } = owner
  await recordSecurity(args, 'link-asked', { userId, accountId: userId, details: { link: 'invitation' } })
  return redirectWithFlash(paths.colleagues(), {
    tone: 'good',
    text: `Convite enviado para ${email}. Ele vale por ${invitationDays} dias.`,
  })
}

async function saveOrderMails(owner: AccountOwner, form: FormData) {
  const submission = parseWithZod(form, { schema: orderMailsSchema })
  if (submission.status !== 'success') return data(submission.reply(), { status: 400 })
  try {
    const staleCheck = makeStaleCheck(Object.fromEntries(form), toOrderMailTexts)
    await setColleagueOrderMails(owner, submission.value.order_mails === 'both', staleCheck)
  } catch (error) {
    if (!(error instanceof StaleRecordError)) throw error
    return redirectWithFlash(paths.colleagues(), { tone: 'warn', text: orderMailLabels.stale })
  }
  return redirectWithFlash(paths.colleagues(), { tone: 'good', text: orderMailLabels.saved })
}

function toOrderMailTexts({ isOn }: { isOn: boolean }) {
  return { order_mails: isOn ? 'both' : 'company' }
}

const labels = { email: 'E-mail', role: 'O que pode fazer', order_mails: orderMailLabels.field }

export default function Colleagues() {
  const { members, acts, isEmailProved, orderMails } = useLoaderData<typeof loader>()
  const field = makeFieldTextReader(useActionData<typeof action>())
  return (
    <div className="stack-l">
      <PageHeading
        title="Colegas"
        lead="Pessoas que usam a conta da sua empresa, cada uma com o próprio login."
        back={{ href: paths.account(), label: 'Meus dados' }}
      />
      {field.hasErrors ? (
        <ErrorSummary title={field.formErrors[0]} errors={field.errors} labels={labels} />
      ) : null}
      <section aria-labelledby="colegas">
        <h2 id="colegas">Colegas e convites</h2>
        <DataTable
          caption="Colegas e convites"
          columns={memberColumns}
          rows={members}
          rowKey={(member) => member.id}
          empty={{ text: 'Nenhum colega. Convide o primeiro abaixo.' }}
        />
      </section>
      <section className="section narrow" aria-labelledby="convidar">
        <h2 id="convidar">Convidar colega</h2>
        {isEmailProved ? null : (
          <Notice tone="warn" title="Confirme o seu e-mail antes de convidar.">
            <p>
              Assim quem recebe o convite sabe que ele vem da sua empresa.{' '}
              <a href={paths.emailProof()}>Confirmar o e-mail</a>
            </p>
          </Notice>
        )}
        <PostForm action={paths.colleagues()} noValidate className="stack" data-once="">
          <TextField
            label="E-mail"
            hint="Vamos enviar um convite para este e-mail. A pessoa entra com a própria conta, ou cria uma."
            type="email"
            autoComplete="off"
            isRequired
            {...field.getField('email')}
          />
          <RadioGroup
            label="O que pode fazer"
            hint="Só você altera os dados da empresa, convida colegas e desiste de compras."
            options={memberRoles.map((value) => ({ value, label: roleNames[value], hint: roleHints[value] }))}
            isRequired
            {...field.getField('role')}
          />
          <div className="actions">
            <Button variant="main">Enviar convite</Button>
          </div>
        </PostForm>
      </section>
      <section className="section narrow" aria-labelledby="e-mails-dos-pedidos">
        <h2 id="e-mails-dos-pedidos">{orderMailLabels.title}</h2>
        <PostForm
          seenDigest={digestTexts({ order_mails: orderMails })}
          action={paths.colleagues()}
          noValidate
          className="stack"
        >
          <input type="hidden" name="intent" value="order-mails" />
          <RadioGroup
            label={orderMailLabels.field}
            options={[
              { value: 'both', ...orderMailLabels.both },
              { value: 'company', ...orderMailLabels.company },
            ]}
            isRequired
            {...field.getField('order_mails')}
            defaultValue={orderMails}
          />
          <div className="actions">
            <Button>{orderMailLabels.save}</Button>
          </div>
        </PostForm>
      </section>
      <section aria-labelledby="atos">
        <h2 id="atos">O que os colegas fizeram</h2>
        <ColleagueActs acts={acts} hasNames />
      </section>
    </div>
  )
}

type MemberRow = ReturnType<typeof useLoaderData<typeof loader>>['members'][number]

const memberColumns: Column<MemberRow>[] = [
  {
    key: 'person',
    label: 'Pessoa',
    rowHeader: true,
    render: ({ id, name, email }) => (
      <>
        <a href={paths.colleague(id)}>{name ?? email}</a>
        {name ? <span className="hint">{email}</span> : null}
      </>
    ),
  },
  { key: 'role', label: 'Papel', render: ({ role }) => roleNames[role] },
  {
    key: 'state',
    label: 'Situação',
    render: ({ state }) => <StatusTag tone={memberStates[state].tone}>{memberStates[state].text}</StatusTag>,
  },
  {
    key: 'last',
    label: 'Última atividade',
    align: 'code',
    render: ({ lastAct }) => (lastAct ? formatDateTime(lastAct) : '-'),
  },
]
