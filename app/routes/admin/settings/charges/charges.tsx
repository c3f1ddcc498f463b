import { parseWithZod } from '@conform-to/zod/v4'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { type BankAgreement, banks } from '#app/domain/charges/banks/banks.ts'
import { type BoletoTerm, type ChargeRules, gatewayCarries } from '#app/domain/charges/boleto-terms.ts'
import type { IssuerName } from '#app/domain/settings/issuer.ts'
import { fieldText } from '#app/forms/field-text.ts'
import { requireProvedSuperuser } from '#app/http/accounts/proof.server.ts'
import type { PageHandle } from '#app/http/page.ts'
import { readForm } from '#app/http/responses.server.ts'
import {
  editSetting,
  findBankAgreement,
  getChargeRules,
  getIssuer,
  getPixSetting,
} from '#app/models/settings/setting.server.ts'
import { paths } from '#app/paths.ts'
import { chargesSchema } from '#app/routes/admin/settings/charges/charges-schema.ts'
import { saveOrConflict, settingFaults } from '#app/routes/admin/settings/setting-form.server.ts'
import { SettingForm } from '#app/routes/admin/settings/setting-form.tsx'
import { settingFrame } from '#app/routes/admin/settings/setting-history.server.ts'
import { termLabels } from '#app/text/charges/terms-labels.ts'
import { formatAmount } from '#app/text/platform/format.ts'
import { bankName } from '#app/text/settings/bank-labels.ts'
import { gatewayLabels } from '#app/text/settings/issuer-labels.ts'
import { Fieldset, TextField } from '#app/ui/forms/field.tsx'
import { Notice } from '#app/ui/notice.tsx'

export const handle: PageHandle = { title: 'Multa, juros e desconto' }

const labels = {
  fine: 'Multa depois do vencimento',
  interest: 'Juros depois do vencimento',
  discount_percent: 'Desconto, em porcentagem',
  discount_value: 'Desconto, em reais',
  discount_days: 'Último dia do desconto',
  acceptance_days: 'Prazo para pagar depois do vencimento',
  protest_days: 'Protesto',
}

export async function loader(args: LoaderFunctionArgs) {
  await requireProvedSuperuser(args)
  const [rules, frame, { issuer }, agreement, pix] = await Promise.all([
    getChargeRules(),
    settingFrame('charges'),
    getIssuer(),
    findBankAgreement(),
    getPixSetting(),
  ])
  const untold = findUntold(issuer, agreement)
  const hasImmediatePix = issuer === 'own-bank' && pix.isOffered && pix.kind === 'cob'
  return { saved: textsOf(rules), ...frame, untold, hasImmediatePix }
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireProvedSuperuser(args)
  const submission = parseWithZod(await readForm(args.request), { schema: chargesSchema })
  if (submission.status !== 'success') return settingFaults(submission)
  const { lock_version, ...form } = submission.value
  const rules: ChargeRules = {
    finePercent: form.fine,
    interestPercent: form.interest,
    discountPercent: form.discount_percent,
    discountValue: form.discount_value,
    discountDays: form.discount_days ?? 0,
    acceptanceDays: form.acceptance_days,
    protestDays: form.protest_days ?? 0,
  }
  return saveOrConflict(
    editSetting('charges', rules, { seen: lock_version, actorUserId: viewer.userId }),
    { name: 'charges', labels, stored: async () => textsOf(await getChargeRules()), typed: textsOf(rules) },
    { submission, location: paths.admin.settings() },
  )
}

/** What the present issuer of boletos cannot be told, whatever is saved here. */
function findUntold(issuer: IssuerName, agreement: BankAgreement | undefined) {
  if (issuer !== 'own-bank') return untoldOf(gatewayLabels.the, gatewayCarries)
  return agreement ? untoldOf(bankName(agreement.bank), banks[agreement.bank].carries ?? []) : null
}

function untoldOf(issuer: string, carries: readonly BoletoTerm[]) {
  const all: readonly BoletoTerm[] = ['fine', 'interest', 'discount', 'acceptance', 'protest']
  const terms = all.filter((term) => !carries.includes(term)).map((term) => termLabels[term])
  return terms.length === 0 ? null : { issuer, terms }
}

