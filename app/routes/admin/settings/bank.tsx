import { parseWithZod } from '@conform-to/zod/v4'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { listFieldNames } from '#app/domain/charges/banks/agreement-fields.ts'
import { type BankAgreement, bankCodes, banks, type CnabBank } from '#app/domain/charges/banks/banks.ts'
import { formatBoletoNumber } from '#app/domain/charges/boleto-number.ts'
import { missingSettings } from '#app/domain/platform/job-event.ts'
import { makeFieldTextReader } from '#app/forms/field-text.ts'
import { requireProvedSuperuser } from '#app/http/accounts/proof.server.ts'
import type { PageHandle } from '#app/http/page.ts'
import { readForm } from '#app/http/responses.server.ts'
import { retryEffectsRefusedFor } from '#app/models/backoffice/outbox-admin.server.ts'
import {
  findBoletoNumbers,
  NumberInUse,
  saveBankAgreement,
} from '#app/models/charges/boleto-number.server.ts'
import { countWaitingInstructions } from '#app/models/payments/pending-instructions.server.ts'
import { findBankAgreement, type SaveContext } from '#app/models/settings/setting.server.ts'
import { paths } from '#app/paths.ts'
import { makeSettingReply, saveSettingOrConflict } from '#app/routes/admin/settings/setting-form.server.ts'
import { SettingForm } from '#app/routes/admin/settings/setting-form.tsx'
import { loadSettingFrame } from '#app/routes/admin/settings/setting-history.server.ts'
import { makeBankSchema } from '#app/routes/admin/settings/settings-schema.ts'
import { formatWaitingInstructions } from '#app/text/payments/boleto-labels.ts'
import { type AgreementPart, agreementLabels, bankLabel } from '#app/text/settings/agreement-labels.ts'
import { getBankName, untestedAdvice } from '#app/text/settings/bank-labels.ts'
import { bankTexts } from '#app/text/settings/banks/banks.ts'
import { formatNumberInUse } from '#app/text/settings/boleto-number-labels.ts'
import { settingTitles } from '#app/text/settings/setting-titles.ts'
import { Choice, SelectField, TextField } from '#app/ui/forms/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { BoletoNumbers } from '#app/ui/payments/boleto-numbers.tsx'

export const handle: PageHandle = {
  title: settingTitles.bankAgreement,
  section: 'settings',
  help: 'banco-e-emissor',
}

const formatOptions = [400, 240].map((value) => ({ value: String(value), label: `CNAB ${value}` }))

/** Returns the bank's own name for the field, or else the general name. */
function getFieldLabel(bank: CnabBank, name: AgreementPart): string {
  return bankTexts[bank].fields?.[name] ?? agreementLabels[name].label
}

function findFieldHint(bank: CnabBank, name: AgreementPart): string | undefined {
  return bankTexts[bank].hints?.[name] ?? agreementLabels[name].hint
}

/** Fields of each bank's agreement, in the sequence of the form. */
const bankForms = bankCodes
  .map((code) => banks[code])
  .map(({ code, agreementFields }) => ({
    code,
    names: [...listFieldNames(agreementFields), 'nextRemittance' as const, 'nextNumber' as const],
  }))
const bankFields = bankForms.flatMap(({ code, names }) =>
  names.map((name): [string, string] => [`b${code}.${name}`, getFieldLabel(code, name)]),
)
const labels = { bank: bankLabel, ...Object.fromEntries(bankFields) }
/** Excludes the next number, which is not part of the agreement and increases with each order. */
const comparedLabels = Object.fromEntries(
  Object.entries(labels).filter(([name]) => !name.endsWith('.nextNumber')),
)

export async function loader(args: LoaderFunctionArgs) {
  await requireProvedSuperuser(args)
  const [agreement, frame, waitingCount] = await Promise.all([
    findBankAgreement(),
    loadSettingFrame('bankAgreement'),
    countWaitingInstructions(),
  ])
  const numbers = agreement ? await findBoletoNumbers(agreement) : null
  return {
    saved: agreement ? toAgreementTexts(agreement) : {},
    ...frame,
    waitingText: formatWaitingInstructions(waitingCount),
    numbers,
  }
}

