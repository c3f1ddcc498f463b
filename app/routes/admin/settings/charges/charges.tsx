import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { type BankAgreement, banks } from '#app/domain/charges/banks/banks.ts'
import { type BoletoTerm, gatewayTerms } from '#app/domain/charges/boleto-terms.ts'
import { type ChargeRules, charges } from '#app/domain/settings/charges.ts'
import type { IssuerName } from '#app/domain/settings/issuer.ts'
import type { PageHandle } from '#app/http/page.ts'
import { findBankAgreement, getIssuer, getPixSetting } from '#app/models/settings/setting.server.ts'
import { paths } from '#app/paths.ts'
import { SettingField } from '#app/routes/admin/settings/setting-field.tsx'
import { loadSetting, saveSetting } from '#app/routes/admin/settings/setting-form.server.ts'
import { SettingForm, useSettingForm } from '#app/routes/admin/settings/setting-form.tsx'
import { termLabels } from '#app/text/charges/terms-labels.ts'
import { getBankName } from '#app/text/settings/bank-labels.ts'
import { chargeRuleLabels } from '#app/text/settings/charge-rule-labels.ts'
import { gatewayLabels } from '#app/text/settings/issuer-labels.ts'
import { settingTitles } from '#app/text/settings/setting-titles.ts'
import { Fieldset } from '#app/ui/forms/field.tsx'
import { Notice } from '#app/ui/notice.tsx'

export const handle: PageHandle = {
  title: settingTitles.charges,
  section: 'settings',
  help: 'banco-e-emissor',
}

export async function loader(args: LoaderFunctionArgs) {
  const page = await loadSetting(args, charges, chargeRuleLabels)
  const [{ issuer }, agreement, pix] = await Promise.all([getIssuer(), findBankAgreement(), getPixSetting()])
  const missingTerms = findMissingTerms(issuer, agreement)
  const hasImmediatePix = issuer === 'own-bank' && pix.isOffered && pix.kind === 'cob'
  return { ...page, missingTerms, hasImmediatePix }
}

export function action(args: ActionFunctionArgs) {
  return saveSetting(args, charges, chargeRuleLabels, { check: validateChargeRules })
}

/** Returns the error of each field, or false. */
function validateChargeRules({
  discountPercent,
  discountValue,
  discountDays,
  acceptanceDays,
  protestDays,
}: ChargeRules) {
  const hasDiscount = discountPercent > 0 || discountValue > 0
  return {
    discountValue: discountPercent > 0 && discountValue > 0 && 'Use a porcentagem ou o valor, não os dois',
    discountDays:
      !hasDiscount && discountDays > 0 && 'Diga de quanto é o desconto, ou deixe este campo vazio',
    protestDays:
      acceptanceDays !== null &&
      protestDays > 0 &&
      'Os bancos aceitam um dos dois: prazo para pagar ou protesto',
  }
}

/** Returns the terms that the current issuer cannot register. */
function findMissingTerms(issuer: IssuerName, agreement: BankAgreement | undefined) {
  if (issuer !== 'own-bank') return listMissingTerms(gatewayLabels.the, gatewayTerms)
  return agreement
    ? listMissingTerms(getBankName(agreement.bank), banks[agreement.bank].supportedTerms ?? [])
    : null
}

function listMissingTerms(issuer: string, supportedTerms: readonly BoletoTerm[]) {
  const allTerms: readonly BoletoTerm[] = ['fine', 'interest', 'discount', 'acceptance', 'protest']
  const terms = allTerms.filter((term) => !supportedTerms.includes(term)).map((term) => termLabels[term])
  return terms.length === 0 ? null : { issuer, terms }
}

export default function ChargesSetting() {
  const { missingTerms, hasImmediatePix } = useLoaderData<typeof loader>()
  const { form, fields } = useSettingForm(charges, chargeRuleLabels)
  return (
    <SettingForm
      lead="O que vai registrado e impresso nos boletos novos, e com que se confere o que foi pago."
      back={paths.admin.settings()}
      action={paths.admin.setting('charges')}
      before={
        <>
          <Notice tone="warn" title="Vale para os próximos boletos">
            Os boletos já emitidos continuam com o que foi registrado. O banco ou {gatewayLabels.the} calcula
            o valor no dia do pagamento; um pagamento de outro valor espera a equipe. Os termos de compra já
            dizem que multa e juros podem ser cobrados.
          </Notice>
          {missingTerms ? (
            <Notice tone="warn" title={`Não vai nos boletos: ${missingTerms.terms.join(', ')}`}>
              Com {missingTerms.issuer} não há como registrar isto boleto a boleto; vale o que estiver
              combinado no convênio. O que não é registrado também não é impresso.
            </Notice>
          ) : null}
          {hasImmediatePix ? (
            <Notice tone="warn" title="Com multa, juros ou desconto os boletos saem sem Pix">
              A loja oferece Pix com a cobrança imediata, que não os leva. A cobrança com vencimento os leva:
              mude o tipo em <a href={paths.admin.setting('pix')}>{settingTitles.pix}</a>.
            </Notice>
          ) : null}
        </>
      }
      {...form}
    >
      <Fieldset legend="Pago depois do vencimento">
        <SettingField {...fields} name="finePercent" />
        <SettingField {...fields} name="interestPercent" />
        <SettingField {...fields} name="acceptanceDays" />
        <SettingField {...fields} name="protestDays" />
      </Fieldset>
      <Fieldset legend="Pago antes">
        <SettingField {...fields} name="discountPercent" />
        <SettingField {...fields} name="discountValue" />
        <SettingField {...fields} name="discountDays" />
      </Fieldset>
    </SettingForm>
  )
}
