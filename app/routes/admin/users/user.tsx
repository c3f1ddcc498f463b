import type { SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { listMissingParts } from '#app/domain/accounts/account-parts.ts'
import { getAccountChangeRights, isRoleChange, isStaffEmailChange } from '#app/domain/accounts/roles.ts'
import { digestField, digestTexts } from '#app/domain/platform/form-seen.ts'
import { makeFieldTextReader } from '#app/forms/field-text.ts'
import { makeUserSchema } from '#app/forms/user.ts'
import { requireProof } from '#app/http/accounts/proof.server.ts'
import { recordSecurity } from '#app/http/accounts/security-log.server.ts'
import {
  getUserShape,
  getUserTexts,
  type SaveFailure,
  saveUser,
} from '#app/http/backoffice/user-form.server.ts'
import {
  type FillResult,
  fillAddressFromCep,
  readAddressFields,
} from '#app/http/checkout/account-addresses.server.ts'
import { readCepIntent } from '#app/http/checkout/cep-intent.ts'
import { replyWithStored } from '#app/http/conflict.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseId } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound, readForm } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { findUserForStaff } from '#app/models/accounts/user-edit.server.ts'
import { paths } from '#app/paths.ts'
import { ClientColleagues } from '#app/routes/admin/users/client-colleagues.tsx'
import { ClientAddresses, ClientDetails, ClientMoney } from '#app/routes/admin/users/client-details.tsx'
import { ClientHeading } from '#app/routes/admin/users/client-heading.tsx'
import {
  ClientMails,
  ClientOrders,
  ClientPayments,
  ClientShipments,
  ClientUnits,
} from '#app/routes/admin/users/client-lists.tsx'
import { loadClient } from '#app/routes/admin/users/client-page.server.ts'
import { UserForm } from '#app/routes/admin/users/user-form.tsx'
import { UserNotices } from '#app/routes/admin/users/user-notices.tsx'
import { formatDroppedDocument, userLabels } from '#app/text/accounts/user-labels.ts'
import { specTexts } from '#app/text/platform/messages.ts'
import { HistoryList } from '#app/ui/backoffice/history-list.tsx'
import { ConflictNotice } from '#app/ui/forms/conflict-notice.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle<{ title: string }> = {
  title: ({ title }) => title,
  section: 'clients',
  help: 'clientes',
}

/** Loads a client's records, newest first, and the form (D88); `/admin/user` opens at the form. */
export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireStaff(args)
  const user = await findUserOrNew(args.params.id)
  const { pathname } = new URL(args.request.url)
  return {
    id: user?.id ?? 0,
    next: parseNext(args.request),
    title: user ? (user.shownName ?? user.name) : 'Novo usuário',
    isFormOpen: !pathname.startsWith(paths.admin.client(0).slice(0, -NEW_ID.length)),
    isSelf: user?.userId === viewer.userId,
    lock_version: user?.lock_version ?? 0,
    saved: getUserTexts(user),
    missingParts: user ? listMissingParts(user) : [],
    permissions: getAccountChangeRights(user, viewer),
    isForAdministrator: viewer.isSuperuser,
    client: user ? await loadClient(user, viewer) : null,
  }
}

/** Data for the form after a postal code look-up or a failed save. */
type FormReply = { fillResult: FillResult; result?: SubmissionResult<string[]> } & Partial<SaveFailure>

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireStaff(args)
  const user = await findUserOrNew(args.params.id)
  const form = await readForm(args.request)
  const cepIntent = readCepIntent(form)
  if (cepIntent) return data<FormReply>({ fillResult: await fillAddressFromCep(form, cepIntent) })
  const fillResult: FillResult = { fields: readAddressFields(form), notes: {} }
  const submission = parseWithZod(form, { schema: makeUserSchema(await getUserShape(form, user, viewer)) })
  if (submission.status !== 'success')
    return data<FormReply>({ fillResult, result: submission.reply() }, { status: 400 })
  const changesRoles = isRoleChange(user, submission.value, viewer)
  if (changesRoles || isStaffEmailChange(user, submission.value)) await requireProof(args, viewer)
  const isCompany = form.get('person_or_company') === '1'
  const seenVersion = Number(form.get('lock_version') || 0)
  const sent = submission.payload
  const saveOutcome =
    (await saveUser({ user, fields: submission.value, isCompany, seenVersion, actor: viewer, sent })) ??
    notFound()
  if (typeof saveOutcome === 'number' && changesRoles)
    await recordSecurity(args, 'roles-changed', { userId: viewer.userId, accountId: user?.userId ?? null })
  if (typeof saveOutcome === 'number')
    return redirectWithFlash(findNextPage(args.request, { user, savedId: saveOutcome }), {
      tone: 'good',
      text: `${specTexts.saved}${formatDroppedDocument(user, isCompany)}`,
    })
  const { status, fieldErrors = {}, formErrors = [], saved, ...failure } = saveOutcome
  const faults = submission.reply({ fieldErrors, formErrors })
  if (!saved) return data<FormReply>({ fillResult, result: faults, ...failure }, { status })
  const fields = { ...fillResult.fields, [digestField]: digestTexts(saved) }
  const result = replyWithStored(faults, { sent, saved })
  return data<FormReply>({ fillResult: { ...fillResult, fields }, result, ...failure }, { status })
}

