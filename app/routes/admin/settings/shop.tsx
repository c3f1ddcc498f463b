import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { type ShopRules, shop } from '#app/domain/settings/shop.ts'
import type { PageHandle } from '#app/http/page.ts'
import { paths } from '#app/paths.ts'
import { SettingFields } from '#app/routes/admin/settings/setting-field.tsx'
import { loadSetting, saveSetting } from '#app/routes/admin/settings/setting-form.server.ts'
import { SettingForm, useSettingForm } from '#app/routes/admin/settings/setting-form.tsx'
import { mentionsTerms } from '#app/text/charges/terms-labels.ts'
import { settingTitles } from '#app/text/settings/setting-titles.ts'
import { shopLabels } from '#app/text/settings/shop-labels.ts'

export const handle: PageHandle = { title: settingTitles.shop, section: 'settings', help: 'configuracoes' }

export function loader(args: LoaderFunctionArgs) {
  return loadSetting(args, shop, shopLabels)
}

export function action(args: ActionFunctionArgs) {
  return saveSetting(args, shop, shopLabels, { check: validateShopRules })
}

function validateShopRules({ boletoInstructions }: ShopRules) {
  return {
    boletoInstructions:
      boletoInstructions.some(mentionsTerms) &&
      `Multa, juros, desconto, protesto e prazo para pagar não se escrevem aqui: o banco não os saberia. Use ${settingTitles.charges}, nas configurações`,
  }
}

export default function ShopSetting() {
  const { form, fields } = useSettingForm(shop, shopLabels)
  return (
    <SettingForm isWide back={paths.admin.settings()} action={paths.admin.setting('shop')} {...form}>
      <SettingFields {...fields} />
    </SettingForm>
  )
}
