import { parseWithZod } from '@conform-to/zod/v4'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { gatewayName } from '#app/domain/settings/issuer.ts'
import { fieldText } from '#app/forms/field-text.ts'
import { requireProvedSuperuser } from '#app/http/accounts/proof.server.ts'
import type { PageHandle } from '#app/http/page.ts'
import { readForm } from '#app/http/responses.server.ts'
import { editSetting, findBankAgreement, getIssuer } from '#app/models/settings/setting.server.ts'
import { paths } from '#app/paths.ts'
import { hasGateway } from '#app/routes/admin/settings/gateway.server.ts'
import { saveOrConflict, settingFaults } from '#app/routes/admin/settings/setting-form.server.ts'
import { SettingForm } from '#app/routes/admin/settings/setting-form.tsx'
import { settingFrame } from '#app/routes/admin/settings/setting-history.server.ts'
import { issuerSchema } from '#app/routes/admin/settings/settings-schema.ts'
import { formatAmount } from '#app/text/platform/format.ts'
import { gatewayLabels, issuerLabels } from '#app/text/settings/issuer-labels.ts'
import { Choice, TextField } from '#app/ui/forms/field.tsx'
import { Notice } from '#app/ui/notice.tsx'

export const handle: PageHandle = { title: 'Emissor dos boletos' }

const labels = {
  issuer: 'Emissor',
  agency_and_code: 'Agência e código no boleto',
  wallet: 'Carteira no boleto',
  minimum: 'Menor valor de um boleto',
}

export async function loader(args: LoaderFunctionArgs) {
  await requireProvedSuperuser(args)
  const [saved, frame, agreement] = await Promise.all([
    storedTexts(),
    settingFrame('issuer'),
    findBankAgreement(),
  ])
  return { saved, ...frame, hasGateway: hasGateway(), hasAgreement: agreement !== undefined }
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireProvedSuperuser(args)
  const submission = parseWithZod(await readForm(args.request), { schema: issuerSchema })
  if (submission.status !== 'success') return settingFaults(submission)
  const { lock_version, issuer, agency_and_code: agencyAndCode, wallet, minimum } = submission.value
  const setting = { issuer, agencyAndCode, wallet, minimum }
  return saveOrConflict(
    editSetting('issuer', setting, { seen: lock_version, actorUserId: viewer.userId }),
    { name: 'issuer', labels, stored: storedTexts, typed: textsOf(setting) },
    { submission, location: paths.admin.settings() },
  )
}

async function storedTexts() {
  return textsOf(await getIssuer())
}

function textsOf({ issuer, agencyAndCode, wallet, minimum }: Awaited<ReturnType<typeof getIssuer>>) {
  return { issuer, agency_and_code: agencyAndCode, wallet, minimum: formatAmount(minimum) }
}

export default function IssuerSetting() {
  const { saved, lock_version, history, hasGateway, hasAgreement } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const field = fieldText(reply?.result, saved)
  const { defaultValue, ...issuer } = field.of('issuer')
  return (
    <SettingForm
      title="Emissor dos boletos"
      lead="Quem emite os boletos dos próximos pedidos."
      back={paths.admin.settings()}
      action={paths.admin.setting('issuer')}
      lock_version={reply?.lock_version ?? lock_version}
      conflict={reply?.conflict}
      before={
        <>
          <Notice tone="warn" title="Vale para os próximos boletos">
            Os boletos já emitidos continuam com quem os emitiu, até serem pagos ou cancelados.
          </Notice>
          {hasGateway ? null : (
            <Notice tone="warn" title={`${gatewayLabels.name} sem acesso`}>
              A instalação não tem a chave da Asaas (ASAAS_API_KEY). Se for escolhida agora, os pedidos ficam
              sem boleto até a chave ser instalada.
            </Notice>
          )}
          {hasAgreement ? null : (
            <Notice tone="warn" title="Falta o convênio bancário">
              Sem ele não há como emitir boletos pelo convênio.
            </Notice>
          )}
        </>
      }
      {...{ field, labels, history }}
    >
      <Choice
        label={labels.issuer}
        {...issuer}
        {...(defaultValue ? { defaultValue } : {})}
        options={[
          {
            value: 'own-bank',
            label: issuerLabels['own-bank'],
            hint: 'O registro vai nas remessas.',
          },
          {
            value: gatewayName,
            label: issuerLabels[gatewayName],
            hint: 'Registra na hora, com Pix.',
            content: (
              <>
                <TextField
                  label={labels.agency_and_code}
                  width="half"
                  optional
                  {...field.of('agency_and_code')}
                />
                <TextField label={labels.wallet} width="half" optional {...field.of('wallet')} />
                <TextField
                  label={labels.minimum}
                  width="half"
                  inputMode="decimal"
                  prefix="R$"
                  optional
                  hint={`Pedidos abaixo disso não são aceitos, a não ser que nada custem. ${gatewayLabels.name} recusa cobranças abaixo de R$ 5,00, segundo quem a usa; confira com ela.`}
                  {...field.of('minimum')}
                />
              </>
            ),
          },
        ]}
      />
    </SettingForm>
  )
}
