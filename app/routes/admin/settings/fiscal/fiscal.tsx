import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { fiscal } from '#app/domain/settings/fiscal.ts'
import type { PageHandle } from '#app/http/page.ts'
import { findFiscal } from '#app/models/settings/setting.server.ts'
import { paths } from '#app/paths.ts'
import { loadDefaultRows } from '#app/routes/admin/settings/fiscal/tax-defaults.server.ts'
import { TaxDefaultTable } from '#app/routes/admin/settings/fiscal/tax-defaults.tsx'
import { SettingFields } from '#app/routes/admin/settings/setting-field.tsx'
import { loadSetting, saveSetting } from '#app/routes/admin/settings/setting-form.server.ts'
import { SettingForm, useSettingForm } from '#app/routes/admin/settings/setting-form.tsx'
import { fiscalLabels } from '#app/text/settings/fiscal-labels.ts'
import { formatLayoutReason } from '#app/text/settings/service-layout-labels.ts'
import { settingTitles } from '#app/text/settings/setting-titles.ts'

export const handle: PageHandle = {
  title: settingTitles.fiscal,
  section: 'settings',
  help: 'codigos-fiscais',
}

export async function loader(args: LoaderFunctionArgs) {
  const page = await loadSetting(args, fiscal, fiscalLabels)
  const [storedFiscal, defaults] = await Promise.all([findFiscal(), loadDefaultRows()])
  const layoutReason = storedFiscal && `Hoje: ${formatLayoutReason(storedFiscal, toCivilDate(new Date()))}`
  return { ...page, defaults, layoutReason }
}

export function action(args: ActionFunctionArgs) {
  return saveSetting(args, fiscal, fiscalLabels, { location: paths.admin.setting('fiscal') })
}

export default function FiscalSetting() {
  const { defaults, layoutReason } = useLoaderData<typeof loader>()
  const { form, fields } = useSettingForm(fiscal, fiscalLabels)
  return (
    <SettingForm
      lead="O que as notas fiscais dizem da empresa e do que ela vende. Confira tudo com a contabilidade."
      back={paths.admin.settings()}
      action={paths.admin.setting('fiscal')}
      after={<TaxDefaultTable rows={defaults} />}
      {...form}
    >
      <SettingFields
        {...fields}
        layouts={{
          ie: { width: 'half', inputMode: 'numeric' },
          im: { width: 'half', inputMode: 'numeric' },
          serviceSeries: { width: 'short' },
          ...(layoutReason ? { serviceLayout: { hint: layoutReason } } : {}),
        }}
      />
    </SettingForm>
  )
}
