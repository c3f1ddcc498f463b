import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { gatewayName, issuerSetting } from '#app/domain/settings/issuer.ts'
import type { PageHandle } from '#app/http/page.ts'
import { findBankAgreement } from '#app/models/settings/setting.server.ts'
import { paths } from '#app/paths.ts'
import { hasGateway } from '#app/routes/admin/settings/gateway.server.ts'
import { SettingField } from '#app/routes/admin/settings/setting-field.tsx'
import { loadSetting, saveSetting } from '#app/routes/admin/settings/setting-form.server.ts'
import { SettingForm, useSettingForm } from '#app/routes/admin/settings/setting-form.tsx'
import { gatewayLabels, issuerSettingLabels } from '#app/text/settings/issuer-labels.ts'
import { settingTitles } from '#app/text/settings/setting-titles.ts'
import { Notice } from '#app/ui/notice.tsx'

export const handle: PageHandle = {
  title: settingTitles.issuer,
  section: 'settings',
  help: 'banco-e-emissor',
}

export async function loader(args: LoaderFunctionArgs) {
  const page = await loadSetting(args, issuerSetting, issuerSettingLabels)
  const hasAgreement = (await findBankAgreement()) !== undefined
  return { ...page, hasGateway: hasGateway(), hasAgreement }
}

export function action(args: ActionFunctionArgs) {
  return saveSetting(args, issuerSetting, issuerSettingLabels)
}

export default function IssuerSetting() {
  const { hasGateway, hasAgreement } = useLoaderData<typeof loader>()
  const { form, fields } = useSettingForm(issuerSetting, issuerSettingLabels)
  return (
    <SettingForm
      lead="Quem emite os boletos dos próximos pedidos."
      back={paths.admin.settings()}
      action={paths.admin.setting('issuer')}
      before={
        <>
          <Notice tone="warn" title="Vale para os próximos boletos">
            Os boletos já emitidos continuam com quem os emitiu, até serem pagos ou cancelados.
          </Notice>
          {hasGateway ? null : (
            <Notice tone="warn" title={`${gatewayLabels.name} sem acesso`}>
              A instalação não tem a chave da Asaas; fale com quem cuida dela. Se for escolhida agora, os
              pedidos ficam sem boleto até a chave ser instalada.
            </Notice>
          )}
          {hasAgreement ? null : (
            <Notice tone="warn" title="Falta o convênio bancário">
              Sem ele não há como emitir boletos pelo convênio.
            </Notice>
          )}
        </>
      }
      {...form}
    >
      <SettingField
        {...fields}
        name="issuer"
        cards={{
          'own-bank': { hint: 'O registro vai nas remessas.' },
          [gatewayName]: {
            hint: 'Registra na hora, com Pix.',
            content: (
              <>
                <SettingField {...fields} name="agencyAndCode" layout={{ width: 'half' }} />
                <SettingField {...fields} name="wallet" layout={{ width: 'half' }} />
                <SettingField {...fields} name="minimum" layout={{ width: 'half' }} />
              </>
            ),
          },
        }}
      />
    </SettingForm>
  )
}