/** Saves the agreement and issues the boletos that waited for an agreement. */
async function saveAgreement(
  agreement: BankAgreement,
  nextNumber: number | undefined,
  saveContext: SaveContext,
) {
  await saveBankAgreement(agreement, nextNumber, saveContext)
  await retryEffectsRefusedFor(missingSettings.agreement, saveContext.actorUserId)
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireProvedSuperuser(args)
  const form = await readForm(args.request)
  const submission = parseWithZod(form, { schema: makeBankSchema(form.get('bank')) })
  if (submission.status !== 'success') return makeSettingReply(submission)
  const { lock_version, bank } = submission.value
  const { agreement, nextNumber } = submission.value[`b${bank}`] ?? {}
  if (!agreement) return makeSettingReply(submission)
  const saveContext = { seenVersion: lock_version, actorUserId: viewer.userId }
  return saveSettingOrConflict(
    saveAgreement(agreement, nextNumber, saveContext),
    {
      name: 'bankAgreement',
      labels: comparedLabels,
      loadStored: loadAgreementTexts,
      typed: toAgreementTexts(agreement),
    },
    { submission, location: paths.admin.settings() },
  ).catch((error) => {
    if (!(error instanceof NumberInUse)) throw error
    const lowest = formatBoletoNumber(agreement, error.lowest)
    return makeSettingReply(submission, { [`b${agreement.bank}.nextNumber`]: [formatNumberInUse(lowest)] })
  })
}

async function loadAgreementTexts(): Promise<Record<string, string>> {
  const agreement = await findBankAgreement()
  return agreement ? toAgreementTexts(agreement) : {}
}

function toAgreementTexts({ bank, ...parts }: BankAgreement): Record<string, string> {
  const filledParts = Object.entries(parts).filter(([, value]) => value !== undefined)
  const fields = filledParts.map(([name, value]) => [`b${bank}.${name}`, String(value)])
  return { bank, ...Object.fromEntries(fields) }
}

export default function BankSetting() {
  const { saved, lock_version, history, waitingText, numbers } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const field = makeFieldTextReader(actionData?.result, saved)
  const { defaultValue, ...bank } = field.getField('bank')
  return (
    <SettingForm
      title={settingTitles.bankAgreement}
      lead="Com que banco a loja emite os boletos."
      back={paths.admin.settings()}
      action={paths.admin.setting('bank')}
      lock_version={actionData?.lock_version ?? lock_version}
      conflict={actionData?.conflict}
      before={
        <>
          <Notice tone="warn" title="Vale para os próximos boletos">
            Os boletos já emitidos continuam como estão, no banco e na conta de antes. O formato vale já na
            próxima remessa.
          </Notice>
          {waitingText ? <SendFirstNotice title={waitingText} /> : null}
          {numbers ? <BoletoNumbers numbers={numbers} /> : null}
        </>
      }
      field={field}
      labels={labels}
      history={history}
    >
      <Choice
        label={bankLabel}
        {...bank}
        {...(defaultValue ? { defaultValue } : {})}
        options={bankForms.map(({ code, names }) => ({
          value: code,
          label: `${getBankName(code)} (${code})${bankTexts[code].isUntested ? ', a homologar' : ''}`,
          content: <AgreementFields code={code} names={names} field={field} />,
        }))}
      />
    </SettingForm>
  )
}

type FieldsProps = {
  code: CnabBank
  names: readonly AgreementPart[]
  field: ReturnType<typeof makeFieldTextReader>
}

function AgreementFields({ code, names, field }: FieldsProps) {
  return (
    <>
      {bankTexts[code].isUntested ? <p className="hint">{untestedAdvice}</p> : null}
      {names.map((name) =>
        name === 'format' ? (
          <SelectField
            key={name}
            label={getFieldLabel(code, name)}
            width="half"
            optional
            hint={findFieldHint(code, name)}
            options={formatOptions}
            placeholder="Escolher em cada remessa"
            {...field.getField(`b${code}.${name}`)}
          />
        ) : (
          <TextField
            key={name}
            label={getFieldLabel(code, name)}
            width="half"
            {...(agreementLabels[name].hint
              ? { optional: true, hint: findFieldHint(code, name) }
              : { isRequired: true })}
            {...field.getField(`b${code}.${name}`)}
          />
        ),
      )}
    </>
  )
}

function SendFirstNotice({ title }: { title: string }) {
  return (
    <Notice tone="warn" title={title}>
      <p>
        <a href={paths.admin.remittances()}>Gere a remessa</a> e envie-a ao banco antes de mudar de banco,
        conta, carteira ou formato. Depois da mudança, boletos ainda não enviados precisam de outro (“Novo
        vencimento”, no pedido), e as baixas têm de ser dadas no site do banco.
      </p>
    </Notice>
  )
}
