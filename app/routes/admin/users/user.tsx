import type { SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { lackedParts } from '#app/domain/accounts/account-parts.ts'
import { emailOfStaffChanges, mayChange, maySeeLink, rolesChange } from '#app/domain/accounts/roles.ts'
import { digestTexts, seenField } from '#app/domain/platform/form-seen.ts'
import { fieldText } from '#app/forms/field-text.ts'
import { userSchema } from '#app/forms/user.ts'
import { requireProof } from '#app/http/accounts/proof.server.ts'
import { noteSecurity } from '#app/http/accounts/security-log.server.ts'
import {
  findUserFacts,
  type NotSaved,
  saveUser,
  userShape,
  userTexts,
} from '#app/http/backoffice/user-form.server.ts'
import {
  type FilledAddresses,
  fillFromCep,
  typedFields,
} from '#app/http/checkout/account-addresses.server.ts'
import { readCepIntent } from '#app/http/checkout/cep-intent.ts'
import { replyWithStored } from '#app/http/conflict.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { idFrom } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound, readForm } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { hasSecondFactor } from '#app/models/accounts/second-factor/second-factor.server.ts'
import { findUserForStaff } from '#app/models/accounts/user-edit.server.ts'
import { paths } from '#app/paths.ts'
import { UserForm } from '#app/routes/admin/users/user-form.tsx'
import { UserNotices } from '#app/routes/admin/users/user-notices.tsx'
import { formatDroppedDocument, userLabels } from '#app/text/accounts/user-labels.ts'
import { specified } from '#app/text/platform/messages.ts'
import { HistoryList } from '#app/ui/backoffice/history-list.tsx'
import { MoreActs } from '#app/ui/backoffice/more-acts.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { ConflictNotice } from '#app/ui/forms/conflict-notice.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { StatusTag } from '#app/ui/status-tag.tsx'

export const handle: PageHandle<{ title: string }> = {
  title: ({ title }) => title,
  section: 'clients',
  help: 'acesso-e-papeis',
}

/** The form again: after a look-up of a postal code, or with why it was not saved. */
type Shown = { filled: FilledAddresses; result?: SubmissionResult<string[]> } & Partial<NotSaved>

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireStaff(args)
  const user = await userFrom(args.params.id)
  return {
    id: user?.id ?? 0,
    next: nextIn(args.request),
    title: user ? (user.shownName ?? user.name) : 'Novo usuário',
    isActive: user?.isActive ?? true,
    isRemoved: user?.isRemoved ?? false,
    isSelf: user?.userId === viewer.userId,
    lock_version: user?.lock_version ?? 0,
    saved: userTexts(user),
    lacks: user ? lackedParts(user) : [],
    may: mayChange(user, viewer),
    maySeeLink: user ? maySeeLink(user, viewer) : false,
    isForAdministrator: viewer.isSuperuser,
    hasSecondFactor: viewer.isSuperuser && user ? await hasSecondFactor(user.userId) : false,
    facts: user ? await findUserFacts(user) : null,
  }
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireStaff(args)
  const user = await userFrom(args.params.id)
  const form = await readForm(args.request)
  const cep = readCepIntent(form)
  if (cep) return data<Shown>({ filled: await fillFromCep(form, cep) })
  const filled: FilledAddresses = { fields: typedFields(form), notes: {} }
  const submission = parseWithZod(form, { schema: userSchema(await userShape(form, user, viewer)) })
  if (submission.status !== 'success')
    return data<Shown>({ filled, result: submission.reply() }, { status: 400 })
  const givesRoles = rolesChange(user, submission.value, viewer)
  if (givesRoles || emailOfStaffChanges(user, submission.value)) await requireProof(args, viewer)
  const isCompany = form.get('person_or_company') === '1'
  const seen = Number(form.get('lock_version') || 0)
  const sent = submission.payload
  const outcome =
    (await saveUser({ user, fields: submission.value, isCompany, seen, actor: viewer, sent })) ?? notFound()
  if (typeof outcome === 'number' && givesRoles)
    await noteSecurity(args, 'roles-changed', { userId: viewer.userId, accountId: user?.userId ?? null })
  if (typeof outcome === 'number')
    return redirectWithFlash(nextPage(args.request, { user, saved: outcome }), {
      tone: 'good',
      text: `${specified.saved}${formatDroppedDocument(user, isCompany)}`,
    })
  const { status, fieldErrors = {}, formErrors = [], saved, ...rest } = outcome
  const faults = submission.reply({ fieldErrors, formErrors })
  if (!saved) return data<Shown>({ filled, result: faults, ...rest }, { status })
  const fields = { ...filled.fields, [seenField]: digestTexts(saved) }
  const result = replyWithStored(faults, { sent, saved })
  return data<Shown>({ filled: { ...filled, fields }, result, ...rest }, { status })
}

