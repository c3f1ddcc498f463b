import { parseWithZod } from '@conform-to/zod/v4'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { formatCep } from '#app/domain/accounts/cep.ts'
import { fieldText } from '#app/forms/field-text.ts'
import type { PageHandle } from '#app/http/page.ts'
import { readForm } from '#app/http/responses.server.ts'
import { requireSuperuser } from '#app/http/staff.server.ts'
import { editSetting, findCompany } from '#app/models/settings/setting.server.ts'
import { paths } from '#app/paths.ts'
import { saveOrConflict, settingFaults } from '#app/routes/admin/settings/setting-form.server.ts'
import { SettingForm } from '#app/routes/admin/settings/setting-form.tsx'
import { settingFrame } from '#app/routes/admin/settings/setting-history.server.ts'
import { companySchema } from '#app/routes/admin/settings/settings-schema.ts'
import { formatDocument } from '#app/text/platform/format.ts'
import { TextField } from '#app/ui/forms/field.tsx'

export const handle: PageHandle = { title: 'Empresa' }

const labels = {
  name: 'Razão social',
  trade_name: 'Nome fantasia',
  cnpj: 'CNPJ',
  zip_code: 'CEP',
  street: 'Rua',
  number: 'Número',
  complement: 'Complemento',
  province: 'Bairro',
  city: 'Cidade',
  state: 'UF',
  phone: 'Telefone',
  email: 'E-mail',
  officer_name: 'Encarregado pelos dados (nome)',
  officer_email: 'E-mail do encarregado',
}

export async function loader(args: LoaderFunctionArgs) {
  await requireSuperuser(args)
  const [saved, frame] = await Promise.all([storedTexts(), settingFrame('company')])
  return { saved, ...frame }
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireSuperuser(args)
  const submission = parseWithZod(await readForm(args.request), { schema: companySchema })
  if (submission.status !== 'success') return settingFaults(submission)
  const { lock_version, trade_name, zip_code, officer_name, officer_email, ...rest } = submission.value
  const officer = {
    ...(officer_name ? { officerName: officer_name } : {}),
    ...(officer_email ? { officerEmail: officer_email } : {}),
  }
  const company = { ...rest, ...officer, tradeName: trade_name, zipCode: zip_code }
  const saving = { seen: lock_version, actorUserId: viewer.userId }
  return saveOrConflict(
    editSetting('company', company, saving),
    { name: 'company', labels, stored: storedTexts, typed: textsOf(company) },
    { submission, location: paths.admin.settings() },
  )
}

type Company = NonNullable<Awaited<ReturnType<typeof findCompany>>>

async function storedTexts(): Promise<Record<string, string>> {
  const company = await findCompany()
  return company ? textsOf(company) : {}
}

function textsOf(company: Company): Record<string, string> {
  const { tradeName, zipCode, cnpj, officerName = '', officerEmail = '', ...rest } = company
  return {
    ...rest,
    trade_name: tradeName,
    zip_code: formatCep(zipCode),
    cnpj: formatDocument(cnpj),
    officer_name: officerName,
    officer_email: officerEmail,
  }
}

export default function CompanySetting() {
  const { saved, lock_version, history } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const field = fieldText(reply?.result, saved)
  return (
    <SettingForm
      title="Empresa"
      lead="Quem vende: sai em boletos, recibos, e-mails e no rodapé."
      back={paths.admin.settings()}
      action={paths.admin.setting('company')}
      lock_version={reply?.lock_version ?? lock_version}
      conflict={reply?.conflict}
      {...{ field, labels, history }}
    >
      <TextField label={labels.name} required {...field.of('name')} />
      <TextField label={labels.trade_name} required {...field.of('trade_name')} />
      <TextField label={labels.cnpj} width="half" required data-mask="cnpj" {...field.of('cnpj')} />
      <TextField label={labels.zip_code} width="short" required data-mask="cep" {...field.of('zip_code')} />
      <TextField label={labels.street} width="long" required {...field.of('street')} />
      <TextField label={labels.number} width="short" required {...field.of('number')} />
      <TextField label={labels.complement} width="half" optional {...field.of('complement')} />
      <TextField label={labels.province} width="half" required {...field.of('province')} />
      <TextField label={labels.city} width="half" required {...field.of('city')} />
      <TextField label={labels.state} width="short" required maxLength={2} {...field.of('state')} />
      <TextField
        label={labels.phone}
        type="tel"
        width="half"
        required
        data-mask="phone"
        {...field.of('phone')}
      />
      <TextField label={labels.email} type="email" required {...field.of('email')} />
      <TextField
        label={labels.officer_name}
        hint="Quem responde aos pedidos sobre dados pessoais (LGPD, art. 41). Sai no aviso de privacidade; sem nome, sai o contato da empresa."
        optional
        {...field.of('officer_name')}
      />
      <TextField label={labels.officer_email} type="email" optional {...field.of('officer_email')} />
    </SettingForm>
  )
}