function textsOf(rules: ChargeRules): Record<string, string> {
  const percentText = (hundredths: number) => (hundredths === 0 ? '' : formatAmount(hundredths))
  const hasDiscount = rules.discountPercent > 0 || rules.discountValue > 0
  return {
    fine: percentText(rules.finePercent),
    interest: percentText(rules.interestPercent),
    discount_percent: percentText(rules.discountPercent),
    discount_value: rules.discountValue === 0 ? '' : formatAmount(rules.discountValue),
    discount_days: hasDiscount ? String(rules.discountDays) : '',
    acceptance_days: rules.acceptanceDays === null ? '' : String(rules.acceptanceDays),
    protest_days: rules.protestDays === 0 ? '' : String(rules.protestDays),
  }
}

export default function ChargesSetting() {
  const { saved, lock_version, history, untold, hasImmediatePix } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const field = fieldText(reply?.result, saved)
  const short = (name: keyof typeof labels) => ({
    ...field.of(name),
    label: labels[name],
    width: 'short' as const,
    optional: true,
  })
  return (
    <SettingForm
      title="Multa, juros e desconto"
      lead="O que vai registrado e impresso nos boletos novos, e com que se confere o que foi pago."
      back={paths.admin.settings()}
      action={paths.admin.setting('charges')}
      lock_version={reply?.lock_version ?? lock_version}
      conflict={reply?.conflict}
      before={
        <>
          <Notice tone="warn" title="Vale para os próximos boletos">
            Os boletos já emitidos continuam com o que foi registrado. O banco ou {gatewayLabels.the} calcula
            o valor no dia do pagamento; um pagamento de outro valor espera a equipe. Diga nos termos de venda
            que multa e juros podem ser cobrados.
          </Notice>
          {untold ? (
            <Notice tone="warn" title={`Não vai nos boletos: ${untold.terms.join(', ')}`}>
              Com {untold.issuer} não há como registrar isto boleto a boleto; vale o que estiver combinado no
              convênio. O que não é registrado também não é impresso.
            </Notice>
          ) : null}
          {hasImmediatePix ? (
            <Notice tone="warn" title="Com multa, juros ou desconto os boletos saem sem Pix">
              A loja oferece Pix com a cobrança imediata, que não os leva. A cobrança com vencimento os leva:
              mude o tipo em <a href={paths.admin.setting('pix')}>Pix do banco</a>.
            </Notice>
          ) : null}
        </>
      }
      {...{ field, labels, history }}
    >
      <Fieldset legend="Pago depois do vencimento">
        <TextField
          {...short('fine')}
          suffix="%"
          inputMode="decimal"
          hint="Uma vez, até 2,00%. Vazio: sem multa."
        />
        <TextField
          {...short('interest')}
          suffix="% ao mês"
          inputMode="decimal"
          hint="Por dia corrido, com o mês de 30 dias, até 1,00% ao mês. Vazio: sem juros. No convênio próprio o banco os leva em centavos inteiros por dia: com 1,00%, um boleto abaixo de R$ 30,00 sai sem juros."
        />
        <TextField
          {...short('acceptance_days')}
          suffix="dias"
          inputMode="numeric"
          hint="Dias corridos, de 1 a 29. Se o último cair em dia sem banco, vale até o dia útil seguinte. Vazio: três dias úteis depois do vencimento, se o banco leva o prazo na remessa; senão, o do convênio."
        />
        <TextField
          {...short('protest_days')}
          suffix="dias"
          inputMode="numeric"
          hint="Dias corridos depois do vencimento, de 6 a 29. Vazio: o banco não protesta."
        />
      </Fieldset>
      <Fieldset legend="Pago antes">
        <TextField {...short('discount_percent')} suffix="%" inputMode="decimal" hint="Até 50,00%." />
        <TextField
          {...short('discount_value')}
          prefix="R$"
          inputMode="decimal"
          hint={`Ou em reais. Quando com o desconto sobraria menos que o mínimo ${gatewayLabels.of}, o boleto dela sai sem desconto.`}
        />
        <TextField
          {...short('discount_days')}
          suffix="dias"
          inputMode="numeric"
          hint="Dias antes do vencimento, de 0 a 30. Vazio: até o vencimento. Se cair em dia sem banco, vale até o dia útil anterior."
        />
      </Fieldset>
    </SettingForm>
  )
}
