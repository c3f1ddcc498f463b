import { parseWithZod } from '@conform-to/zod/v4'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { taxRegimes } from '#app/domain/catalogue/taxes.ts'
import { layoutChoices } from '#app/domain/orders/invoices/service-layout.ts'
import { civilDateIn } from '#app/domain/platform/calendar.ts'
import { fieldText } from '#app/forms/field-text.ts'
import type { PageHandle } from '#app/http/page.ts'
import { readForm } from '#app/http/responses.server.ts'
import { requireSuperuser } from '#app/http/staff.server.ts'
import { editSetting, type Fiscal, findFiscal } from '#app/models/settings/setting.server.ts'
import { paths } from '#app/paths.ts'
import { fiscalSchema } from '#app/routes/admin/settings/fiscal/fiscal-schema.ts'
import { defaultRows } from '#app/routes/admin/settings/fiscal/tax-defaults.server.ts'
import { TaxDefaultTable } from '#app/routes/admin/settings/fiscal/tax-defaults.tsx'
import { saveOrConflict, settingFaults } from '#app/routes/admin/settings/setting-form.server.ts'
import { SettingForm } from '#app/routes/admin/settings/setting-form.tsx'
import { settingFrame } from '#app/routes/admin/settings/setting-history.server.ts'
import { formatAmount } from '#app/text/platform/format.ts'
import { layoutChoiceLabels, layoutReason } from '#app/text/settings/service-layout-labels.ts'
import { regimeLabels } from '#app/text/settings/setting-labels.ts'
import { CheckboxField, SelectField, TextField } from '#app/ui/forms/field.tsx'

export const handle: PageHandle = { title: 'Fiscal' }

const labels = {
  regime: 'Regime tributário',
  ie: 'Inscrição estadual',
  im: 'Inscrição municipal',
  series: 'Série da NF-e',
  service_series: 'Série da NFS-e',
  service_layout: 'NFS-e emitida por',
  service_tax: 'Tributos aproximados da NFS-e',
  city_tax: 'Tributos municipais aproximados',
  environment: 'Ambiente',
  cancellation_hours: 'Prazo de cancelamento',
  refuses_dispatch: 'Só despachar mercadoria com a chave da NF-e',
}

export async function loader(args: LoaderFunctionArgs) {
  await requireSuperuser(args)
  const [fiscal, frame, defaults] = await Promise.all([findFiscal(), settingFrame('fiscal'), defaultRows()])
  return { saved: textsOrUsual(fiscal), defaults, reason: reasonText(fiscal), ...frame }
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireSuperuser(args)
  const submission = parseWithZod(await readForm(args.request), { schema: fiscalSchema })
  if (submission.status !== 'success') return settingFaults(submission)
  const { lock_version, service_series, service_layout, service_tax, city_tax, ...others } = submission.value
  const { cancellation_hours, refuses_dispatch, ...rest } = others
  const fiscal: Fiscal = {
    ...rest,
    serviceSeries: service_series,
    serviceLayout: service_layout,
    serviceTaxPercent: service_tax,
    cityTaxPercent: city_tax,
    cancellationHours: cancellation_hours,
    refusesDispatchWithoutKey: refuses_dispatch,
  }
  return saveOrConflict(
    editSetting('fiscal', fiscal, { seen: lock_version, actorUserId: viewer.userId }),
    { name: 'fiscal', labels, stored: storedTexts, typed: textsOf(fiscal) },
    { submission, location: paths.admin.setting('fiscal') },
  )
}

async function storedTexts(): Promise<Record<string, string>> {
  return textsOrUsual(await findFiscal())
}

function textsOrUsual(fiscal: Fiscal | undefined): Record<string, string> {
  return fiscal
    ? textsOf(fiscal)
    : { series: '1', environment: 'test', cancellation_hours: '24', service_layout: 'law' }
}

/** Who issues an NFS-e today, and why; null before the regime is said. */
function reasonText(fiscal: Fiscal | undefined): string | null {
  return fiscal ? `Hoje: ${layoutReason(fiscal, civilDateIn(new Date()))}` : null
}