/** Returns the next page: the internal order if the client was created for one. */
function findNextPage(
  request: Request,
  { user, savedId }: { user: object | undefined; savedId: number },
): string {
  return !user && parseNext(request) === 'order'
    ? paths.admin.createOrder(savedId)
    : paths.admin.user(savedId)
}

function parseNext(request: Request): 'order' | undefined {
  return new URL(request.url).searchParams.get('next') === 'order' ? 'order' : undefined
}

const NEW_ID = '0'
/** Returns the user whose id stands in the address; undefined for id 0, a new user. */
async function findUserOrNew(idText: string | undefined) {
  if (idText === NEW_ID) return undefined
  return (await findUserForStaff(parseId(idText) ?? notFound())) ?? notFound()
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

export default function UserPage() {
  const loaderData = useLoaderData<typeof loader>()
  const { id, title, client, isFormOpen } = loaderData
  const form = useSentForm(loaderData)
  return (
    <div className="stack-l">
      {client ? (
        <ClientHeading title={title} client={client} isForAdministrator={loaderData.isForAdministrator} />
      ) : (
        <PageHeading title={title} back={{ href: paths.admin.users(), label: 'Clientes' }} />
      )}
      {form.errorNotices}
      {client === null ? <EditForm {...loaderData} form={form} /> : null}
      {client ? (
        <>
          <UserNotices {...client} id={id} />
          <ClientOrders {...client.records.orders} email={client.email} />
          <div className="grid grid-3">
            <ClientDetails {...client} />
            <ClientAddresses {...client} />
            <ClientMoney {...client.money} email={client.email} />
          </div>
          {client.isRemoved ? null : (
            <section className="section no-print">
              <details id="cadastro" open={isFormOpen || form.isSent}>
                <summary>Alterar cadastro</summary>
                <EditForm {...loaderData} form={form} />
              </details>
            </section>
          )}
          <ClientUnits {...client.records.units} email={client.email} today={client.today} />
          <ClientShipments {...client.records.shipments} email={client.email} />
          <ClientPayments {...client.records.payments} email={client.email} />
          {client.isCompany ? <ClientColleagues rows={client.colleagues} /> : null}
          <ClientMails {...client.records.mails} email={client.email} />
          <HistoryList lines={client.user.history} />
        </>
      ) : null}
    </div>
  )
}

/** Returns the sent or else the stored texts, with errors. Locked fields always keep the stored texts. */
function useSentForm({ saved, permissions }: Loaded) {
  const actionData = useActionData<typeof action>()
  const { fillResult, result, conflict, lock_version } = actionData ?? {}
  const sentField = makeFieldTextReader(result, fillResult?.fields ?? saved)
  const isLocked = (name: string) =>
    (name === 'email' && !permissions.email) || (name === 'is_active' && !permissions.active)
  const getValue = (name: string) => (isLocked(name) ? saved[name] : sentField.value(name))
  return {
    isSent: actionData !== undefined,
    errorNotices: (
      <>
        {sentField.hasErrors ? (
          <ErrorSummary messages={sentField.formErrors} errors={sentField.errors} labels={userLabels} />
        ) : null}
        {conflict ? <ConflictNotice conflict={conflict} /> : null}
      </>
    ),
    cepNotes: fillResult?.notes ?? {},
    lock_version: lock_version ?? sentField.value('lock_version'),
    filledFields: listFilledFields(sentField.value),
    field: {
      value: getValue,
      getField: (name: string) => ({ ...sentField.getField(name), defaultValue: getValue(name) }),
    },
    seenDigest: sentField.seenDigest,
  }
}

function EditForm({
  id,
  next,
  lock_version,
  missingParts,
  permissions,
  isSelf,
  form,
}: Loaded & { form: SentForm }) {
  const { isSent: _, errorNotices: __, ...formProps } = form
  return (
    <UserForm
      {...formProps}
      action={id === 0 ? paths.admin.newUser(next) : paths.admin.user(id)}
      back={id === 0 ? paths.admin.users() : paths.admin.client(id)}
      lock_version={form.lock_version ?? lock_version}
      editable={permissions}
      isNew={id === 0}
      missingParts={missingParts}
      emailHint={formatEmailHint(permissions.email, isSelf)}
    />
  )
}

type SentForm = ReturnType<typeof useSentForm>

function formatEmailHint(canChangeEmail: boolean, isSelf: boolean): string | undefined {
  if (canChangeEmail) return undefined
  if (isSelf) return 'O seu você troca em Meus dados, com a sua senha.'
  return 'O e-mail de contas da equipe é trocado por um administrador.'
}

/** Returns filled-in values for hidden fields, so another postal code replaces only these values (F45). */
function listFilledFields(getValue: (name: string) => string | undefined) {
  const names = ['billing', 'shipping'].flatMap((prefix) =>
    ['street', 'province', 'city', 'state'].map((name) => `filled.${prefix}.${name}`),
  )
  return names.flatMap((name) => {
    const text = getValue(name)
    return text === undefined ? [] : [{ name, value: text }]
  })
}
