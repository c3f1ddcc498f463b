import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { phoneSchema } from '#app/forms/account.ts'
import { makeFieldTextReader } from '#app/forms/field-text.ts'
import { type RecordConflict, saveOwnRecord } from '#app/http/accounts/save-own.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import type { PageHandle } from '#app/http/page.ts'
import { readForm } from '#app/http/responses.server.ts'
import { requireViewer } from '#app/http/session.server.ts'
import { changePhone } from '#app/models/accounts/account.server.ts'
import { findCheckoutProfile } from '#app/models/accounts/user.server.ts'
import { paths } from '#app/paths.ts'
import { unchangedNotice } from '#app/text/accounts/account-labels.ts'
import { formatPhoneText } from '#app/text/accounts/user-labels.ts'
import { formatDocument } from '#app/text/platform/format.ts'
import { Button } from '#app/ui/button.tsx'
import { OwnConflictNotice } from '#app/ui/forms/conflict-notice.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Fieldset, RadioGroup, TextField } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle = { title: 'Cadastro' }

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args)
  const profile = await findCheckoutProfile(viewer.profileId)
  const { isCompany, name, companyName, cpf, cnpj, ie, phone } = profile
  return {
    lockedValues: { isCompany, name, companyName, cpf, cnpj, ie, email: viewer.email },
    saved: toPhoneTexts({ phone }),
  }
}

const labels = { phone: 'Telefone' }

function toPhoneTexts({ phone }: { phone: string | null }) {
  return { phone: formatPhoneText(phone) }
}

/** Saves the phone number only. All other fields are fixed and ignored (D54). */
export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args)
  const submission = parseWithZod(await readForm(args.request), { schema: phoneSchema })
  if (submission.status !== 'success')
    return data<Partial<RecordConflict>>({ result: submission.reply() }, { status: 400 })
  const { phone } = submission.value
  const outcome = await saveOwnRecord(submission, {
    labels,
    toTexts: toPhoneTexts,
    find: () => findCheckoutProfile(viewer.profileId),
    typed: toPhoneTexts({ phone }),
    save: (check) => changePhone(viewer, phone, check),
  })
  if (typeof outcome === 'object') return data(outcome, { status: 409 })
  const savedFlash = { tone: 'good', text: 'Telefone alterado.' } as const
  return redirectWithFlash(paths.account(), outcome === 'saved' ? savedFlash : unchangedNotice)
}

export default function Profile() {
  const { lockedValues, saved } = useLoaderData<typeof loader>()
  const actionData = useActionData<Partial<RecordConflict>>()
  const field = makeFieldTextReader(actionData?.result, saved)
  return (
    <div className="narrow">
      <PageHeading title="Cadastro" back={{ href: paths.account(), label: 'Meus dados' }} />
      {actionData?.conflict ? <OwnConflictNotice conflict={actionData.conflict} /> : null}
      {field.hasErrors ? <ErrorSummary errors={field.errors} labels={labels} /> : null}
      <PostForm seenDigest={field.seenDigest} action={paths.profile()} noValidate data-once="">
        <Fieldset legend="Contato">
          <TextField
            label="Telefone"
            type="tel"
            autoComplete="tel-national"
            width="half"
            isRequired
            data-mask="phone"
            {...field.getField('phone')}
          />
          <p className="actions">
            <Button variant="main">Salvar telefone</Button>
          </p>
        </Fieldset>
        <LockedFields {...lockedValues} />
      </PostForm>
    </div>
  )
}

type LockedValues = ReturnType<typeof useLoaderData<typeof loader>>['lockedValues']

/** Shows the customer's identity. Only staff change it because boletos and invoices contain it (F26, D54). */
function LockedFields({ isCompany, name, companyName, cpf, cnpj, ie, email }: LockedValues) {
  return (
    <Fieldset
      legend="Identificação"
      id="identificacao"
      hint={
        <>
          Estes dados aparecem em boletos e notas fiscais. Quem os corrige é a nossa equipe:{' '}
          <a href={paths.contact()}>fale conosco</a>.
        </>
      }
    >
      <RadioGroup
        label="Compra como"
        name="person_or_company"
        layout="inline"
        disabled
        defaultValue={isCompany ? '1' : '0'}
        options={[
          { value: '0', label: 'Pessoa física' },
          { value: '1', label: 'Pessoa jurídica' },
        ]}
      />
      <LockedField label="Nome completo" name="name" text={name} />
      {isCompany ? (
        <>
          <LockedField label="Razão social" name="company_name" text={companyName} />
          <LockedField label="CNPJ" name="cnpj" text={cnpj && formatDocument(cnpj)} />
          <LockedField label="Inscrição estadual" name="ie" text={ie} />
        </>
      ) : (
        <>
          <LockedField label="CPF" name="cpf" text={cpf && formatDocument(cpf)} />
          {ie ? <LockedField label="Inscrição estadual" name="ie" text={ie} /> : null}
        </>
      )}
      <LockedField label="E-mail" name="email" text={email} />
      <p>
        <a href={paths.changeEmail()}>Trocar o e-mail</a>
      </p>
    </Fieldset>
  )
}

function LockedField({ label, name, text }: { label: string; name: string; text: string | null }) {
  return <TextField label={label} name={name} defaultValue={text ?? ''} disabled />
}
