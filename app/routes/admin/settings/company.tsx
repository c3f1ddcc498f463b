import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { missingSettings } from '#app/domain/platform/job-event.ts'
import { type Company, company } from '#app/domain/settings/company.ts'
import type { PageHandle } from '#app/http/page.ts'
import { retryEffectsRefusedFor } from '#app/models/backoffice/outbox-admin.server.ts'
import { editValues, type SaveContext } from '#app/models/settings/setting.server.ts'
import { paths } from '#app/paths.ts'
import { SettingFields } from '#app/routes/admin/settings/setting-field.tsx'
import { loadSetting, saveSetting } from '#app/routes/admin/settings/setting-form.server.ts'
import { SettingForm, useSettingForm } from '#app/routes/admin/settings/setting-form.tsx'
import { companyLabels } from '#app/text/settings/company-labels.ts'
import { settingTitles } from '#app/text/settings/setting-titles.ts'

export const handle: PageHandle = { title: settingTitles.company, section: 'settings', help: 'configuracoes' }

export function loader(args: LoaderFunctionArgs) {
  return loadSetting(args, company, companyLabels)
}

export function action(args: ActionFunctionArgs) {
  return saveSetting(args, company, companyLabels, { save: saveCompany })
}

/** Saves the company and sends the mails and documents that waited for the company's data. */
async function saveCompany(values: Company, saving: SaveContext): Promise<void> {
  await editValues(company, values, saving)
  await retryEffectsRefusedFor(missingSettings.company, saving.actorUserId)
}

export default function CompanySetting() {
  const { form, fields } = useSettingForm(company, companyLabels)
  return (
    <SettingForm
      isWide
      lead="Quem vende: sai em boletos, recibos, e-mails e no rodapé."
      back={paths.admin.settings()}
      action={paths.admin.setting('company')}
      {...form}
    >
      <SettingFields
        {...fields}
        layouts={{
          cnpj: { width: 'half', 'data-mask': 'cnpj' },
          zipCode: { width: 'short', 'data-mask': 'cep' },
          street: { width: 'long' },
          number: { width: 'short' },
          complement: { width: 'half' },
          province: { width: 'half' },
          city: { width: 'half' },
          state: { width: 'short', maxLength: 2 },
          phone: { type: 'tel', width: 'half', 'data-mask': 'phone' },
        }}
      />
    </SettingForm>
  )
}