function textsOf(fiscal: Fiscal): Record<string, string> {
  const { series, serviceSeries, serviceLayout, serviceTaxPercent, cityTaxPercent, ...others } = fiscal
  const { cancellationHours, refusesDispatchWithoutKey, ...rest } = others
  const percentText = (hundredths: number) => (hundredths === 0 ? '' : formatAmount(hundredths))
  return {
    ...rest,
    series: String(series),
    service_series: serviceSeries,
    service_layout: serviceLayout,
    service_tax: percentText(serviceTaxPercent),
    city_tax: percentText(cityTaxPercent),
    cancellation_hours: String(cancellationHours),
    refuses_dispatch: refusesDispatchWithoutKey ? 'on' : '',
  }
}

export default function FiscalSetting() {
  const { saved, defaults, reason, lock_version, history } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const field = fieldText(reply?.result, saved)
  const { defaultValue: refuses, ...dispatch } = field.of('refuses_dispatch')
  return (
    <SettingForm
      title="Fiscal"
      lead="O que as notas fiscais dizem da empresa e do que ela vende. Confira tudo com a contabilidade."
      back={paths.admin.settings()}
      action={paths.admin.setting('fiscal')}
      lock_version={reply?.lock_version ?? lock_version}
      conflict={reply?.conflict}
      after={<TaxDefaultTable rows={defaults} />}
      {...{ field, labels, history }}
    >
      <SelectField
        label={labels.regime}
        hint="No Simples Nacional e no MEI os itens levam o CSOSN; acima do sublimite e no regime normal, o CST do ICMS."
        placeholder="Escolha"
        options={taxRegimes.map((value) => ({ value, label: regimeLabels[value] }))}
        required
        {...field.of('regime')}
      />
      <TextField
        label={labels.ie}
        hint="Obrigatória para emitir NF-e."
        width="half"
        inputMode="numeric"
        optional
        {...field.of('ie')}
      />
      <TextField
        label={labels.im}
        hint="Obrigatória para emitir NFS-e pela prefeitura; no Emissor Nacional, só se a cidade a mantém lá."
        width="half"
        inputMode="numeric"
        optional
        {...field.of('im')}
      />
      <TextField label={labels.series} width="short" inputMode="numeric" required {...field.of('series')} />
      <TextField
        label={labels.service_series}
        hint="Só na prefeitura."
        width="short"
        optional
        {...field.of('service_series')}
      />
      <SelectField
        label={labels.service_layout}
        hint={reason ?? 'Depende do regime tributário.'}
        options={layoutChoices.map((value) => ({ value, label: layoutChoiceLabels[value] }))}
        required
        {...field.of('service_layout')}
      />
      <TextField
        label={labels.service_tax}
        hint="O Emissor Nacional pede (Lei 12.741/2012): no Simples, a alíquota efetiva; no regime normal, a soma dos federais. O MEI deixa vazio."
        width="short"
        suffix="%"
        inputMode="decimal"
        optional
        {...field.of('service_tax')}
      />
      <TextField
        label={labels.city_tax}
        hint="Só no regime normal, pelo Emissor Nacional: a alíquota do ISS."
        width="short"
        suffix="%"
        inputMode="decimal"
        optional
        {...field.of('city_tax')}
      />
      <SelectField
        label={labels.environment}
        hint="Notas de homologação são um ensaio e não valem."
        options={environments}
        required
        {...field.of('environment')}
      />
      <TextField
        label={labels.cancellation_hours}
        width="short"
        suffix="horas"
        inputMode="numeric"
        hint="Depois da autorização. 24 horas; em alguns estados, mais."
        required
        {...field.of('cancellation_hours')}
      />
      <CheckboxField
        {...dispatch}
        label={labels.refuses_dispatch}
        defaultChecked={refuses === 'on'}
        hint="Sem isso, o despacho sem a chave só avisa. Os Correios pedem a chave da NF-e ou uma declaração de conteúdo."
      />
    </SettingForm>
  )
}

const environments = [
  { value: 'test', label: 'Homologação (ensaio)' },
  { value: 'production', label: 'Produção' },
]