/** A client made for an internal order is chosen there. */
function nextPage(request: Request, { user, saved }: { user: object | undefined; saved: number }): string {
  return !user && nextIn(request) === 'order' ? paths.admin.createOrder(saved) : paths.admin.user(saved)
}

function nextIn(request: Request): 'order' | undefined {
  return new URL(request.url).searchParams.get('next') === 'order' ? 'order' : undefined
}

/** The user of an address; undefined for a new one, whose id is 0. */
async function userFrom(id: string | undefined) {
  if (id === '0') return undefined
  return (await findUserForStaff(idFrom(id) ?? notFound())) ?? notFound()
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

export default function UserPage() {
  const loaded = useLoaderData<typeof loader>()
  const { id, title, isActive, isRemoved, isForAdministrator, hasSecondFactor, facts } = loaded
  return (
    <div className="stack-l">
      <PageHeading
        title={title}
        back={
          facts
            ? { href: paths.admin.client(id), label: 'Página do cliente' }
            : { href: paths.admin.users(), label: 'Clientes' }
        }
      >
        {isActive ? null : <StatusTag tone="bad">Inativo</StatusTag>}
        {facts && !isRemoved ? (
          <>
            <PostForm action={paths.admin.userCertificate(id)}>
              <Button>Certificado</Button>
            </PostForm>
            <LinkButton href={paths.admin.userLabels(id)}>Etiqueta</LinkButton>
            {isForAdministrator ? (
              <MoreActs>
                {hasSecondFactor ? (
                  <LinkButton href={paths.admin.userSecondFactor(id)}>Duas etapas</LinkButton>
                ) : null}
                <LinkButton href={paths.admin.userSessions(id)}>Sessões</LinkButton>
              </MoreActs>
            ) : null}
          </>
        ) : null}
      </PageHeading>
      {facts ? <UserNotices {...loaded} facts={facts} /> : null}
      {isRemoved ? null : <EditForm {...loaded} />}
      {facts ? <HistoryList lines={facts.history} /> : null}
    </div>
  )
}

function EditForm({ id, next, lock_version, saved, lacks, may, isSelf }: Loaded) {
  const { filled, result, conflict, lock_version: newer } = useActionData<typeof action>() ?? {}
  const sent = fieldText(result, filled?.fields ?? saved)
  const isLocked = (name: string) => (name === 'email' && !may.email) || (name === 'is_active' && !may.active)
  const value = (name: string) => (isLocked(name) ? saved[name] : sent.value(name))
  const field = { value, of: (name: string) => ({ ...sent.of(name), defaultValue: value(name) }) }
  return (
    <>
      {sent.hasErrors ? (
        <ErrorSummary messages={sent.formErrors} errors={sent.errors} labels={userLabels} />
      ) : null}
      {conflict ? <ConflictNotice conflict={conflict} /> : null}
      <UserForm
        action={id === 0 ? paths.admin.newUser(next) : paths.admin.user(id)}
        back={paths.admin.users()}
        lock_version={newer ?? sent.value('lock_version') ?? lock_version}
        may={may}
        isNew={id === 0}
        lacks={lacks}
        emailHint={emailHint(may.email, isSelf)}
        cepNotes={filled?.notes ?? {}}
        filled={filledIn(sent.value)}
        field={field}
        seen={sent.seen}
      />
    </>
  )
}

function emailHint(mayChangeIt: boolean, isSelf: boolean): string | undefined {
  if (mayChangeIt) return undefined
  if (isSelf) return 'O seu você troca em Meus dados, com a sua senha.'
  return 'O e-mail de contas da equipe é trocado por um administrador.'
}

/** Filled-in values travel with the form, so that another postal code replaces only them (F45). */
function filledIn(value: (name: string) => string | undefined) {
  const names = ['billing', 'shipping'].flatMap((registration) =>
    ['street', 'province', 'city', 'state'].map((name) => `filled.${registration}.${name}`),
  )
  return names.flatMap((name) => {
    const text = value(name)
    return text === undefined ? [] : [{ name, value: text }]
  })
}
