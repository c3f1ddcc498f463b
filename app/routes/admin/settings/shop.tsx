import { parseWithZod } from '@conform-to/zod/v4'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { fieldText } from '#app/forms/field-text.ts'
import { requireProof } from '#app/http/accounts/proof.server.ts'
import type { PageHandle } from '#app/http/page.ts'
import { readForm } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { editSetting, getShopRules, type ShopRules } from '#app/models/settings/setting.server.ts'
import { paths } from '#app/paths.ts'
import { saveOrConflict, settingFaults } from '#app/routes/admin/settings/setting-form.server.ts'
import { SettingForm } from '#app/routes/admin/settings/setting-form.tsx'
import { settingFrame } from '#app/routes/admin/settings/setting-history.server.ts'
import { shopSchema } from '#app/routes/admin/settings/settings-schema.ts'
import { CheckboxField, TextAreaField, TextField } from '#app/ui/forms/field.tsx'

export const handle: PageHandle = { title: 'Regras da loja' }

const labels = {
  boleto_due_days: 'Vencimento do boleto',
  boleto_instructions: 'Instruções no boleto',
  handling_days: 'Dias somados ao prazo dos Correios',
  quote_days: 'Validade do orçamento',
  freight_to_be_agreed: 'Oferecer frete “À Combinar”',
  ie_max_length: 'Tamanho máximo da inscrição estadual',
  reveals_unknown_email: 'Dizer quando o e-mail não tem conta',
  only_superusers_change_prices: 'Reajuste de preços: só administradores',
  second_factor_from: 'Confirmação em duas etapas para a equipe, a partir de',
}

export async function loader(args: LoaderFunctionArgs) {
  const { isSuperuser } = await requireStaff(args)
  const [saved, frame] = await Promise.all([storedTexts(), settingFrame('shop')])
  return { saved, isSuperuser, ...frame }
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireStaff(args)
  const submission = parseWithZod(await readForm(args.request), { schema: shopSchema })
  if (submission.status !== 'success') return settingFaults(submission)
  const { lock_version, ...form } = submission.value
  const kept = viewer.isSuperuser ? undefined : await getShopRules()
  if (!kept && form.second_factor_from !== (await getShopRules()).secondFactorFrom)
    await requireProof(args, viewer)
  const rules: ShopRules = {
    boletoDueDays: form.boleto_due_days,
    boletoInstructions: form.boleto_instructions,
    handlingDays: form.handling_days,
    quoteDays: form.quote_days,
    offersFreightToBeAgreed: form.freight_to_be_agreed,
    ieMaxLength: form.ie_max_length,
    revealsUnknownEmail: form.reveals_unknown_email,
    onlySuperusersChangePrices: kept ? kept.onlySuperusersChangePrices : form.only_superusers_change_prices,
    secondFactorFrom: kept ? kept.secondFactorFrom : form.second_factor_from,
  }
  return saveOrConflict(
    editSetting('shop', rules, { seen: lock_version, actorUserId: viewer.userId }),
    { name: 'shop', labels, stored: storedTexts, typed: textsOf(rules) },
    { submission, location: paths.admin.settings() },
  )
}

async function storedTexts() {
  return textsOf(await getShopRules())
}

function textsOf(rules: ShopRules): Record<string, string> {
  return {
    boleto_due_days: String(rules.boletoDueDays),
    boleto_instructions: rules.boletoInstructions.join('\n'),
    handling_days: String(rules.handlingDays),
    quote_days: String(rules.quoteDays),
    freight_to_be_agreed: rules.offersFreightToBeAgreed ? 'on' : '',
    ie_max_length: String(rules.ieMaxLength),
    reveals_unknown_email: rules.revealsUnknownEmail ? 'on' : '',
    only_superusers_change_prices: rules.onlySuperusersChangePrices ? 'on' : '',
    second_factor_from: rules.secondFactorFrom ?? '',
  }
}

export default function ShopSetting() {
  const { saved, isSuperuser, lock_version, history } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const field = fieldText(reply?.result, saved)
  const box = (name: 'freight_to_be_agreed' | 'reveals_unknown_email' | 'only_superusers_change_prices') => {
    const { defaultValue, ...rest } = field.of(name)
    return { ...rest, label: labels[name], defaultChecked: defaultValue === 'on' }
  }
  const number = (name: 'boleto_due_days' | 'handling_days' | 'quote_days' | 'ie_max_length') => ({
    ...field.of(name),
    label: labels[name],
    inputMode: 'numeric' as const,
    width: 'short' as const,
    required: true,
  })
  return (
    <SettingForm
      title="Regras da loja"
      back={paths.admin.settings()}
      action={paths.admin.setting('shop')}
      lock_version={reply?.lock_version ?? lock_version}
      conflict={reply?.conflict}
      {...{ field, labels, history }}
    >
      <TextField
        {...number('boleto_due_days')}
        suffix="dias úteis"
        hint="De 1 a 30. Vale para os próximos boletos."
      />
      <TextAreaField
        label={labels.boleto_instructions}
        hint="Até 6 linhas de 90 caracteres, abaixo das de multa, juros e desconto, que saem das configurações deles."
        rows={6}
        optional
        {...field.of('boleto_instructions')}
      />
      <TextField
        {...number('handling_days')}
        suffix="dias úteis"
        hint="De 0 a 60. Pedidos já feitos ficam com o prazo que foi prometido."
      />
      <TextField
        {...number('quote_days')}
        suffix="dias"
        hint="De 1 a 90. Os preços de um orçamento valem até o último dia; os já feitos não mudam."
      />
      <CheckboxField
        {...box('freight_to_be_agreed')}
        hint="Para tudo que é impresso; a equipe combina o frete."
      />
      <TextField {...number('ie_max_length')} suffix="números" hint="De 12 a 14." />
      <CheckboxField {...box('reveals_unknown_email')} hint="Na recuperação de senha." />
      {isSuperuser ? (
        <>
          <CheckboxField
            {...box('only_superusers_change_prices')}
            hint="Sem isso, toda a equipe reajusta todos os preços de uma vez."
          />
          <TextField
            label={labels.second_factor_from}
            type="date"
            width="half"
            hint="Até o dia, um aviso; desde então, sem ela ninguém da equipe entra na administração. Vazio: cada um decide."
            optional
            {...field.of('second_factor_from')}
          />
        </>
      ) : null}
    </SettingForm>
  )
}
